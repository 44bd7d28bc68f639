import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupPlan, isTimeOfDay, liesIn, type BackupPlan } from './backups';
import { isVapidKey, pushSubject, type PushSettings } from './push';
import { textService } from './textService';
import { makeFile } from '../system/disk';
import { makeOwnFolder } from '../system/privateFolder';
import { coerce, create, defaulted, define, object, optional, string, StructError, type Infer } from 'superstruct';

/** Settings that cannot be used; the message names every fault with what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(faults: string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

const check = <T extends string>(expected: string, passes: (value: string) => boolean) =>
  define<T>(expected, (value) => (typeof value === 'string' && passes(value)) || expected);

const isUrl = (schemes: string[]) => (value: string) => {
  try {
    return schemes.includes(new URL(value).protocol);
  } catch {
    return false;
  }
};
const escapes = 'in its user and password % # / ? @ : are written %25 %23 %2F %3F %40 %3A';
const isInteger = (least: number, most: number) => (value: string) =>
  /^\d+$/.test(value) && +value >= least && +value <= most;
const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const integer = (least: number, most: number) =>
  coerce(
    define<number>(
      `must be a whole number from ${least} to ${most}`,
      (value) => typeof value === 'number' || `must be a whole number from ${least} to ${most}`,
    ),
    string(),
    (value) => (isInteger(least, most)(value) ? Number(value) : value),
  );
const privateNetworks = 'loopback,linklocal,uniquelocal';
/**
 * Which proxies may name the caller's address: those of private networks (`true`), so many of the nearest (a number),
 * or the ones listed.
 */
const proxies = () =>
  coerce(
    define<Config['trustProxy']>(
      'proxies',
      (value) =>
        typeof value !== 'string' ||
        value === privateNetworks ||
        /^[\da-f.:/]+(\s*,\s*[\da-f.:/]+)*$/i.test(value) ||
        'must be true, false, a number of proxies, or their addresses',
    ),
    string(),
    (value) =>
      value === 'true' ? privateNetworks : value === 'false' ? false : /^\d$/.test(value) ? Number(value) : value,
  );
const items = (expected: string, passes: (item: string) => boolean) =>
  coerce(
    define<string[]>(expected, (value) => {
      if (!Array.isArray(value)) return expected;
      const others = value.filter((item: string) => !passes(item));
      return (
        others.length === 0 || `${expected}, and ${others.join(', ')} ${others.length === 1 ? 'is not' : 'are not'}`
      );
    }),
    string(),
    list,
  );
const addressWith = (schemes: string[]) =>
  `must be an address with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
const url = (...schemes: string[]) => check<string>(addressWith(schemes), isUrl(schemes));
/**
 * An address that has a user and a password. Signs of the password that end the host's part of an address leave one that
 * means something else, or nothing.
 */
const login = (...schemes: string[]) => {
  const expected = addressWith(schemes);
  return define<string>(expected, (value) => {
    if (typeof value !== 'string' || !schemes.some((scheme) => value.startsWith(`${scheme}//`))) return expected;
    const isMisread = !URL.canParse(value) || (new URL(value).username === '' && /[#/?][^=]*@/.test(value));
    return !isMisread || `cannot be read as an address: ${escapes}`;
  });
};
const isOrigin = (value: string) => isUrl(['http:', 'https:'])(value) && new URL(value).origin === value;
const host = () => check<string>('must be an address or a host name', (value) => /^[\w.:-]+$/.test(value));
const domain = check<string>('must be a domain such as clinic.example', (value) =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value),
);

