import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { guestSignIn, initCode, ROLE_CUSTOMER, verifyCode, type SignedIn } from '../../src/contract/auth';
import { urlOf, type Endpoint, type Input, type Output } from '../../src/contract/endpoint';
import { buildApp, type Overrides, type Services } from '../../server/app';
import { loadConfig } from '../../server/config/config';
import type { Database } from '../../server/db/schema';
import { hashIdentifier } from '../../server/system/secrets';
import { importClinicFile } from '../../server/modules/clinicFile/import';
import { everyClinic } from '../../server/calls/counters';
import { inRequest } from './byClinic';
import { clinicFile } from './clinicFile';
import { freshDatabase } from './database';

/** A refused call, as the caller sees it. On 500, `cause` is the error that the server threw. */
export class CallFailed extends Error {
  constructor(
    readonly status: number,
    readonly body: { success: false; code: string; message: string; fields?: Record<string, string>; result?: unknown },
    cause: unknown,
  ) {
    super(`${status} ${body.code}: ${body.message}${body.fields ? ` ${JSON.stringify(body.fields)}` : ''}`, { cause });
  }
  get code(): string {
    return this.body.code;
  }
}

export type CallOptions = {
  token?: string | null;
  /** The Idempotency-Key header; by default a new key for each call that needs one. Null sends none. */
  key?: string | null;
  /** The clinic of the call; by default the server's first. */
  clinicId?: string;
  headers?: Record<string, string>;
};

export type Reply = {
  status: number;
  headers: Record<string, string | number | string[] | undefined>;
  body: unknown;
  text: string;
};

export type TestClock = { now(): Date; set(at: Date | string): void; advance(ms: number): void };

export type TestServer = {
  app: FastifyInstance;
  services: Services;
  db: Kysely<Database>;
  clock: TestClock;
  clinicId: string;
  /**
   * The address of the database's PostgreSQL, for a server with its own connections; undefined for the embedded
   * database.
   */
  databaseUrl: string | undefined;
  /** Every line that was logged. */
  logLines: string[];
  /** Makes a call and returns its data; throws CallFailed on a refusal. */
  api<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>;
  /** Makes a call and returns the whole reply. */
  send<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Reply>;
  signInGuest(options?: CallOptions): Promise<SignedIn>;
  /**
   * Signs in with a code, as an owner does, or with a sign-up's code. `identifier`: an e-mail or a phone in E.164.
   * Returns the token and the user.
   */
  signIn(identifier: string, options?: CallOptions & { firstName?: string; purpose?: 'sign-up' }): Promise<SignedIn>;
  /** The newest code sent to an address. */
  codeSentTo(identifier: string): Promise<string>;
  /** Starts another server on the same database, as another process would. */
  another(overrides?: Overrides): Promise<TestServer>;
  close(): Promise<void>;
};

export type TestServerOptions = {
  /**
   * The instant of the clock, which stands still until it is changed; by default Saturday 2026-11-21 09:00 in Chicago.
   */
  clock?: Date | string;
  /** Clinic files imported before the start, by default one of the builder. Calls go to the first clinic. */
  clinicFiles?: unknown[];
  env?: Record<string, string>;
  overrides?: Overrides;
};

/** Starts the production app with a fresh database, as main.ts does, but with a test clock and a log in memory. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const files = options.clinicFiles ?? [clinicFile()];
  const database = await freshDatabase();
  const clock = testClock(options.clock ?? '2026-11-21T15:00:00Z');
  const clinicIds: string[] = [];
  for (const file of files) {
    clinicIds.push((await importClinicFile(database.db, file, { now: clock.now(), demoMode: true })).clinicId);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'));
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET: 'a secret for tests, long enough to pass',
    ...options.env,
  };
  return build(clinicIds[0] ?? '', async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function build(
    clinicId: string,
    afterClose: () => Promise<void>,
    overrides: Overrides = {},
  ): Promise<TestServer> {
    const logLines: string[] = [];
    const app: FastifyInstance = await buildApp(loadConfig(env), {
      db: database.db,
      clock,
      logStream: { write: (line) => void logLines.push(line) },
      ...options.overrides,
      ...overrides,
      onFault: (error) => void faults.set(app, error),
    });
    const inject = app.inject.bind(app);
    app.inject = ((...given: Parameters<typeof inject>) =>
      inRequest(async () => inject(...given))) as typeof app.inject;
    return {
      ...calls(app, clinicId),
      app,
      services: app.services,
      db: database.db,
      clock,
      clinicId,
      databaseUrl: database.databaseUrl,
      logLines,
      another: (more) => build(clinicId, async () => {}, more),
      close: async () => {
        await app.close();
        await afterClose();
      },
    };
  }
}

/** The last error that each app threw, for CallFailed's cause; replies and logs do not contain it. */
const faults = new WeakMap<FastifyInstance, unknown>();

function testClock(start: Date | string): TestClock {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (to) => void (at = new Date(to)),
    advance: (ms) => void (at = new Date(at.getTime() + ms)),
  };
}

function calls(app: FastifyInstance, ownClinic: string) {
  const send: TestServer['send'] = async (endpoint, input, options = {}) => {
    const key = options.key === undefined && endpoint.idempotent ? randomUUID() : options.key;
    const body = (input as { body?: unknown }).body;
    const request: InjectOptions = {
      method: endpoint.method,
      url: `/api${urlOf(endpoint, input)}`,
      headers: {
        'x-client-id': options.clinicId ?? ownClinic,
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    };
    const { statusCode, headers, body: text } = await app.inject(request);
    return { status: statusCode, headers, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };

  const api: TestServer['api'] = async (endpoint, input, options) => {
    const reply = await send(endpoint, input, options);
    const body = reply.body as { success: true; data: unknown } | CallFailed['body'];
    if (body.success) return body.data as Output<typeof endpoint>;
    throw new CallFailed(reply.status, body, reply.status === 500 ? faults.get(app) : undefined);
  };

  const signInGuest: TestServer['signInGuest'] = (options) => api(guestSignIn, {}, options);

  const codeSentTo: TestServer['codeSentTo'] = async (identifier) => {
    const { demo_code } = await app.services.db
      .selectFrom('messages')
      .select('demo_code')
      .where('recipient', '=', identifier)
      .where('kind', '=', 'code')
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (demo_code === null) throw new Error('Codes are kept in demo mode only.');
    return demo_code;
  };

  const signIn: TestServer['signIn'] = async (identifier, { firstName, purpose, ...options } = {}) => {
    const token = options.token ?? (await signInGuest(options)).token;
    const contacts = identifier.includes('@')
      ? { email: identifier }
      : { phoneCode: identifier.slice(1, -10), phoneNumber: identifier.slice(-10) };
    // Tests sign the same few owners in at many clinics, as often as they like: how often that may be is other tests' subject.
    // One row, so that sign-ins at the same time never wait for each other in a circle.
    const whose = hashIdentifier(app.services.config.secret, identifier);
    await app.services.db
      .deleteFrom('counters')
      .where('clinic_id', '=', everyClinic)
      .where('key', '=', `codeSendsPerIdentifier:${whose}`)
      .execute();
    await api(
      initCode,
      { body: { ...contacts, ...(purpose && { purpose }), role: ROLE_CUSTOMER } },
      { ...options, token },
    );
    const code = await codeSentTo(identifier);
    return api(
      verifyCode,
      { body: { ...contacts, code, role: ROLE_CUSTOMER, ...(firstName && { firstName }) } },
      { ...options, token },
    );
  };

  return { send, api, signInGuest, signIn, codeSentTo };
}
