import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Config } from './config';

/** What tells these settings from others, by the names that the README gives them; it does not tell what they are. */
export function settingPrints(config: Config): Record<string, string> {
  const { backups, metrics, push, stripe } = config;
  const ownSender = `no-reply@${new URL(config.publicUrl).hostname}`;
  const values: Record<string, unknown> = {
    NODE_ENV: config.production,
    PORT: config.port,
    HOST: config.host,
    PUBLIC_URL: config.publicUrlGiven ? config.publicUrl : null,
    SECRET: config.secret,
    CLINIC_FILES: config.clinicFiles.map((path) => resolve(path)),
    SMTP_URL: config.smtpUrl,
    MAIL_FROM: config.mailFrom === ownSender ? null : config.mailFrom,
    SMS_URL: config.smsUrl,
    VAPID_KEY: push?.key,
    PUSH_LOOPBACK: push?.loopback,
    STRIPE_SECRET_KEY: stripe?.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe?.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret,
    INTERNAL_EMAIL_DOMAIN: config.internalEmailDomain,
    TEST_EMAIL_SUFFIX: config.testEmailSuffix,
    ANALYTICS_URL: config.analyticsUrl,
    SENTRY_DSN: config.sentryDsn,
    CORS_ORIGINS: config.corsOrigins,
    TRUST_PROXY: config.trustProxy,
    FLOOD_LIMIT: config.floodLimit,
    METRICS_PORT: metrics?.port,
    METRICS_HOST: metrics?.host,
    BACKUP_DIR: backups === null ? null : resolve(backups.dir),
    BACKUP_AT: backups?.atMinutes,
    BACKUP_EVERY_HOURS: backups?.everyMs,
    BACKUP_KEEP_DAYS: backups?.keepDays,
    BACKUP_KEEP_WEEKS: backups?.keepWeeks,
    CAPS_TIMES: config.capsTimes,
    CLOCK: config.clock,
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, print(JSON.stringify([name, value ?? null]))]),
  );
}

const print = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** The names of settings that differ; one that only one side knows, since it is of another version, does not. */
export const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  Object.keys(one).filter((name) => name in other && one[name] !== other[name]);
