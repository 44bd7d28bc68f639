import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout, getProfile } from '../../src/contract/auth';
import { sendStaffCode } from '../../src/contract/desk/staff';
import { createHold } from '../../src/contract/availability';
import { textUs } from '../../src/contract/messages';
import { RAN_OUT } from '../../src/contract/errors';
import * as limits from '../../src/limits';
import { tidyUp, tidyUpIfDue } from '../../server/housekeeping';
import { takeJob } from '../../server/db/jobs';
import { chicago, holdBody, MINUTE, wednesday } from './booking/support';
import { startTestServer, type TestServer } from '../support/server';
import { staffMember } from '../support/staff';

const day = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const rows = async (table: 'users' | 'sessions' | 'codes' | 'counters' | 'messages') =>
  (await server.db.selectFrom(table).select('clinic_id').execute()).length;

test('a hold that ended goes an hour later, one that lasts stays', async () => {
  const hold = async (provider_id: string) => {
    const { token } = await server.signInGuest();
    return (await server.api(createHold, { body: holdBody(chicago(wednesday, '09:00'), { provider_id }) }, { token }))
      .id;
  };
  const old = await hold('ada');
  server.clock.advance(60 * MINUTE);
  const young = await hold('ben');
  const held = async () => (await server.db.selectFrom('holds').select('id').execute()).map(({ id }) => id);
  await tidyUp(server.db, server.clock.now());
  expect((await held()).sort()).toEqual([old, young].sort());
  server.clock.advance(10 * MINUTE + 1);
  await tidyUp(server.db, server.clock.now());
  expect(await held()).toEqual([young]);
  expect(await server.db.selectFrom('claims').select('hold_id').execute()).toEqual([{ hold_id: young }]);
});

test('codes of staff go after a day, their sessions a week after the last use', async () => {
  const ana = await staffMember(server);
  await server.api(sendStaffCode, { body: { email: ana.email } });
  const left = async () => [
    (await server.db.selectFrom('staff_codes').select('id').execute()).length,
    (await server.db.selectFrom('staff_sessions').select('id').execute()).length,
  ];
  await tidyUp(server.db, server.clock.now());
  expect(await left()).toEqual([1, 1]);
  server.clock.advance(day + limits.codeMs + 1);
  await tidyUp(server.db, server.clock.now());
  expect(await left()).toEqual([0, 1]);
  server.clock.advance(6 * day);
  await tidyUp(server.db, server.clock.now());
  expect(await left()).toEqual([0, 0]);
});

test('what has served its time goes, what is in use stays', async () => {
  const owner = await server.signIn('+15125550190');
  const guest = await server.signInGuest();
  const left = await server.signInGuest();
  await server.api(logout, {}, { token: left.token });
  await server.db.updateTable('messages').set({ delivered_at: server.clock.now() }).execute();
  const before = [
    await rows('users'),
    await rows('sessions'),
    await rows('codes'),
    await rows('counters'),
    await rows('messages'),
  ];

  await tidyUp(server.db, server.clock.now());
  expect([
    await rows('users'),
    await rows('sessions'),
    await rows('codes'),
    await rows('counters'),
    await rows('messages'),
  ]).toEqual(before);

  server.clock.advance(8 * day);
  await tidyUp(server.db, server.clock.now());
  expect([await rows('codes'), await rows('counters')]).toEqual([0, 0]);
  expect((await server.send(getProfile, {}, { token: owner.token })).status).toBe(200);
  expect((await server.send(getProfile, {}, { token: guest.token })).status).toBe(200);
  expect(await server.db.selectFrom('users').select('id').where('id', '=', left.user.id).execute()).toEqual([]);
  expect(await rows('messages')).toBe(before[4]);

  server.clock.advance(limits.sessionMs + 8 * day);
  await tidyUp(server.db, server.clock.now());
  expect([await rows('sessions'), await rows('messages')], "an owner's session is known to have run out").toEqual([
    1, 0,
  ]);
  expect(await server.send(getProfile, {}, { token: owner.token })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': expect.stringContaining(RAN_OUT) },
  });
  const kept = await server.db.selectFrom('users').select('id').execute();
  expect(kept, 'an owner is not forgotten, a guest is').toContainEqual({ id: owner.user.id });
  expect(kept).not.toContainEqual({ id: guest.user.id });

  server.clock.advance(400 * day);
  await tidyUp(server.db, server.clock.now());
  expect(await rows('sessions')).toBe(0);
});

test('messages go after 90 days whatever became of them, those with a file a week after they were given up, and text-us requests after 90 days', async () => {
  await server.db.deleteFrom('messages').execute();
  const { token } = await server.signInGuest();
  const request = await server.api(textUs, { body: { phone_number: '5125550142' } }, { token });
  const write = (text: string, attachment: { name: string; type: string; content: Uint8Array } | null = null) =>
    server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'email',
      recipient: 'jo@example.com',
      subject: 'Hello',
      text,
      attachment,
      kind: 'test',
    });
  const file = { name: 'a.pdf', type: 'application/pdf', content: Buffer.from('x') };
  const [failed, withFile] = [await write('failed'), await write('with a file', file)];
  await write('waiting');
  await server.db
    .updateTable('messages')
    .set({ failed_at: server.clock.now() })
    .where('id', 'in', [failed, withFile])
    .execute();
  const left = async () =>
    (
      await server.db
        .selectFrom('messages')
        .select('body_text')
        .where('kind', '=', 'test')
        .orderBy('position')
        .execute()
    ).map((row) => row.body_text);
  const requests = async () => (await server.db.selectFrom('text_requests').select('id').execute()).map(({ id }) => id);
  server.clock.advance(6 * day);
  await tidyUp(server.db, server.clock.now());
  expect(await left()).toEqual(['failed', 'with a file', 'waiting']);
  server.clock.advance(2 * day);
  await tidyUp(server.db, server.clock.now());
  expect([await left(), await requests()]).toEqual([['failed', 'waiting'], [request.id]]);
  server.clock.advance(83 * day);
  await tidyUp(server.db, server.clock.now());
  expect([await left(), await requests()]).toEqual([[], []]);
});

test('of several servers one tidies up in each hour, and a dead one keeps nobody from it for long', async () => {
  const other = await server.another();
  const round = async () =>
    (await Promise.all([server.db, other.db, server.db].map((db) => tidyUpIfDue(db, server.clock.now())))).filter(
      Boolean,
    ).length;
  server.clock.advance(60 * MINUTE);
  expect(await round()).toBe(1);
  server.clock.advance(20 * MINUTE);
  expect(await round(), 'at another minute of the same hour').toBe(0);
  server.clock.advance(40 * MINUTE);
  const now = server.clock.now();
  // Taken, and then nothing more is heard of this process.
  expect(await takeJob(server.db, 'tidying', { due: now, now, leaseMs: 10 * MINUTE })).toBe(true);
  expect(await round()).toBe(0);
  server.clock.advance(10 * MINUTE);
  expect(await round()).toBe(1);
  await other.app.close();
});
