import { expect, it } from 'vitest';
import { mayReplay, pageAddress, pageOf } from '../../../../src/domain/tracking/pages';

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

it('addresses are told likewise, without their query (D-30, D-131)', () => {
  expect(pageAddress('https://vets.example/oakwood/appointments/a1?utm_source=riley')).toBe(
    'https://vets.example/appointments/:id',
  );
  expect(pageAddress('nonsense')).toBe('');
});

it('records no replay on the pets path (TRACK-06)', () => {
  const may = (pathname: string) => mayReplay({ pathname, isOnline: true, isCardShown: false });
  expect(['/oakwood', '/oakwood/account', '/oakwood/petsitter', '/pets'].filter((path) => !may(path))).toEqual([]);
  expect(
    [
      '/oakwood/pets',
      '/oakwood/pets/rex/certificate',
      '/oakwood/Pets/',
      '/oakwood//pets',
      '/oakwood/%70ets',
      '/%',
    ].filter(may),
  ).toEqual([]);
});

it('records none beside a card and none without a network (D-30)', () => {
  expect(mayReplay({ pathname: '/oakwood', isOnline: true, isCardShown: true })).toBe(false);
  expect(mayReplay({ pathname: '/oakwood', isOnline: false, isCardShown: false })).toBe(false);
});
