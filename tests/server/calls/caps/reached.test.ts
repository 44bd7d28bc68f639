import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capTable, type CapName, type CapRow } from '../../../../server/calls/caps';
import { importClinicFile } from '../../../../server/modules/clinicFile/import';
import { clinicFile } from '../../../support/clinicFile';
import { startTestServer, type CallOptions, type TestServer } from '../../../support/server';
import { crowd, tally } from '../../booking/support';
import { busyClinic, scenarios } from './rows';

const most = 2;
const saturday = '2026-11-21T15:00:00Z';

let server: TestServer;
let opened = 0;
beforeAll(async () => {
  server = await startTestServer({ clinicFiles: [], env: { PUBLIC_URL: 'http://localhost:8123' } });
});
afterAll(() => server.close());

/** The server as one sees it that calls this clinic. */
const at = (there: TestServer, clinicId: string): TestServer => {
  const called = <O extends CallOptions>(given: O = {} as O): O => ({ clinicId, ...given });
  return {
    ...there,
    clinicId,
    api: (endpoint, input, given) => there.api(endpoint, input, called(given)),
    send: (endpoint, input, given) => there.send(endpoint, input, called(given)),
    signInGuest: (given) => there.signInGuest(called(given)),
    signIn: (identifier, given) => there.signIn(identifier, called(given)),
  };
};

/** A clinic of its own, one server as always to get ready at, and one on which the cap is small. */
async function strictAbout(name: CapName): Promise<{ usual: TestServer; strict: TestServer }> {
  server.clock.set(saturday);
  // What counts over all clinics was counted by the rows before.
  await server.db.deleteFrom('counters').execute();
  const id = `clinic-${++opened}`;
  await importClinicFile(server.db, clinicFile({ ...busyClinic, shop: { ...busyClinic.shop, id } }), {
    now: server.clock.now(),
    demoMode: true,
  });
  const { windowMs, setAside = 0 }: CapRow = capTable[name];
  // Nobody here has signed in before.
  const strict = await server.another({ caps: { [name]: { max: most + setAside, windowMs } } });
  return { usual: at(server, id), strict: at(strict, id) };
}

const names = Object.keys(scenarios) as (keyof typeof scenarios)[];

describe.each(names)('%s', (name) => {
  test('past it everything is refused with when to try again and whom to call, and goes on then', async () => {
    const { usual, strict } = await strictAbout(name);
    const { status, go } = await scenarios[name](usual);
    for (let n = 0; n < most; n++) expect((await go(strict, n)).status).toBe(status);
    const refused = await go(strict, most);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        success: false,
        code: 'too_many_requests',
        message: expect.stringMatching(
          // Staff are no clients.
          name.startsWith('staff') ? / Please try again later\.$/ : / call us at 512-555-0100\.$/,
        ) as string,
      },
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    if (capTable[name].windowMs !== null) expect(seconds).toBe(capTable[name].windowMs / 1000);
    server.clock.advance((seconds - 1) * 1000);
    expect(
      (await go(strict, most + 1)).status,
      'a refused one does not lock out for longer, and the time is no shorter',
    ).toBe(429);
    server.clock.advance(1000);
    expect((await go(strict, most + 2)).status).toBe(status);
    await strict.app.close();
  });

  test('a crowd does not get past it', async () => {
    const { usual, strict } = await strictAbout(name);
    const { status, go } = await scenarios[name](usual);
    const replies = await crowd(6, (n) => go(strict, n));
    expect(tally(replies)).toEqual({ [status]: most, 429: 6 - most });
    await strict.app.close();
  });
});
