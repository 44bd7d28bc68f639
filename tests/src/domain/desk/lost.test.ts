import { expect, it } from 'vitest';
import { leftWords, lostLines, lostWords } from '../../../../src/domain/desk/lost';

const row = (id: string, name: string | null) => ({
  id,
  pet: name === null ? null : { id: null, name, species: null },
  owner: 'Noor Haddad',
});
const words = { name: 'decline' as const, tray: 'decline' as const, client_id: null, words: 'We are full.' };

it('names what is half written and what was not sent, each item once', () => {
  expect(
    lostLines({
      here: { one: words, two: { ...words, words: '' }, three: 'nonsense' },
      unsent: ['one', 'four'],
      rows: [row('one', 'Pepper'), row('four', null)],
      elsewhere: [{ half: words, row: row('five', 'Moose'), clinic: 'Willow' }],
    }),
  ).toEqual([
    'Pepper: a reason to decline: “We are full.”',
    'Noor Haddad: an answer that was not sent',
    'Moose at Willow: a reason to decline: “We are full.”',
  ]);
});

it('counts what went with a session', () => {
  expect([0, 1, 2].map(lostWords)).toEqual([
    '',
    'One half-written answer was not sent and had to leave this device with it.',
    '2 half-written answers were not sent and had to leave this device with it.',
  ]);
});

it('says of which clinics somebody was taken off, and what went with them', () => {
  expect(leftWords(['Oak'], 0)).toBe('You no longer work at Oak.');
  expect(leftWords(['Oak', 'Elm'], 2)).toBe(
    'You no longer work at Oak or Elm. 2 half-written answers were not sent and had to leave this device.',
  );
});
