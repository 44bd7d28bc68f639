import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, isLoopback, loadConfig } from '../../../server/config/config';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SECRET = 'x'.repeat(32);
const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: join(folder, 'plain'), SECRET, ...env });
const faults = (env: Record<string, string>) => {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    throw error;
  }
  return [];
};

describe('the settings', () => {
  test('without any: loopback, port 3000, demo mode', () => {
    expect(loadConfig({ DATA_DIR: join(folder, 'none') })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demo: true,
      production: false,
      trustProxy: false,
      testEmailSuffix: '',
      corsOrigins: [],
    });
  });

  test('metrics and backups: off, and on with what their settings say', () => {
    expect(load()).toMatchObject({ metrics: null, backups: null });
    expect(load({ METRICS_PORT: '9464', BACKUP_DIR: '/backups', BACKUP_AT: '04:30' })).toMatchObject({
      metrics: { port: 9464, host: '127.0.0.1' },
      backups: { dir: '/backups', everyMs: 86_400_000, atMinutes: 270, keepDays: 7, keepWeeks: 4 },
    });
  });

  test('an empty one counts as absent', () => {
    expect(load({ PORT: '', DATABASE_URL: ' ', PUBLIC_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test.each([
    [{ PORT: 'http' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV: must be production, development or test'],
    [{ HOST: 'a b' }, 'HOST: must be an address or a host name'],
    [{ PUBLIC_URL: 'portal.example' }, 'PUBLIC_URL: must be an origin such as https://portal.example, without a path'],
    [
      { PUBLIC_URL: 'https://portal.example/path' },
      'PUBLIC_URL: must be an origin such as https://portal.example, without a path',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address with postgres:// or postgresql://'],
    ...['1#2', 'a#b', '1/2', 'a/b', '1?2', 'a?b'].flatMap((password) =>
      [
        { DATABASE_URL: `postgres://portal:${password}@127.0.0.1:5432/portal` },
        { SMTP_URL: `smtps://portal:${password}@mail.example` },
      ].map((env): [Record<string, string>, string] => [
        env,
        `${Object.keys(env).join()}: cannot be read as an address: in its user and password % # / ? @ : are written %25 %23 %2F %3F %40 %3A`,
      ]),
    ),
    [
      { PORT: '3000', METRICS_PORT: '3000' },
      'METRICS_PORT: must be another port than PORT, since metrics are not for the public',
    ],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT: must be a whole number from 0 to 65535'],
    [{ BACKUP_AT: '24:00' }, 'BACKUP_AT: must be a time of the day, UTC, such as 03:00'],
    [{ BACKUP_EVERY_HOURS: '0' }, 'BACKUP_EVERY_HOURS: must be a whole number from 1 to 168'],
    [{ BACKUP_KEEP_DAYS: '0' }, 'BACKUP_KEEP_DAYS: must be a whole number from 1 to 3650'],
    ...['/data/db', '/data/db/backups'].map((BACKUP_DIR): [Record<string, string>, string] => [
      { DATA_DIR: '/data', BACKUP_DIR },
      "BACKUP_DIR: must not lie in the database's own folder, DATA_DIR/db; best is one on another disk",
    ]),
    [{ SECRET: 'short' }, 'SECRET: must have at least 32 characters'],
    [
      { CLINIC_FILES: 'package.json,/nowhere.json' },
      'CLINIC_FILES: must be files, separated by commas, and /nowhere.json is not',
    ],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL: must be an address with smtp:// or smtps://'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an e-mail address'],
    [
      { SMS_URL: 'https://api.example' },
      'SMS_URL: must name account, token and sender: https://ACCOUNT:TOKEN@api.twilio.com/?From=+15125550100',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk' },
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: set all three or none',
    ],
    [{ INTERNAL_EMAIL_DOMAIN: '@clinic' }, 'INTERNAL_EMAIL_DOMAIN: must be a domain such as clinic.example'],
    [
      { CORS_ORIGINS: 'https://a.example/path' },
      'CORS_ORIGINS: must be origins such as https://clinic.example, separated by commas, and https://a.example/path is not',
    ],
    [
      { CORS_ORIGINS: '*' },
      'CORS_ORIGINS: must be origins such as https://clinic.example, separated by commas, and * is not',
    ],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be true, false, a number of proxies, or their addresses'],
    [{ CLOCK: 'tomorrow' }, 'CLOCK: must be an ISO 8601 instant such as 2026-11-21T15:00:00Z'],
    [{ FLOOD_LIMIT: '0' }, 'FLOOD_LIMIT: must be a whole number from 1 to 1000000'],
    [{ CAPS_TIMES: '0' }, 'CAPS_TIMES: must be a whole number from 1 to 1000000'],
    [
      { CAPS_TIMES: '10', HOST: '0.0.0.0' },
      'CAPS_TIMES: is for trying out only: HOST and PUBLIC_URL must be loopback and NODE_ENV not production',
    ],
    [
      { CLOCK: '2026-11-21T15:00:00Z', HOST: '0.0.0.0' },
      'CLOCK: is for trying out only: HOST and PUBLIC_URL must be loopback and NODE_ENV not production',
    ],
    [{ NODE_ENV: 'production', TEST_EMAIL_SUFFIX: '+test' }, 'TEST_EMAIL_SUFFIX: must not be set in production'],
  ])('%o stops the start with its name and what is expected', (env, fault) => {
    expect(faults(env as Record<string, string>)).toEqual([fault]);
  });

  test.each([
    'postgres://portal:1%232@127.0.0.1:5432/portal',
    'postgres://portal:a@b@127.0.0.1/portal?sslmode=require',
    'postgresql:///portal?host=/run/postgresql&user=portal@machine',
  ])('%s is an address of a database', (DATABASE_URL) => {
    expect(load({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL });
  });

  test('every wrong one is named, not the first alone', () => {
    expect(faults({ PORT: 'x', DATABASE_URL: 'x', CLOCK: 'x' })).toHaveLength(3);
  });

  test('are read as what they mean', () => {
    expect(
      load({
        CORS_ORIGINS: 'https://a.example, https://b.example',
        PUBLIC_URL: 'https://portal.example/',
        CLINIC_FILES: 'package.json',
        INTERNAL_EMAIL_DOMAIN: 'Staff.Example',
        SMTP_URL: 'smtp://mail.example',
      }),
    ).toMatchObject({
      corsOrigins: ['https://a.example', 'https://b.example'],
      publicUrl: 'https://portal.example',
      clinicFiles: ['package.json'],
      internalEmailDomain: 'staff.example',
      mailFrom: 'no-reply@portal.example',
    });
    expect(load({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(load({ TRUST_PROXY: 'true' }).trustProxy).toBe('loopback,linklocal,uniquelocal');
    expect(load({ TRUST_PROXY: '10.0.0.1, fd00::/8' }).trustProxy).toBe('10.0.0.1, fd00::/8');
    expect(load({ CLOCK: '2026-11-21T09:00:00-06:00' }).clock).toEqual(new Date('2026-11-21T15:00:00Z'));
  });
});

describe('demo mode (D-216)', () => {
  test.each([
    [{}, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ HOST: '::1', NODE_ENV: 'development' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ PUBLIC_URL: 'https://portal.example' }, false],
    [{ NODE_ENV: 'production' }, false],
  ])('%o: %s', (env, demo) => {
    expect(load(env as Record<string, string>).demo).toBe(demo);
  });

  test.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['[::1]', true],
    ['127.9.9.9', true],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['', false],
  ])('%s is loopback: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});

describe('the secret', () => {
  test('is made once, kept, and readable to this user alone', async () => {
    const dataDir = join(folder, 'kept');
    const first = loadConfig({ DATA_DIR: dataDir });
    expect(first.secret.length).toBeGreaterThanOrEqual(43);
    expect(loadConfig({ DATA_DIR: dataDir }).secret).toBe(first.secret);
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(first.secret);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
    expect(loadConfig({ DATA_DIR: join(folder, 'other') }).secret).not.toBe(first.secret);
  });

  test('is required in production', () => {
    expect(() => loadConfig({ NODE_ENV: 'production', DATA_DIR: join(folder, 'production') })).toThrow(
      'SECRET: must be set in production',
    );
  });

  test('an empty file is no secret', async () => {
    const dataDir = join(folder, 'kept');
    await writeFile(join(dataDir, 'secret'), '');
    expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow('holds no usable secret');
  });
});

describe('push (D-440)', () => {
  const key = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
  const real = { HOST: '0.0.0.0', PUBLIC_URL: 'https://portal.vets.com' };

  test('the key is made once and kept where only this user reads it, or set', async () => {
    const dataDir = join(folder, 'vapid');
    const first = loadConfig({ DATA_DIR: dataDir, ...real }).push;
    expect(first).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/), subject: real.PUBLIC_URL, loopback: false });
    expect(loadConfig({ DATA_DIR: dataDir, ...real }).push).toEqual(first);
    expect(await readFile(join(dataDir, 'vapid'), 'utf8')).toBe(first?.key);
    expect((await stat(join(dataDir, 'vapid'))).mode & 0o777).toBe(0o600);
    expect(load({ ...real, VAPID_KEY: key }).push?.key).toBe(key);
    expect(() => load({ VAPID_KEY: 'short' })).toThrow('VAPID_KEY: must be 32 random bytes');
    await writeFile(join(dataDir, 'vapid'), 'A'.repeat(43));
    expect(() => loadConfig({ DATA_DIR: dataDir, ...real })).toThrow('holds no usable key');
  });

  test.each([
    [{}, 'PUBLIC_URL must be an https address'],
    [{ ...real, PUBLIC_URL: 'http://portal.vets.com' }, 'PUBLIC_URL must be an https address'],
    [{ ...real, PUBLIC_URL: 'https://192.168.1.5' }, 'PUBLIC_URL must be an https address'],
    [{ ...real, NODE_ENV: 'production' }, 'VAPID_KEY is not set'],
  ])('is off, and why is said, with %j', (env, why) => {
    const { push, pushOff } = load(env);
    expect([push, pushOff]).toEqual([null, expect.stringContaining(`Push notifications are off: ${why}`)]);
  });

  test('reaches this machine with the switch for tests alone', () => {
    expect(load({ PUSH_LOOPBACK: 'true' }).push).toMatchObject({ loopback: true });
    expect(() => load({ ...real, PUSH_LOOPBACK: 'true' })).toThrow('PUSH_LOOPBACK: is for trying out only');
  });
});
