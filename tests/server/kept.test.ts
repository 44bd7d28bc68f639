import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kept, notByAge, type KeptName } from '../../server/system/kept';
import { tidyUp } from '../../server/housekeeping';
import { tableNames } from '../support/partition';
import { startTestServer, type TestServer } from '../support/server';

const minute = 60_000;
const far = '2040-01-01T00:00:00Z';

let server: TestServer;
let appointmentId: string;
beforeAll(async () => {
  server = await startTestServer();
  appointmentId = randomUUID();
  await insert('appointments', {
    clinic_id: server.clinicId,
    id: appointmentId,
    client_id: 'client-jo',
    product_id: 'exam',
    starts_at: far,
    ends_at: '2040-01-01T00:30:00Z',
    status: 'ACCEPTED',
    is_dropoff: false,
    details: '{}',
    created_at: far,
  });
  await insert('people', { id: 'ana', email: 'ana@testvets.example', name: 'Ana', created_at: far });
});
afterAll(() => server.close());

type Row = Record<string, string | number | boolean | null>;

const insert = (table: string, row: Row): Promise<unknown> =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(server.db);

const user = async (at: string, isOwner: boolean): Promise<string> => {
  const id = randomUUID();
  await insert('users', {
    clinic_id: server.clinicId,
    id,
    metadata: '{}',
    is_admin: false,
    created_at: at,
    ...(isOwner && { email: `${id}@example.com`, email_verified_at: at }),
  });
  return id;
};
const session = async (of: { owner: boolean; expiresAt: string; endedAt?: string }): Promise<string> => {
  const id = randomUUID();
  await insert('sessions', {
    clinic_id: server.clinicId,
    id,
    token_hash: id,
    user_id: await user(far, of.owner),
    created_at: far,
    rotated_at: far,
    expires_at: of.expiresAt,
    ended_at: of.endedAt ?? null,
  });
  return id;
};
const owners = () => session({ owner: true, expiresAt: far });

/** Writes one thing whose time began at `at`, and gives the column and value by which it is found again. */
type Seed = (at: string) => Promise<[column: string, value: string]>;
const own = async (table: string, row: Row, column = 'id'): Promise<[string, string]> => {
  const id = randomUUID();
  await insert(table, { [column]: id, ...row });
  return [column, id];
};
const here = () => ({ clinic_id: server.clinicId });
const message = (row: Row) =>
  own('messages', {
    ...here(),
    channel: 'email',
    recipient: 'jo@example.com',
    body_text: 'x',
    kind: 'test',
    attempts: 0,
    next_attempt_at: far,
    ...row,
  });

const seeds: Record<KeptName, Seed> = {
  replies: (at) =>
    own(
      'idempotency_keys',
      { ...here(), user_id: 'u', endpoint: 'e', body_hash: 'h', reply: '{}', created_at: at },
      'key',
    ),
  holds: async (at) =>
    own('holds', {
      ...here(),
      session_id: await owners(),
      starts_at: far,
      expires_at: at,
      extended: false,
      created_at: at,
    }),
  codes: async (at) =>
    own('codes', {
      ...here(),
      session_id: await owners(),
      purpose: 'sign-in',
      identifier: 'x',
      code_hash: 'x',
      attempts: 0,
      created_at: at,
      expires_at: at,
    }),
  signUps: async (at) => {
    const id = await owners();
    await insert('sign_ups', { ...here(), session_id: id, password_hash: 'x', expires_at: at });
    return ['session_id', id];
  },
  guestSessions: async (at) => ['id', await session({ owner: false, expiresAt: at })],
  guests: async (at) => ['id', await user(at, false)],
  endedSessions: async (at) => ['id', await session({ owner: true, expiresAt: far, endedAt: at })],
  expiredSessions: async (at) => ['id', await session({ owner: true, expiresAt: at })],
  pushSubscriptions: async (at) => {
    const id = await session({ owner: true, expiresAt: at });
    await insert('push_subscriptions', {
      ...here(),
      session_id: id,
      endpoint: `https://push.example/${id}`,
      p256dh: 'x',
      auth: 'x',
      created_at: at,
    });
    return ['session_id', id];
  },
  devices: async (at) =>
    own('devices', { ...here(), user_id: await user(far, true), first_used_at: at, last_used_at: at }, 'device_hash'),
  counters: (at) => own('counters', { ...here(), window_start: at, count: 1 }, 'key'),
  messages: (at) => message({ created_at: at }),
  failedFiles: (at) =>
    message({
      created_at: far,
      failed_at: at,
      attachment: '{"name":"a.pdf","type":"application/pdf","content":"eA=="}',
    }),
  answerLinks: (at) =>
    own('answer_links', { ...here(), appointment_id: appointmentId, created_at: at, expires_at: at }, 'token_hash'),
  textRequests: (at) => own('text_requests', { ...here(), user_id: 'u', phone: '+15125550142', created_at: at }),
  paymentEvents: (at) => own('payment_events', { ...here(), created_at: at }),
  visits: (at) =>
    own('booking_sessions', {
      ...here(),
      session_id: 's',
      user_id: 'u',
      last_recorded_step: 1,
      device: '{}',
      referral: '{}',
      created_at: at,
      recorded_at: at,
    }),
  presence: (at) =>
    own(
      'desk_presence',
      { ...here(), kind: 'request', person_id: 'ana', name: 'Ana', is_answering: false, since: at, seen_at: at },
      'thing_id',
    ),
  staffCodes: (at) => own('staff_codes', { person_id: 'ana', code_hash: 'x', created_at: at, expires_at: at }),
  staffSessions: (at) =>
    own('staff_sessions', { person_id: 'ana', token_hash: randomUUID(), created_at: at, last_used_at: at }),
  ceremonies: (at) => own('passkey_ceremonies', { challenge: 'x', expires_at: at }),
};

const isThere = async (table: string, [column, value]: [string, string]): Promise<boolean> =>
  (await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(server.db)).rows.length > 0;

test.each(Object.keys(kept) as KeptName[])('%s: what is older goes, what is younger stays', async (name) => {
  const now = server.clock.now();
  const at = (ms: number) => new Date(now.getTime() - kept[name].ms - ms).toISOString();
  const older = await seeds[name](at(minute));
  const younger = await seeds[name](at(-minute));
  const { table } = kept[name];
  expect([await isThere(table, older), await isThere(table, younger)]).toEqual([true, true]);
  await tidyUp(server.db, now);
  expect([await isThere(table, older), await isThere(table, younger)]).toEqual([false, true]);
});

test('every table is told of: what goes by age, and what does not', async () => {
  const told = new Set([...Object.values(kept).map(({ table }) => table), ...Object.keys(notByAge)]);
  expect((await tableNames(server.db)).sort()).toEqual([...told].sort());
});
