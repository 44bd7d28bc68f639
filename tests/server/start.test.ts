import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guestSignIn, initCode, ROLE_CUSTOMER } from '../../src/contract/auth';
import { serverProgram } from '../support/built';
import { clinicFile } from '../support/clinicFile';
import { freshDatabase, prepareDataDir, usesPostgres, type FreshDatabase } from '../support/database';
import { relayTo } from '../support/relay';

type Running = {
  said: () => string;
  url: string;
  ended: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
};

let folder: string;
let database: FreshDatabase | null;
const started: Running[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-start-'));
  database = usesPostgres ? await freshDatabase() : null;
});
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.kill('SIGKILL');
    await one.ended;
  }
  await database?.close();
  await rm(folder, { recursive: true });
});

/** `npm start`'s server as a process, on a spare port; resolves once it says that it is ready, or ended. */
async function start(env: Record<string, string> = {}): Promise<Running> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [serverProgram], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...(database?.databaseUrl && { DATABASE_URL: database.databaseUrl }),
      ...env,
    },
  });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        if (said.includes('is ready.') && said.includes('Server listening')) resolve();
      });
    }
  });
  const running = { said: () => said, url: '', ended, kill: (signal: NodeJS.Signals) => void child.kill(signal) };
  started.push(running);
  await Promise.race([ready, ended]);
  running.url = /http:\/\/127[\d.]+:\d+/.exec(said)?.[0] ?? '';
  return running;
}

