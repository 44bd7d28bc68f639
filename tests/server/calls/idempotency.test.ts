import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { object, string, type } from 'superstruct';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoint } from '../../../src/contract/endpoint';
import { endpoints } from '../../../src/contract';
import { allRoutes } from '../../../server/app';
import { ApiError } from '../../../server/calls/errors';
import { handle } from '../../../server/calls/handlers';
import { defer, insertion } from '../../../server/db/statements';
import { tidyUp } from '../../../server/housekeeping';
import * as limits from '../../../src/limits';
import { startTestServer, type TestServer } from '../../support/server';

/** A creating write: one row for each run, named by how often the handler ran before. */
const create = endpoint({
  name: 'create',
  method: 'POST',
  path: '/create',
  access: 'session',
  body: object({ name: string() }),
  response: type({ id: string(), name: string() }),
  idempotent: true,
});
const createOther = endpoint({
  name: 'createOther',
  method: 'POST',
  path: '/create-other',
  access: 'session',
  body: object({ name: string() }),
  response: type({ id: string() }),
  idempotent: true,
});

/** One whose handler begins with a read, so that the key is claimed along with it. */
const createAfterRead = endpoint({
  name: 'createAfterRead',
  method: 'POST',
  path: '/create-after-read',
  access: 'session',
  body: object({ name: string() }),
  response: type({ id: string(), name: string() }),
  idempotent: true,
});

let plain: TestServer;
let server: TestServer;
let runs = 0;
let failNext: unknown = null;
let refusesAtOnce = false;
let passedRead = 0;
beforeAll(async () => {
  plain = await startTestServer();
  server = await plain.another({
    calls: [...endpoints, create, createOther, createAfterRead],
    routes: [
      ...allRoutes,
      handle(
        create,
        async ({ db, body, clinic, session, now, services }) => {
          runs++;
          const id = services.ids.next();
          await db
            .insertInto('text_requests')
            .values({ clinic_id: clinic.id, id, user_id: session.userId, phone: body.name, created_at: now })
            .execute();
          if (failNext !== null) {
            const error = failNext;
            failNext = null;
            throw error;
          }
          return { id, name: body.name };
        },
        { transaction: true },
      ),
      handle(
        createAfterRead,
        async ({ db, body, clinic, session, now, services }) => {
          if (refusesAtOnce) throw new ApiError('not_allowed');
          const reading = db
            .selectFrom('text_requests')
            .select('id')
            .where('clinic_id', '=', clinic.id)
            .where('phone', '=', body.name)
            .execute();
          // One that goes on after its read has failed.
          await (body.name === 'goes on' ? reading.catch(() => []) : reading);
          passedRead++;
          const id = services.ids.next();
          const row = { clinic_id: clinic.id, id, user_id: session.userId, phone: body.name, created_at: now };
          defer(db, insertion('text_requests', [row]));
          return { id, name: body.name };
        },
        { transaction: true, beginsWithRead: true },
      ),
      handle(createOther, async ({ services }) => ({ id: services.ids.next() }), { transaction: true }),
    ],
  });
});
afterAll(async () => {
  await server.app.close();
  await plain.close();
});

const rows = async (name: string) =>
  (await server.db.selectFrom('text_requests').select('id').where('phone', '=', name).execute()).length;

