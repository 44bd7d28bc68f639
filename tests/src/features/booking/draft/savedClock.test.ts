// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as limits from '../../../../../src/limits';
import { serverClockSeen } from '../../../../../src/state/connection';
import { serverNow } from '../../../../../src/state/clock';
import { report } from '../../../../../src/features/booking/store/report';
import { portalDb } from '../../../../../src/offline/database/db';
import { preference } from '../../../../../src/offline/marker';
import { reply, tinyServer } from '../../../../support/tinyServer';
import { guest } from '../../../api/support';
import { ok } from '../../../../support/tinyServer';
import { pickTime } from '../../../../../src/features/booking/hold/hold';
import { chooseExam, clinicOfTest, openPage, slot } from '../bookingSupport';
import { exam } from '../steps/stepSupport';

const hour = 3_600_000;
const start = Date.parse('2026-11-21T15:00:00.000Z');

/** The clinic's server, whose clock a test sets, and a device whose clock is off from it. */
const world = { server: start, device: 0 };
let server: Awaited<ReturnType<typeof tinyServer>>;
beforeEach(async () => {
  localStorage.clear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  Object.assign(world, { server: start, device: 0 });
  server = await tinyServer((request, response) => {
    response.setHeader('Date', new Date(world.server).toUTCString());
    if (request.url.endsWith('/health')) reply(response, 200, { status: 'ok', version: '1' });
    else if (request.url.endsWith('/guest-sign-in')) ok(response, guest());
    else reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
});
afterEach(() => server.close());

const open = (base = server.base) =>
  openPage({ base, shop: { feature_settings: {} }, now: () => world.server + world.device });

/** A booking whose time was picked at the server's `start`, closed. */
async function begun() {
  const page = await open();
  const device = world.server + world.device;
  page.store.dispatch(serverClockSeen({ server: world.server, sent: device, device }));
  page.store.dispatch(report('new-chosen'));
  chooseExam(page);
  await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
  await expect
    .poll(() => portalDb().drafts.get(clinicOfTest()))
    .toMatchObject({ saved: { position: { step: 'client-info' } } });
  return page;
}
const saved = async () =>
  (
    (await portalDb().drafts.get(clinicOfTest())) as {
      saved: { savedAt: string; draft: { hold: { deadline: string } } };
    }
  ).saved;

describe('a saved draft is as old as the server says (D-38, D-125)', () => {
  it.each([0, 5 * hour, -5 * hour, 400 * 24 * hour])(
    'is kept with the server’s time by a device that is %i ms off',
    async (off) => {
      world.device = off;
      await begun();
      const { savedAt, draft } = await saved();
      expect(Date.parse(savedAt)).toBe(start);
      expect(Date.parse(draft.hold.deadline)).toBe(start + limits.holdMs);
    },
  );

  it.each([3 * 24 * hour, -3 * 24 * hour, 10 * hour])(
    'comes back with its time after a minute, though the device’s clock jumped by %i ms',
    async (jump) => {
      await begun();
      world.server += 60_000;
      world.device = jump;
      const again = await open();
      expect(again.booking()).toMatchObject({
        position: { step: 'client-info' },
        pickerMessage: null,
        draft: { time: { dateTime: slot().dateTime } },
      });
    },
  );

  it.each([0, -20 * hour, -10 * hour, -3 * 24 * hour, 24 * hour])(
    'does not come back after 30 hours, whatever the device’s clock says (off by %i ms)',
    async (jump) => {
      await begun();
      world.server += 30 * hour;
      world.device = jump;
      const again = await open();
      expect(again.booking()).toMatchObject({ position: { step: 'client-type' }, draft: { time: null } });
      expect(await portalDb().drafts.get(clinicOfTest())).toBeUndefined();
    },
  );

  it.each([0, -5 * hour])(
    'loses a time that ran out meanwhile, though the device’s clock says otherwise (off by %i ms)',
    async (jump) => {
      await begun();
      world.server += limits.holdMs + 1000;
      world.device = jump;
      const again = await open();
      await expect
        .poll(() => again.booking())
        .toMatchObject({
          position: { step: 'appointment' },
          pickerMessage: 'hold-expired',
          draft: { time: null, hold: null },
        });
    },
  );

  it('goes by the last known difference where there is no network', async () => {
    world.device = 5 * 24 * hour;
    await open();
    // Heard by a call of the page before.
    const page = await begun();
    const { setClock } = await import('../../../../../src/api/baseQuery');
    setClock(world.server, page.services.now(), {
      dispatch: page.store.dispatch,
      getState: page.store.getState,
      extra: page.services,
    });
    expect(preference('clock-offset')).toBe(String(-world.device));
    world.server += 60_000;
    const offline = await open('http://127.0.0.1:9/api');
    expect(serverNow(offline.store.getState(), offline.services)).toBe(world.server);
    expect(offline.booking()).toMatchObject({
      position: { step: 'client-info' },
      draft: { time: { dateTime: slot().dateTime } },
    });
  });
});