/** The environment's settings (README, Settings). An empty value counts as absent. */
const Settings = object({
  NODE_ENV: defaulted(
    check('must be production, development or test', (value) => ['production', 'development', 'test'].includes(value)),
    'development',
  ),
  PORT: defaulted(integer(0, 65_535), 3000),
  HOST: defaulted(host(), '127.0.0.1'),
  PUBLIC_URL: optional(
    check('must be an origin such as https://portal.example, without a path', (value) =>
      isOrigin(value.replace(/\/$/, '')),
    ),
  ),
  DATA_DIR: defaulted(string(), '.data'),
  DATABASE_URL: optional(login('postgres:', 'postgresql:')),
  SECRET: optional(check('must have at least 32 characters', (value) => value.length >= 32)),
  CLINIC_FILES: defaulted(
    items('must be files, separated by commas', (item) => existsSync(item)),
    [],
  ),
  SMTP_URL: optional(login('smtp:', 'smtps:')),
  MAIL_FROM: optional(
    check('must be an e-mail address', (value) => /^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/.test(value)),
  ),
  SMS_URL: optional(url('http:', 'https:')),
  VAPID_KEY: optional(check('must be 32 random bytes in base64url, 43 characters', isVapidKey)),
  PUSH_LOOPBACK: optional(check('must be true or false', (value) => ['true', 'false'].includes(value))),
  STRIPE_SECRET_KEY: optional(string()),
  STRIPE_PUBLISHABLE_KEY: optional(string()),
  STRIPE_WEBHOOK_SECRET: optional(string()),
  INTERNAL_EMAIL_DOMAIN: optional(domain),
  TEST_EMAIL_SUFFIX: defaulted(string(), ''),
  ANALYTICS_URL: optional(url('https:', 'http:')),
  SENTRY_DSN: optional(url('https:', 'http:')),
  CORS_ORIGINS: defaulted(items('must be origins such as https://clinic.example, separated by commas', isOrigin), []),
  TRUST_PROXY: defaulted(proxies(), false),
  FLOOD_LIMIT: optional(integer(1, 1_000_000)),
  METRICS_PORT: optional(integer(0, 65_535)),
  METRICS_HOST: defaulted(host(), '127.0.0.1'),
  BACKUP_DIR: optional(string()),
  BACKUP_AT: defaulted(check<string>('must be a time of the day, UTC, such as 03:00', isTimeOfDay), '03:00'),
  BACKUP_EVERY_HOURS: defaulted(integer(1, 168), 24),
  BACKUP_KEEP_DAYS: defaulted(integer(1, 3_650), 7),
  BACKUP_KEEP_WEEKS: defaulted(integer(0, 520), 4),
  CAPS_TIMES: optional(integer(1, 1_000_000)),
  CLOCK: optional(
    check(
      'must be an ISO 8601 instant such as 2026-11-21T15:00:00Z',
      (value) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)),
    ),
  ),
});
type Settings = Infer<typeof Settings>;

export type Config = {
  port: number;
  host: string;
  /** The portal's origin without a trailing slash; links in messages begin with it (D-208). */
  publicUrl: string;
  publicUrlGiven: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The key of the hashes of codes, devices and counters. */
  secret: string;
  clinicFiles: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  smsUrl: string | undefined;
  /** What push messages are sent with; null where none are sent, and `pushOff` then says why (D-440). */
  push: PushSettings | null;
  pushOff: string | null;
  internalEmailDomain: string | undefined;
  testEmailSuffix: string;
  corsOrigins: string[];
  /** The proxies that may name the caller's address: addresses or names of networks, a number of proxies, or false. */
  trustProxy: string | number | false;
  /** How many calls a second one network address may make to this process, before CAPS_TIMES multiplies it. */
  floodLimit: number;
  /** Where metrics are served, apart from the portal; null where they are not. */
  metrics: { port: number; host: string } | null;
  backups: BackupPlan | null;
  /** The factor by which every cap is multiplied; for load tests (D-216). */
  capsTimes: number;
  /** The instant the server's clock starts from; for tests (D-216). */
  clock: Date | undefined;
  production: boolean;
  /**
   * Demo mode, in which demo clinics, the demo inbox, plain passwords in clinic files, CAPS_TIMES and CLOCK exist
   * (D-216). On where HOST and PUBLIC_URL are loopback and NODE_ENV is not production.
   */
  demo: boolean;
  /**
   * Whether replies are checked against the contract. Off in production, where a reply serves the caller better than an
   * error.
   */
  checkReplies: boolean;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined;
  /** Where pages send analytics events and errors (D-131); nowhere by default. */
  analyticsUrl: string | undefined;
  sentryDsn: string | undefined;
};

