import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import { logout } from '../../../src/contract/auth';
import { passkeySignIn } from '../../../src/contract/desk/passkeys';
import type { Access, Endpoint } from '../../../src/contract/endpoint';
import { RAN_OUT } from '../../../src/contract/errors';
import * as limits from '../../../src/limits';
import { hashToken, newToken } from '../../../server/system/secrets';
import { ask, type Answer } from '../../support/border/ask';
import { fieldsOfCall, withField } from '../../support/border/fields';
import { samples, type Given } from '../../support/border/samples';
import { bookedBy, makeScene, nowhere, otherClinic, type Scene } from '../../support/border/scene';

let scene: Scene;
/** Whoever may come, by a token that they come with. */
const tokens: Record<Who, string | null> = {} as Record<Who, string | null>;
/** A token of a session just like that one, for a call may end it; none for what is no session's. */
async function another(token: string | null): Promise<string | null> {
  const { db } = scene.server;
  const session =
    token &&
    (await db.selectFrom('sessions').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst());
  if (!session) return token;
  const fresh = newToken();
  await db
    .insertInto('sessions')
    .values({ ...session, id: randomUUID(), token_hash: hashToken(fresh) })
    .execute();
  return fresh;
}
/** Those who were let in are so for the next call, too: one of the calls ends every session of whoever asks. */
async function stay(): Promise<void> {
  const living = everybody.flatMap((who) => (who === 'a session that was ended' ? [] : (tokens[who] ?? [])));
  await scene.server.db
    .updateTable('sessions')
    .set({ ended_at: null })
    .where('token_hash', 'in', living.map(hashToken))
    .execute();
}
const everybody = [
  'no token',
  'a malformed token',
  'an unknown token',
  'a session that ran out',
  'a session that was ended',
  'another clinic',
  'a deactivated account',
  'a guest',
  'another owner',
  'staff',
  'the owner',
] as const;
type Who = (typeof everybody)[number];

beforeAll(async () => {
  scene = await makeScene();
  const { server, jo, casey } = scene;
  const old = (await server.signIn('old@example.com')).token;
  server.clock.advance(-limits.sessionMs - 1000);
  const over = (await server.signIn('over@example.com')).token;
  server.clock.advance(limits.sessionMs + 1000);
  await server.api(logout, {}, { token: old });
  const gone = await server.signIn('gone@example.com');
  await server.db
    .updateTable('users')
    .set({ deactivated_at: server.clock.now() })
    .where('id', '=', gone.user.id)
    .execute();
  Object.assign(tokens, {
    'no token': null,
    'a malformed token': 'short',
    'an unknown token': 'x'.repeat(43),
    'a session that ran out': over,
    'a session that was ended': old,
    'another clinic': (await server.signIn('jo@example.com', { clinicId: otherClinic })).token,
    'a deactivated account': gone.token,
    'a guest': (await server.signInGuest()).token,
    'another owner': casey.token,
    staff: (await server.signIn('ann@portal.example')).token,
    'the owner': jo.token,
  } satisfies Record<Who, string | null>);
});
afterAll(() => scene.close());

type Refusal = 'unauthorized' | 'ran out' | 'invalid_tenant';
const nobody: Record<Exclude<Who, 'a guest' | 'another owner' | 'staff' | 'the owner'>, Refusal> = {
  'no token': 'unauthorized',
  'a malformed token': 'unauthorized',
  'an unknown token': 'unauthorized',
  'a session that ran out': 'ran out',
  'a session that was ended': 'unauthorized',
  'another clinic': 'invalid_tenant',
  'a deactivated account': 'unauthorized',
};
const strangers = Object.fromEntries(everybody.map((who) => [who, 'unauthorized' as const]));
/** Who is refused what, by what the contract says of a call; everybody else is let in. */
const refused: Record<Access, Partial<Record<Who, Refusal>>> = {
  none: {},
  session: nobody,
  owner: { ...nobody, 'a guest': 'unauthorized' },
  // Tokens of the portal mean nothing at the desk (tests/server/staff holds who may call there).
  person: strangers,
  staff: strangers,
};