const call = (
  server: Running,
  path: string,
  { token, body, clinic = 'oakwood' }: { token?: string; body?: object; clinic?: string } = {},
) =>
  fetch(`${server.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-client-id': clinic,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('the start', () => {
  test('on an empty database loads the demo, says where it is and how to sign in, and stops when told', async () => {
    const server = await start();
    expect(server.said()).toMatch(/Oakwood Animal Hospital: http:\/\/localhost:\d+\/oakwood/);
    expect(server.said()).toContain('riley@example.com');
    expect(server.said()).toMatch(/Codes and messages appear at http:\/\/localhost:\d+\/api\/demo\/inbox/);
    expect((await call(server, '/health')).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  describe('on a database that is there', () => {
    beforeEach(async () => {
      if (!usesPostgres) await prepareDataDir(join(folder, 'data'));
    });

    test('after kill -9 everything acknowledged is there, and the session goes on', async () => {
      const first = await start();
      const signedIn = (await (await call(first, guestSignIn.path, { body: {} })).json()) as {
        data: { token: string };
      };
      const { token } = signedIn.data;
      expect(
        (await call(first, initCode.path, { token, body: { email: 'kept@example.com', role: ROLE_CUSTOMER } })).status,
      ).toBe(200);
      first.kill('SIGKILL');
      await first.ended;

      const second = await start();
      expect((await call(second, '/user/v1/profile', { token })).status).toBe(200);
      const messages = (await (await call(second, '/demo/messages?to=kept@example.com')).json()) as { code: string }[];
      expect(messages).toHaveLength(1);
      const verified = await call(second, '/user/v1/auth/code/verify', {
        token,
        body: { email: 'kept@example.com', code: messages[0]?.code, role: ROLE_CUSTOMER },
      });
      expect(verified.status).toBe(200);
    });

    test('a second server shares a PostgreSQL and is refused an embedded database', async () => {
      const [first, second] = usesPostgres ? await Promise.all([start(), start()]) : [await start(), await start()];
      expect((await call(first, '/health')).status).toBe(200);
      if (usesPostgres) {
        expect((await call(second, '/tenant/v2/shops/oakwood')).status).toBe(200);
        const third = await start({ SECRET: 'another secret than the others have' });
        await expect.poll(third.said).toContain('another server on this database has another SECRET');
        expect((await call(third, '/health')).status).toBe(200);
      } else {
        expect(await second.ended).toBe(1);
        expect(second.said()).toMatch(
          /^The data folder .* is in use by process \d+\. The embedded database belongs to one process/,
        );
      }
    });

    test('SIGUSR1 opens no debugger', async () => {
      const server = await start();
      server.kill('SIGUSR1');
      await expect.poll(() => server.said()).toMatch(/SIGUSR1 does nothing here|Debugger listening/);
      expect(server.said()).not.toContain('Debugger');
      expect((await call(server, '/health')).status).toBe(200);
    });

    test('CLINIC_FILES are imported instead of the demo, and again only when their content is new', async () => {
      const path = join(folder, 'clinic.json');
      await writeFile(path, JSON.stringify(clinicFile()));
      const first = await start({ CLINIC_FILES: path });
      expect((await call(first, '/tenant/v2/shops/testvets', { clinic: 'testvets' })).status).toBe(200);
      expect(first.said()).not.toContain('Oakwood');
      expect(first.said()).toContain('"changed":true');
      first.kill('SIGTERM');
      await first.ended;
      expect((await start({ CLINIC_FILES: path })).said()).toContain('"changed":false');
    });

    test.each([
      [{ PORT: 'x' }, 'The settings cannot be used:\n  PORT: must be a whole number from 0 to 65535\n'],
      [{ CLINIC_FILES: 'index.html' }, 'index.html is not JSON: '],
      [{ CLINIC_FILES: 'tsconfig.json' }, 'tsconfig.json: 1 fault\n  shop: '],
      [
        { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
        'The database does not answer. Check DATABASE_URL and that PostgreSQL runs.',
      ],
    ])('%o stops it in plain words', async (env, message) => {
      const server = await start(env);
      expect(await server.ended).toBe(1);
      expect(server.said()).toContain(message);
      expect(server.said()).not.toMatch(/^\s+at /m);
    });

    test.each([
      ['data', 'BACKUP_DIR is DATA_DIR, and is lost together with it. Set BACKUP_DIR to a folder on another disk.'],
      ['data/secret/backups', 'No backup can be made: BACKUP_DIR, '],
    ])('a BACKUP_DIR that is %s is said', async (name, words) => {
      const server = await start({ BACKUP_DIR: join(folder, name) });
      expect(server.said()).toContain(words);
      expect((await call(server, '/health')).status).toBe(200);
    });

    if (usesPostgres)
      test('goes on where the database goes away once it listens, and says so', async () => {
        const relay = await relayTo(database!.databaseUrl!);
        // Who greets asks for them, and outside demo mode nobody before.
        relay.cutAt('from "clinics" order by "id"');
        const plain = { NODE_ENV: 'production', SECRET: 'x'.repeat(40), DATABASE_URL: relay.databaseUrl };
        const server = await start(plain);
        expect(server.said()).toContain(
          'The clinics cannot be listed now. The database does not answer. Check DATABASE_URL and that PostgreSQL runs. The server goes on by itself once they can.',
        );
        expect(server.said()).toContain('Text messages wait undelivered: SMS_URL is not set.');
        expect((await call(server, '/health')).status).toBe(503);
        relay.pass();
        await expect.poll(async () => (await call(server, '/health')).status, { timeout: 30_000 }).toBe(200);
        server.kill('SIGTERM');
        expect(await server.ended).toBe(0);
        await relay.close();
      });

    test('outside demo mode it says what waits, and loads no demo', async () => {
      const plain = { PUBLIC_URL: 'http://portal.example' };
      const server = await start({ NODE_ENV: 'production', SECRET: 'x'.repeat(40), ...plain });
      expect(server.said()).toContain('PUBLIC_URL is http://portal.example, without https: sign-ins travel readable');
      expect(server.said()).toContain('E-mails wait undelivered: SMTP_URL is not set.');
      expect(server.said()).toContain('Text messages wait undelivered: SMS_URL is not set.');
      expect(server.said()).toContain('There is no clinic yet.');
      expect((await call(server, '/demo/messages')).status).toBe(404);
    });
  });
});

describe('told to stop', () => {
  beforeEach(async () => {
    if (!usesPostgres) await prepareDataDir(join(folder, 'data'));
  });

  const isRefused = (server: Running) =>
    fetch(`${server.url}/api/health`).then(
      () => false,
      () => true,
    );
  /** A supervisor waits ten seconds; a busy machine needs some for the rest. */
  const endsInTime = async (server: Running, began: number) => {
    expect(await server.ended).toBe(0);
    expect(Date.now() - began).toBeLessThan(13_000);
  };

  test('listens no more at once, though a mail server hangs, takes no more from callers that keep their connections, and ends in time', async () => {
    let mails = 0;
    const mailServer = createServer(() => void (mails += 1));
    await new Promise<void>((ready) => mailServer.listen(0, '127.0.0.1', ready));
    const server = await start({ SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}` });
    const { data } = (await (await call(server, guestSignIn.path, { body: {} })).json()) as { data: { token: string } };
    expect(
      (
        await call(server, initCode.path, {
          token: data.token,
          body: { email: 'kept@example.com', role: ROLE_CUSTOMER },
        })
      ).status,
    ).toBe(200);
    await expect.poll(() => mails).toBeGreaterThan(0);

    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<number | null>((done) => {
        get(`${server.url}/api/tenant/v2/shops/oakwood`, { agent, headers: { 'x-client-id': 'oakwood' } }, (reply) => {
          reply.resume().on('end', () => done(reply.statusCode ?? 0));
        }).on('error', ({ code }: NodeJS.ErrnoException) => {
          faults.push(code ?? '');
          done(null);
        });
      });
    const faults: string[] = [];
    const statuses: (number | null)[] = [];
    const callers = Promise.all(
      Array.from({ length: 12 }, async () => {
        do statuses.push(await ask());
        while (statuses.at(-1) !== null);
      }),
    );
    await expect.poll(() => statuses.length).toBeGreaterThan(50);

    const began = Date.now();
    server.kill('SIGTERM');
    await expect.poll(() => isRefused(server), { timeout: 4_000 }).toBe(true);
    const before = statuses.length;
    await callers;
    expect(Date.now() - began).toBeLessThan(6_000);
    expect(statuses.slice(before).length).toBeLessThan(40);
    expect(new Set(statuses)).toEqual(new Set([200, null]));
    // Each caller was told with its last reply that the connection ends; one that was idle just then may be cut.
    expect(faults).toHaveLength(12);
    expect(faults.filter((code) => code !== 'ECONNREFUSED').length).toBeLessThan(6);
    await endsInTime(server, began);
    agent.destroy();
    mailServer.close();
  }, 120_000);

  test('ends in time though a database has gone silent', async () => {
    const relay = database?.databaseUrl === undefined ? null : await relayTo(database.databaseUrl);
    const server = await start(relay ? { DATABASE_URL: relay.databaseUrl } : {});
    relay?.silence();
    // Whatever becomes of it.
    void call(server, guestSignIn.path, { body: {} }).catch(() => null);
    await pause(500);
    const began = Date.now();
    server.kill('SIGTERM');
    await endsInTime(server, began);
    await relay?.close();
  }, 120_000);
});
