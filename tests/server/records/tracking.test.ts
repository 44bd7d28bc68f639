import { describe, expect, it } from 'vitest';
import type { Input } from '../../../src/contract/endpoint';
import { recordBookingSession } from '../../../src/contract/tracking';
import { tidyUp } from '../../../server/housekeeping';
import { client, knownClient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { manyClinics } from '../booking/support';

const open = manyClinics();
let server: TestServer;
const start = async () => {
  server = await open({
    clients: [knownClient, client({ id: 'client-sam', email: 'sam@example.com' })],
    appointments: [
      {
        id: 'jos',
        client_id: 'client-jo',
        product_id: 'exam',
        provider_id: 'ada',
        fromDate: '2026-12-09T16:00:00Z',
        status: 'ACCEPTED',
      },
      {
        id: 'sams',
        client_id: 'client-sam',
        product_id: 'exam',
        provider_id: 'ben',
        fromDate: '2026-12-09T16:00:00Z',
        status: 'ACCEPTED',
      },
    ],
  });
};

type Body = Input<typeof recordBookingSession>['body'];
const record = (token: string, body: Partial<Body> = {}, at = server) =>
  at.send(
    recordBookingSession,
    { body: { session_id: 'page-1', last_recorded_step: 1, ...body } },
    { token, clinicId: server.clinicId },
  );
const stored = () =>
  server.db
    .selectFrom('booking_sessions')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();

describe('API-61 booking sessions', () => {
  it('API-61 keeps one row a session, with what was told last (D-49, D-132)', async () => {
    await start();
    const { token, user } = await server.signInGuest();
    const device = {
      device_platform: 'iPhone',
      device_cookies_allowed: true,
      device_user_agent: 'Safari',
      device_language: 'en-US',
      device_timezone: 'America/Chicago',
      device_display_width: 390,
      device_display_height: 844,
    };
    expect(
      await record(token, {
        last_recorded_step: 0,
        ...device,
        referral_source: 'news',
        referral_campaign: 'fall',
        referral_medium: 'mail',
      }),
    ).toMatchObject({ status: 200, body: { data: { recorded: true } } });
    const begun = server.clock.now();
    server.clock.advance(60_000);
    await record(token, { last_recorded_step: 15, ...device, referral_source: 'news' });
    expect(await stored()).toMatchObject([
      {
        id: 'page-1',
        user_id: user.id,
        last_recorded_step: 15,
        created_at: begun,
        recorded_at: server.clock.now(),
        appointment_id: null,
        device: {
          platform: 'iPhone',
          cookies_allowed: true,
          user_agent: 'Safari',
          language: 'en-US',
          timezone: 'America/Chicago',
          display_width: 390,
          display_height: 844,
        },
        referral: { source: 'news' },
      },
    ]);
  });

  it('API-61 goes on through the verification, and keeps the appointment once it is known', async () => {
    await start();
    const guest = await server.signInGuest();
    await record(guest.token, { last_recorded_step: 6 });
    const { token, user } = await server.signIn('jo@example.com', { token: guest.token });
    await record(token, { last_recorded_step: 11, appointment_id: 'jos' });
    await record(token, { last_recorded_step: 13 });
    expect(await stored()).toMatchObject([{ user_id: user.id, last_recorded_step: 13, appointment_id: 'jos' }]);
  });

  it("API-61 never trusts a user_id or somebody else's appointment_id", async () => {
    await start();
    const { token, user } = await server.signIn('jo@example.com');
    for (const appointment_id of ['sams', 'nothing']) {
      expect((await record(token, { user_id: 'client-sam', appointment_id })).status).toBe(200);
      expect(await stored()).toMatchObject([{ user_id: user.id, appointment_id: null }]);
    }
    const guest = await server.signInGuest();
    await record(guest.token, { session_id: 'page-2', appointment_id: 'jos' });
    expect((await stored()).map((row) => row.appointment_id)).toEqual([null, null]);
  });

  it("API-61 cannot write into another session's row by its id", async () => {
    await start();
    const mine = await server.signInGuest();
    const theirs = await server.signInGuest();
    await record(mine.token, { last_recorded_step: 4 });
    await record(theirs.token, { last_recorded_step: 18 });
    expect((await stored()).map((row) => [row.user_id, row.last_recorded_step]).sort()).toEqual(
      [
        [mine.user.id, 4],
        [theirs.user.id, 18],
      ].sort(),
    );
  });

  it.each([
    { last_recorded_step: 19 },
    { last_recorded_step: -1 },
    { last_recorded_step: 1.5 },
    { session_id: '' },
    { device_user_agent: 'x'.repeat(513) },
    { device_platform: 'a\0' },
  ])('API-61 refuses %j', async (body) => {
    await start();
    const { token } = await server.signInGuest();
    expect(await record(token, body)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await stored()).toEqual([]);
  });

  it('API-61 needs a session, is capped by address, and is forgotten after a while', async () => {
    await start();
    const { token } = await server.signInGuest();
    expect((await server.send(recordBookingSession, { body: { session_id: 'x', last_recorded_step: 1 } })).status).toBe(
      401,
    );
    await server.db.deleteFrom('counters').execute();
    const strict = await server.another({ caps: { visitsPerAddress: { max: 1, windowMs: 60_000 } } });
    const reports = [
      await record(token, { session_id: 'a' }, strict),
      await record(token, { session_id: 'b' }, strict),
      await record(token, { session_id: 'a' }, strict),
    ];
    expect(reports.map((one) => one.status)).toEqual([200, 429, 200]);
    await strict.app.close();
    await tidyUp(server.db, new Date('2027-11-21T15:00:00Z'));
    expect(await stored()).toHaveLength(1);
    await tidyUp(server.db, new Date('2028-01-21T15:00:00Z'));
    expect(await stored()).toEqual([]);
  });
});
