import { expect, it } from 'vitest';
import { afterLeaving, answeredWords, giverNames, giverShort } from '../../../../src/domain/desk/giver';

it.each([
  ['Ana Ruiz', 'Ana'],
  ['ben@clinic.example', 'Ben'],
  ['pat.lee+desk@clinic.example', 'Pat'],
  ['', 'Somebody'],
  [giverNames.link, 'the link in the notice'],
  [giverNames.operator, 'the operator'],
])('an answer by %j is by %s', (name, short) => expect(giverShort(name)).toBe(short));

it.each([
  ['Ana Ruiz', false, 'accept', 'Ana accepted this at 8:44am'],
  ['Ana Ruiz', true, 'decline', 'You declined this at 8:44am'],
  ['pat@clinic.example', false, 'offer', 'Pat offered other times at 8:44am'],
  [giverNames.link, false, 'accept', 'Somebody by the link in the notice accepted this at 8:44am'],
  ['Ana', false, 'newer', 'Ana did it at 8:44am'],
])('of %j (own: %s) %s is told as %j', (by, is_mine, name, told) =>
  expect(
    answeredWords({ by, is_mine, name, words: 'did it', at: new Date('2026-11-23T14:44:00Z') }, 'America/Chicago'),
  ).toBe(told),
);

it('says what can be done about an answer that its owner has heard', () => {
  const [phone, email] = ['512-555-0163', 'noor@example.com'];
  expect(afterLeaving('request', 'accept', 'Noor', { phone, email })).toBe(
    'It has left and cannot be taken back. To change something, call Noor, 512-555-0163.',
  );
  expect(afterLeaving('refill', 'approve', 'Noor', { phone: null, email })).toMatch(
    /write to Noor, noor@example\.com\.$/,
  );
  expect(afterLeaving('refill', 'approve', 'Noor', { phone: null, email: null })).toMatch(/call Noor\.$/);
  expect(afterLeaving('records', 'merge', 'Noor', { phone, email })).toBeNull();
  // A payment that was settled has sent nobody anything.
  expect(afterLeaving('deposit', 'let_be', 'Noor', { phone, email })).toMatch(/^Nothing was sent\./);
  expect(afterLeaving('deposit', 'refund', 'Noor', { phone, email })).toMatch(/call Noor/);
});