describe('a creating write (D-202)', () => {
  test('is simply made without a key, each time (D-412)', async () => {
    const { token } = await server.signInGuest();
    const [first, second] = [
      await server.api(create, { body: { name: 'keyless' } }, { token, key: null }),
      await server.api(create, { body: { name: 'keyless' } }, { token, key: null }),
    ];
    expect(first.id).not.toBe(second.id);
    expect(await rows('keyless')).toBe(2);
    expect(
      await server.db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('reply', '@>', sql<{ data: unknown }>`${JSON.stringify({ data: { name: 'keyless' } })}::jsonb`)
        .execute(),
    ).toEqual([]);
  });

  test('without a key is one transaction all the same', async () => {
    const { token } = await server.signInGuest();
    failNext = new ApiError('slot_gone');
    expect((await server.send(create, { body: { name: 'undone' } }, { token, key: null })).status).toBe(409);
    expect(await rows('undone')).toBe(0);
  });

  test.each(['mine', ' ', '6f2d7f0e-58c1-4f5e-9a53', '{}', 'null'])(
    'refuses %j, which is no key, and does nothing: whoever sends a key counts on it',
    async (key) => {
      const { token } = await server.signInGuest();
      expect(await server.send(create, { body: { name: 'a' } }, { token, key })).toMatchObject({
        status: 400,
        body: { fields: { 'Idempotency-Key': 'must be a uuid' } },
      });
      expect(await rows('a')).toBe(0);
    },
  );

  test('gives the first reply again for the same key and body, also in another process', async () => {
    const { token } = await server.signInGuest();
    const key = randomUUID();
    const first = await server.send(create, { body: { name: 'b' } }, { token, key });
    const second = await server.send(create, { body: { name: 'b' } }, { token, key: key.toUpperCase() });
    expect(second.body).toEqual(first.body);
    expect(await rows('b')).toBe(1);
  });

  test('refuses another body, and another call, under the key and names the first result', async () => {
    const { token } = await server.signInGuest();
    const key = randomUUID();
    const first = await server.api(create, { body: { name: 'c' } }, { token, key });
    const other = await server.send(create, { body: { name: 'd' } }, { token, key });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch', result: first } });
    expect((await server.send(createOther, { body: { name: 'c' } }, { token, key })).status).toBe(422);
    expect(await rows('d')).toBe(0);
  });

  test('twenty at once with one key: one runs, all get its reply', async () => {
    const { token } = await server.signInGuest();
    const key = randomUUID();
    const before = runs;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => server.api(create, { body: { name: 'e' } }, { token, key })),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect([await rows('e'), runs - before]).toEqual([1, 1]);
  });

  test('claims its key along with its first read where it begins with one, and a repetition gets no further', async () => {
    const { token } = await server.signInGuest();
    for (const name of ['reads', 'goes on']) {
      const key = randomUUID();
      const before = passedRead;
      const send = () => server.api(createAfterRead, { body: { name } }, { token, key });
      const first = await send();
      const replies = await Promise.all(Array.from({ length: 10 }, send));
      expect(new Set([first, ...replies].map(({ id }) => id)).size).toBe(1);
      expect(await rows(name)).toBe(1);
      if (name === 'reads') expect(passedRead - before).toBe(1);
    }
    const key = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => server.api(createAfterRead, { body: { name: 'crowd' } }, { token, key })),
    );
    expect([new Set(all.map(({ id }) => id)).size, await rows('crowd')]).toEqual([1, 1]);
    expect(await server.send(createAfterRead, { body: { name: 'reads' } }, { token, key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch', result: all[0] },
    });
  });

  test('gives the first reply also where the repetition would refuse before its first statement', async () => {
    const { token } = await server.signInGuest();
    const key = randomUUID();
    const send = (as: string) => server.send(createAfterRead, { body: { name: 'at once' } }, { token, key: as });
    const first = await send(key);
    refusesAtOnce = true;
    expect(await send(key)).toMatchObject({ status: 200, body: first.body });
    const other = randomUUID();
    expect(await send(other)).toMatchObject({ status: 422, body: { code: 'not_allowed' } });
    refusesAtOnce = false;
    expect((await send(other)).status).toBe(200);
    expect(await rows('at once')).toBe(2);
  });

  test('a refused write leaves no key and no row behind, and may be sent again', async () => {
    const { token } = await server.signInGuest();
    const key = randomUUID();
    failNext = new ApiError('slot_gone');
    expect((await server.send(create, { body: { name: 'f' } }, { token, key })).status).toBe(409);
    expect(await rows('f')).toBe(0);
    expect((await server.send(create, { body: { name: 'f' } }, { token, key })).status).toBe(200);
    expect(await rows('f')).toBe(1);
  });

  test('is run again when the database gives way to another transaction', async () => {
    const { token } = await server.signInGuest();
    for (const code of ['40001', '40P01']) {
      failNext = Object.assign(new Error('gave way'), { code });
      expect((await server.send(create, { body: { name: code } }, { token })).status).toBe(200);
      expect(await rows(code)).toBe(1);
    }
  });

  test("keys belong to a user: another one's key is no key", async () => {
    const key = randomUUID();
    for (const { token } of [await server.signInGuest(), await server.signInGuest()])
      await server.api(create, { body: { name: 'g' } }, { token, key });
    expect(await rows('g')).toBe(2);
  });

  test("a guest's keys go on as the owner's (D-18)", async () => {
    await server.signIn('+15125550170');
    const guest = await server.signInGuest();
    const key = randomUUID();
    const first = await server.api(create, { body: { name: 'h' } }, { token: guest.token, key });
    const owner = await server.signIn('+15125550170', { token: guest.token });
    expect(owner.user.id).not.toBe(guest.user.id);
    expect(await server.api(create, { body: { name: 'h' } }, { token: owner.token, key })).toEqual(first);
  });

  test('a key is kept for 90 days', async () => {
    const { token } = await server.signInGuest();
    const key = randomUUID();
    const first = await server.api(create, { body: { name: 'i' } }, { token, key });
    const start = server.clock.now();
    server.clock.advance(limits.idempotencyMs);
    await tidyUp(server.db, server.clock.now());
    expect(await server.api(create, { body: { name: 'i' } }, { token, key })).toEqual(first);
    server.clock.advance(1);
    await tidyUp(server.db, server.clock.now());
    expect((await server.api(create, { body: { name: 'i' } }, { token, key })).id).not.toBe(first.id);
    server.clock.set(start);
  });
});