const refusals: ReadonlySet<unknown> = new Set<Refusal>(['unauthorized', 'invalid_tenant']);
/** What the door said, apart from what the room says. */
const door = ({ body, headers }: Answer): unknown =>
  !refusals.has(body?.code)
    ? 'let in'
    : body?.code === 'unauthorized' && String(headers['www-authenticate']).includes(RAN_OUT)
      ? 'ran out'
      : body?.code;
const table = endpoints.map((one) => [one.name, one] as const);

describe('who may make which call (D-18, D-201)', () => {
  it.each(table)(
    'API-01 %s',
    async (name, endpoint) => {
      const sample = async () => samples[name]!(scene, scene.jo);
      const first = await sample();
      const answers: Partial<Record<Who, unknown>> = {};
      for (const who of everybody) {
        // A passkey's answer is good once, and refused like a token after that.
        const given = endpoint === passkeySignIn ? await sample() : first;
        answers[who] = door(await ask(scene.server, endpoint, given, await another(tokens[who])));
      }
      await stay();
      expect(answers).toEqual(
        Object.fromEntries(everybody.map((who) => [who, refused[endpoint.access][who] ?? 'let in'])),
      );
    },
    20_000,
  );
});

/** Names of ids that the scene has one of for each owner, and how to come by another owner's. */
const owned: Readonly<Record<string, () => Promise<string> | string>> = {
  user_id: () => scene.jo.userId,
  userId: () => scene.jo.userId,
  created_by: () => scene.jo.userId,
  last_modified_by: () => scene.jo.userId,
  client_id: () => scene.jo.clientId,
  patient_id: () => scene.jo.patientId,
  patientId: () => scene.jo.patientId,
  medication_id: () => scene.jo.medicationId,
  appointment_id: async () => (await bookedBy(scene, scene.jo)).id,
  payment_request_id: async () => String((await samples['getPayment']!(scene, scene.jo)).params!['paymentId']),
  quote_id: async () => String((await samples['completeInsurance']!(scene, scene.jo)).body!['quote_id']),
  session_id: async () => String((await samples['recordBookingSession']!(scene, scene.jo)).body!['session_id']),
  time_id: async () => String((await samples['pickTime']!(scene, scene.jo)).body!['time_id']),
  time_slot_calendar_id: async () => String((await samples['extendHold']!(scene, scene.jo)).params!['id']),
};
/** The same for those that only their call says what they are: those of an owner's own call. */
const ownedIn = (endpoint: Endpoint, path: string): (() => Promise<string> | string) | undefined =>
  path === 'id' && endpoint.access !== 'none'
    ? async () => idOf(await samples[endpoint.name]!(scene, scene.jo))
    : owned[path.split('.').at(-1)!];
const idOf = ({ params, body }: Given): string => String(params?.['id'] ?? body?.['id']);

/** Ids of the clinic's lists, which are everybody's, and those that are secrets of their own. */
const everybodys =
  /^(species_id|speciesId|product_id|productIds|providerIds|providerId|provider_id|requested_provider_id|roomId|room_id|location_id|breed_id|patient_color_id|patient_sex_id|confirmed_keyword_action|appointment_type_ids?|(secondary|tertiary)_(room_id|date_time_provider_id)|paymentId|platform_customer_id)$/;
const idFields = (endpoint: Endpoint) =>
  fieldsOfCall(endpoint).filter(({ path }) => /^id$|_ids?$|Ids?$|_by$/.test(path.at(-1)!));