/**
 * Reads and checks the settings. Where no secret is set, it is made once and kept in DATA_DIR. Throws ConfigError and
 * FolderUnsafe.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const settings = parse(env);
  const production = settings.NODE_ENV === 'production';
  const publicUrl = settings.PUBLIC_URL?.replace(/\/$/, '');
  const demo =
    isLoopback(settings.HOST) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname)) && !production;

  const faults = crossFaults(settings, { production, demo });
  if (faults.length > 0) throw new ConfigError(faults);

  const origin = publicUrl ?? `http://localhost:${settings.PORT}`;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: origin,
    publicUrlGiven: publicUrl !== undefined,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    secret: settings.SECRET ?? keptKey(settings.DATA_DIR, 'secret', (key) => key.length >= 32),
    clinicFiles: settings.CLINIC_FILES,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`,
    smsUrl: settings.SMS_URL,
    ...pushOf(settings, origin, production),
    internalEmailDomain: settings.INTERNAL_EMAIL_DOMAIN?.toLowerCase(),
    testEmailSuffix: settings.TEST_EMAIL_SUFFIX,
    corsOrigins: settings.CORS_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    floodLimit: settings.FLOOD_LIMIT ?? 500,
    metrics: settings.METRICS_PORT === undefined ? null : { port: settings.METRICS_PORT, host: settings.METRICS_HOST },
    backups: backupPlan(settings),
    capsTimes: settings.CAPS_TIMES ?? 1,
    clock: settings.CLOCK === undefined ? undefined : new Date(settings.CLOCK),
    production,
    demo,
    checkReplies: !production,
    stripe:
      settings.STRIPE_SECRET_KEY && settings.STRIPE_PUBLISHABLE_KEY && settings.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: settings.STRIPE_SECRET_KEY,
            publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
          }
        : undefined,
    analyticsUrl: settings.ANALYTICS_URL,
    sentryDsn: settings.SENTRY_DSN,
  };
}

function parse(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.keys(Settings.schema).flatMap((name) =>
      env[name] === undefined || env[name]?.trim() === '' ? [] : [[name, env[name]?.trim()]],
    ),
  );
  try {
    return create(given, Settings);
  } catch (error) {
    if (!(error instanceof StructError)) throw error;
    throw new ConfigError(error.failures().map((failure) => `${failure.path.join('.')}: ${failure.message}`));
  }
}

/** Faults in settings that do not fit together, or do not fit the mode. */
function crossFaults(settings: Settings, mode: { production: boolean; demo: boolean }): string[] {
  const faults: string[] = [];
  const stripe = [settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY, settings.STRIPE_WEBHOOK_SECRET];
  if (mode.production && settings.SECRET === undefined)
    faults.push('SECRET: must be set in production, to at least 32 random characters');
  if (mode.production && settings.TEST_EMAIL_SUFFIX !== '')
    faults.push('TEST_EMAIL_SUFFIX: must not be set in production');
  for (const name of ['CAPS_TIMES', 'CLOCK', 'PUSH_LOOPBACK'] as const) {
    if (settings[name] !== undefined && !mode.demo)
      faults.push(`${name}: is for trying out only: HOST and PUBLIC_URL must be loopback and NODE_ENV not production`);
  }
  if (settings.METRICS_PORT !== undefined && settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    faults.push('METRICS_PORT: must be another port than PORT, since metrics are not for the public');
  if (settings.BACKUP_DIR !== undefined && liesIn(settings.BACKUP_DIR, join(settings.DATA_DIR, 'db')))
    faults.push("BACKUP_DIR: must not lie in the database's own folder, DATA_DIR/db; best is one on another disk");
  if (settings.SMS_URL !== undefined && textService(settings.SMS_URL) === null)
    faults.push(
      'SMS_URL: must name account, token and sender: https://ACCOUNT:TOKEN@api.twilio.com/?From=+15125550100',
    );
  if (stripe.some((key) => key !== undefined) && stripe.some((key) => key === undefined)) {
    faults.push('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: set all three or none');
  }
  return faults;
}

/** Whether a host name means this machine alone. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** What push messages are sent with. The key is made once and kept like the secret, but not in production (D-440). */
function pushOf(settings: Settings, origin: string, production: boolean): Pick<Config, 'push' | 'pushOff'> {
  const loopback = settings.PUSH_LOOPBACK === 'true';
  const off = (why: string) => ({ push: null, pushOff: `Push notifications are off: ${why}` });
  const subject = loopback ? origin : pushSubject(origin);
  if (subject === null)
    return off(
      "PUBLIC_URL must be an https address at a public name, since Apple's push service refuses messages that name another.",
    );
  if (production && settings.VAPID_KEY === undefined) return off('VAPID_KEY is not set.');
  const key = settings.VAPID_KEY ?? keptKey(settings.DATA_DIR, 'vapid', isVapidKey);
  return { push: { key, subject, loopback }, pushOff: null };
}

/**
 * A key of 32 random bytes kept in a file of DATA_DIR, which the first start makes; only this user may read it. Throws
 * ConfigError and FolderUnsafe.
 */
function keptKey(dataDir: string, name: 'secret' | 'vapid', isUsable: (key: string) => boolean): string {
  const path = join(dataDir, name);
  makeOwnFolder(dataDir);
  if (existsSync(path) || !makeFile(path, randomBytes(32).toString('base64url'))) chmodSync(path, 0o600);
  const key = readFileSync(path, 'utf8').trim();
  if (!isUsable(key))
    throw new ConfigError([
      `${path}: holds no usable ${name === 'secret' ? 'secret' : 'key'}; remove the file to have a new one made`,
    ]);
  return key;
}
