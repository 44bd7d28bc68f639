import { afterAll, beforeAll, expect, it } from 'vitest';
import { guestSignIn } from '../../../src/contract/auth';
import { openTimes } from '../../../src/contract/availability';
import { DAY_MINUTES } from '../../../src/domain/minuteOfDay';
import { clinicFile, product, provider } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { timesBody } from './support';

const clinicians = Array.from({ length: 20 }, (_, n) => `doctor-${n}`);
const everyday = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, start: '08:00', end: '20:00' }));

let server: TestServer;
beforeAll(async () => {
  const file = clinicFile({
    shop: { metadata: { bookingMaxLeadTime: 365 * DAY_MINUTES } },
    providers: clinicians.map((id) => provider({ id, hours: everyday })),
    products: [
      product({ id: 'exam', providerIds: clinicians }),
      // Longer than anybody works in a day, so that every day of the year is looked at in vain.
      product({ id: 'endless', providerIds: clinicians, metadata: { time: 13 * 60 } }),
    ],
  });
  server = await startTestServer({ clinicFiles: [file], env: { TRUST_PROXY: 'true' } });
});
afterAll(() => server.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const costly = timesBody({ productIds: ['endless'], days_to_check: 31, max_attempts: 31 });

it('whoever searches for much, many times at once, keeps others waiting for a few of them at most', async () => {
  const many = 60;
  let answered = 0;
  const theirs = Array.from({ length: many }, async () => {
    const { status } = await server.send(openTimes, { body: costly }, from('203.0.113.7'));
    answered += 1;
    return status;
  });
  // What the page of another address asks for, one after the other.
  for (let call = 0; call < 3; call += 1) {
    expect((await server.send(guestSignIn, {}, from('198.51.100.5'))).status).toBe(200);
    expect((await server.send(openTimes, { body: timesBody() }, from('198.51.100.5'))).status).toBe(200);
  }
  expect(answered).toBeLessThan(many / 2);
  expect(new Set(await Promise.all(theirs))).toEqual(new Set([200]));
});

it('the phones of a waiting room, which share an address, are all answered', async () => {
  const phones = Array.from({ length: 100 }, () => server.send(openTimes, { body: timesBody() }, from('203.0.113.8')));
  const times = (await Promise.all(phones)).map(({ status, text }) => [status, text]);
  expect(new Set(times.map(([status]) => status))).toEqual(new Set([200]));
  expect(new Set(times.map(([, text]) => text)).size).toBe(1);
});