/** All that the clinic has of an owner, but for the session that asks. */
async function belongings({ userId, clientId }: { userId: string; clientId: string }): Promise<string> {
  const { db } = scene.server;
  const rows = await Promise.all([
    ...(['patients', 'appointments', 'payment_requests', 'insurance_quotes', 'refills', 'waitlisters'] as const).map(
      (name) => db.selectFrom(name).selectAll().where('client_id', '=', clientId).orderBy('id').execute(),
    ),
    db.selectFrom('clients').selectAll().where('id', '=', clientId).execute(),
    db.selectFrom('users').selectAll().where('id', '=', userId).execute(),
    db
      .selectFrom('sessions')
      .select(['id', 'token_hash', 'ended_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db.selectFrom('booking_sessions').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db
      .selectFrom('claims')
      .selectAll()
      .where('appointment_id', 'in', db.selectFrom('appointments').select('id').where('client_id', '=', clientId))
      .orderBy('id')
      .execute(),
  ]);
  return JSON.stringify(rows);
}

describe("another owner's id is as good as one that there is not, and what it names stays as it is (D-201)", () => {
  // Owners are nobody at the desk.
  const owners = endpoints.filter(({ path }) => !path.startsWith('/desk/'));
  const rows = owners.flatMap((endpoint) =>
    idFields(endpoint).map(
      (field) => [`${endpoint.name} ${field.part}.${field.path.join('.')}`, endpoint, field] as const,
    ),
  );
  const named = rows.filter(([, endpoint, { path }]) => ownedIn(endpoint, path.join('.')) !== undefined);

  it("every field that names something is known as somebody's or as everybody's", () => {
    const unknown = rows.filter(
      ([, endpoint, { path }]) =>
        ownedIn(endpoint, path.join('.')) === undefined &&
        !everybodys.test(path.at(-1)!) &&
        !(endpoint.access === 'none' || /^products\.\d\.id$|^booking\.products\.\d\.id$/.test(path.join('.'))),
    );
    expect(unknown.map(([name]) => name)).toEqual([]);
  });

  /** Casey, with what is Jo's and with what is nobody's: both are answered alike, nothing of Jo's is told, and nothing of it changes. */
  async function mustBeNothing(endpoint: Endpoint, theirs: Given, nobodys: () => Promise<Given>): Promise<void> {
    const { server, jo, casey } = scene;
    const before = await belongings(jo);
    const known = await ask(server, endpoint, theirs, casey.token);
    expect(
      [jo.userId, jo.clientId, jo.patientId, jo.medicationId, jo.email].filter((secret) => known.text.includes(secret)),
    ).toEqual([]);
    expect(await belongings(jo)).toBe(before);
    const unknown = await ask(server, endpoint, await nobodys(), casey.token);
    expect([known.status, known.body?.code, known.body?.message]).toEqual([
      unknown.status,
      unknown.body?.code,
      unknown.body?.message,
    ]);
  }

  it.each(named)('API-01 %s', async (_name, endpoint, { part, path }) => {
    const given = async (id: string): Promise<Given> => {
      const sample = await samples[endpoint.name]!(scene, scene.casey);
      return { ...sample, [part]: withField(sample[part], path, id) };
    };
    await mustBeNothing(endpoint, await given(await ownedIn(endpoint, path.join('.'))!()), () => given(nowhere));
  });

  const whole = owners
    .filter((endpoint) => named.filter(([, one]) => one === endpoint).length > 1)
    .map((one) => [one.name, one] as const);
  it.each(whole)("API-01 %s, all of it another owner's", async (name, endpoint) => {
    const theirs = await samples[name]!(scene, scene.jo);
    const fields = named
      .filter(([, one, { part, path }]) => one === endpoint && fieldAt(theirs[part], path) !== undefined)
      .map(([, , field]) => field);
    await mustBeNothing(endpoint, theirs, async () =>
      fields.reduce<Given>(
        (given, { part, path }) => ({ ...given, [part]: withField(given[part], path, nowhere) }),
        await samples[name]!(scene, scene.casey),
      ),
    );
  });
});

const fieldAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], value);
