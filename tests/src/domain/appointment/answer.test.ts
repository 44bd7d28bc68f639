import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerLine,
  declinedReason,
  isAnswerLate,
  isOtherwise,
  offeredTimes,
  offerOver,
} from '../../../../src/domain/appointment/answer';

const zone = 'America/Chicago';
const now = new Date('2026-11-21T15:00:00Z');
const clock = { zone, today: '2026-11-21', now };
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const asked = { status: 'REQUESTED', fromDate: at(72) };

describe('where a request stands (D-424)', () => {
  it.each([
    [
      'asked, with a time for the answer',
      { ...asked, answer_by: '2026-11-24T21:00:00.000Z' },
      'The clinic answers by Tue 3:00pm',
    ],
    [
      'asked, with a later time for the answer',
      { ...asked, fromDate: at(999), answer_by: '2026-12-01T21:00:00.000Z' },
      'The clinic answers by Tue Dec 1, 3:00pm',
    ],
    ['due today', { ...asked, answer_by: '2026-11-21T21:00:00.000Z' }, 'The clinic answers by today, 3:00pm'],
    ['late', { ...asked, answer_by: '2026-11-21T14:00:00.000Z' }, 'The clinic wanted to answer by today, 8:00am'],
    [
      'answered by other times',
      { ...asked, answer_by: at(1), offered: { until: at(2), times: [{ id: 't1', at: at(80), clinician: null }] } },
      null,
    ],
    ['asked of a clinic that says no time', asked, null],
    ['never answered, over', { ...asked, fromDate: at(-1), answer_by: at(-2) }, null],
    [
      'accepted',
      { status: 'ACCEPTED', fromDate: at(72), answered_at: '2026-11-21T14:55:00.000Z' },
      'Answered 5 minutes ago',
    ],
    [
      'confirmed',
      { status: 'CONFIRMED', fromDate: at(72), answered_at: '2026-11-21T14:55:00.000Z' },
      'Answered 5 minutes ago',
    ],
    ['accepted, over', { status: 'ACCEPTED', fromDate: at(-1), answered_at: at(-2) }, null],
    ['accepted long ago', { status: 'ACCEPTED', fromDate: at(72), answered_at: at(-14 * 24) }, null],
    ['declined', { status: 'DECLINED', fromDate: at(72), answered_at: at(-2) }, 'Answered 2 hours ago'],
    ['booked at once', { status: 'ACCEPTED', fromDate: at(72), answered_at: null }, null],
    ['canceled by the owner', { status: 'DELETED', fromDate: at(72), answered_at: at(-1) }, null],
  ])('%s', (_, given, line) => {
    expect(answerLine(given, clock)).toBe(line);
  });

  it('is late only while an answer is still of use', () => {
    expect(isAnswerLate({ ...asked, answer_by: at(-1) }, now)).toBe(true);
    expect(isAnswerLate({ ...asked, answer_by: at(1) }, now)).toBe(false);
    expect(isAnswerLate({ ...asked, fromDate: at(-1), answer_by: at(-2) }, now)).toBe(false);
    expect(isAnswerLate({ ...asked, status: 'ACCEPTED', answer_by: at(-1) }, now)).toBe(false);
  });

  it('says that nothing of an offer is held any more: run out, or taken since; until the request is answered', () => {
    const offered = { until: at(2), times: [{ id: 't1', at: at(80), clinician: null }] };
    const over = 'What the clinic offered is not held any more.';
    const told = (given: Partial<Parameters<typeof offerOver>[0]>) => [
      isOtherwise({ ...asked, ...given }),
      offerOver({ ...asked, ...given }, now),
    ];
    expect(told({})).toEqual([false, null]);
    expect(told({ offered_others: false, offered: null })).toEqual([false, null]);
    // A server of the version before says nothing of it beside the offer.
    expect(told({ offered })).toEqual([true, null]);
    expect(told({ offered, offered_others: true })).toEqual([true, null]);
    // An earlier time for somebody on the waitlist is offered beside the one that was asked for.
    expect(told({ offered, offered_others: false })).toEqual([false, null]);
    expect(told({ offered: { ...offered, until: at(-1) }, offered_others: true })).toEqual([true, over]);
    expect(told({ offered: null, offered_others: true })).toEqual([true, over]);
    expect(told({ status: 'ACCEPTED', offered, offered_others: true })).toEqual([false, null]);
  });

  it('tells the reason of a declined one alone', () => {
    expect(declinedReason({ ...asked, status: 'DECLINED', declined_reason: 'We are full.' })).toBe('We are full.');
    expect(declinedReason({ ...asked, status: 'DECLINED', declined_reason: null })).toBeNull();
    expect(declinedReason({ ...asked, declined_reason: 'We are full.' })).toBeNull();
  });
});

describe('offered times (D-425)', () => {
  const offered = {
    until: '2026-11-21T23:00:00.000Z',
    times: [
      { id: 't1', at: '2026-12-01T15:00:00.000Z', clinician: 'Dr. Lind' },
      { id: 't2', at: '2026-12-02T15:00:00.000Z', clinician: null },
    ],
  };
  it('are held until tomorrow, not until the weekday of an offered time a month later', () => {
    const until = '2026-11-22T20:30:00.000Z';
    expect(offeredTimes({ status: 'REQUESTED', offered: { ...offered, until } }, clock)?.until).toBe(
      'Held for you until tomorrow, 2:30pm.',
    );
  });

  it('are named with their clinician, and until when they are held', () => {
    expect(offeredTimes({ status: 'REQUESTED', offered }, clock)).toEqual({
      says: 'The clinic offers 2 other times',
      until: 'Held for you until today, 5:00pm.',
      times: [
        { id: 't1', when: 'Tue Dec 1, 9:00am', clinician: 'Dr. Lind' },
        { id: 't2', when: 'Wed Dec 2, 9:00am', clinician: null },
      ],
    });
  });

  it('are there only for a request and a visit to come, and only until they are not held any more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('REQUESTED', 'ACCEPTED', 'CONFIRMED', 'DECLINED', 'DELETED', 'DONE', 'NEW'),
        fc.integer({ min: -48, max: 48 }),
        fc.integer({ min: 0, max: 3 }),
        (status, hours, count) => {
          const times = Array.from({ length: count }, (_, n) => ({ id: `t${n}`, at: at(50 + n), clinician: null }));
          const shown = offeredTimes({ status, offered: { until: at(hours), times } }, clock);
          const isOpen = /^(REQUESTED|ACCEPTED|CONFIRMED)$/.test(status) && hours > 0 && count > 0;
          expect(shown?.times.map(({ id }) => id) ?? null).toEqual(isOpen ? times.map(({ id }) => id) : null);
        },
      ),
    );
    expect(offeredTimes({ status: 'REQUESTED', offered: null }, clock)).toBeNull();
    expect(offeredTimes({ status: 'REQUESTED' }, clock)).toBeNull();
  });
});
