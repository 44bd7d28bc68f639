import { expect, it } from 'vitest';
import { isReplayAllowed, pageOf } from '../../../../src/domain/tracking/pages';

it.each([
  ['/oakwood', '/'],
  ['/oakwood/appointments', '/appointments'],
  ['/oakwood/appointments/a1', '/appointments/:id'],
  ['/oakwood/appointments/a1/reschedule', '/appointments/:id/reschedule'],
  ['/oakwood/pets/rex/certificate', '/pets/:id/certificate'],
  ['/oakwood/pay_1A2b', '/:paymentId'],
  ['/login', '/login'],
  ['/', '/'],
])('%s is told as %s, without whose it is (D-131)', (pathname, page) => {
  expect(pageOf(pathname)).toBe(page);
});

it('records no replay on the pets path (TRACK-06)', () => {
  expect(['/oakwood', '/oakwood/account', '/oakwood/petsitter', '/pets'].map(isReplayAllowed)).toEqual([true, true, true, true]);
  expect(['/oakwood/pets', '/oakwood/pets/rex/certificate'].map(isReplayAllowed)).toEqual([false, false]);
});
