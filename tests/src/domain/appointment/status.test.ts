import { expect, test } from 'vitest';
import { bookAgainHref } from '../../../../src/domain/appointment/again';
import { isCalledOff } from '../../../../src/domain/appointment/bookedEvent';
import { statusLabel, statusTone } from '../../../../src/domain/appointment/status';
import { visit } from '../../features/appointments/visit';

const now = new Date('2026-11-21T15:00:00Z');
const later = new Date('2026-11-21T15:00:01Z');
const before = new Date('2026-11-21T14:59:59Z');

test.each([
  ['REQUESTED', 'Requested', 'Requested', 'waiting', 'quiet'],
  ['ACCEPTED', 'Accepted', 'Finished', 'good', 'quiet'],
  ['CONFIRMED', 'Confirmed', 'Finished', 'good', 'quiet'],
  ['DECLINED', 'Declined', 'Declined', 'bad', 'bad'],
  ['DELETED', 'Canceled', 'Canceled', 'bad', 'bad'],
  ['DONE', 'Finished', 'Finished', 'quiet', 'quiet'],
  ['RESCHEDULING', 'Accepted', 'Accepted', 'good', 'quiet'],
] as const)(
  'STATUS-01 STATUS-02 STATUS-03 D-114: %s reads %s to come and %s when past',
  (status, toCome, past, toneToCome, tonePast) => {
    expect([statusLabel(status, later, now), statusLabel(status, before, now)]).toEqual([toCome, past]);
    expect([statusTone(status, later, now), statusTone(status, before, now)]).toEqual([toneToCome, tonePast]);
  },
);

test('STATUS-02: one that starts now is not past', () => {
  expect(statusLabel('ACCEPTED', now, now)).toBe('Accepted');
});

test('STATUS-05: Book again carries the types, each once, as an address can', () => {
  const [item] = visit(1).items;
  const of = (productId: string) => ({ ...item!, metadata: { ...item!.metadata, productId } });
  expect(bookAgainHref('oakwood', { items: [of('exam'), of('a,b c'), of('exam')] })).toBe(
    '/oakwood?appointment=exam,a%2Cb%20c',
  );
});

test('D-302: what was cancelled or declined leaves the calendar', () => {
  expect(['DELETED', 'DECLINED', 'REQUESTED', 'ACCEPTED', 'DONE'].filter(isCalledOff)).toEqual(['DELETED', 'DECLINED']);
});
