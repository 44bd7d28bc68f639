import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createAppointment } from '../../../src/contract/appointments';
import { createHold } from '../../../src/contract/availability';
import { forgetJobs, jobDone, jobFailed, readJob, takeJob } from '../../../server/db/jobs';
import type { Database } from '../../../server/db/schema';
import { sparingly } from '../../../server/metrics/readings';
import { startMetrics } from '../../../server/metrics/server';
import { watchWrites } from '../../../server/modules/health/writes';
import { deliverDue } from '../../../server/modules/messages/delivery';
import { DeliveryFailed } from '../../../server/gateways/gateway';
import { noteDrill } from '../../../server/operator/drill';
import { watchLastBackup } from '../../../server/operator/lastBackup';
import { backUpIfDue } from '../../../server/operator/scheduled';
import { clinicFile } from '../../support/clinicFile';
import { freshDatabase, usesPostgres } from '../../support/database';
import { startTestServer, type TestServer } from '../../support/server';
import { bookingBody, chicago, holdBody, owner, wednesday } from '../booking/support';

const anywhere = { port: 0, host: '127.0.0.1' };
const minute = 60_000;

let server: TestServer;
let metrics: Awaited<ReturnType<typeof startMetrics>>;
beforeAll(async () => {
  server = await startTestServer({ clinicFiles: [clinicFile({ shop: { metadata: { isAutoAccept: false } } })] });
  metrics = await startMetrics(
    server.services,
    anywhere,
    watchWrites(server.db),
    watchLastBackup(server.services.config),
  );
});
afterAll(async () => {
  await metrics.stop();
  await server.close();
});

/** The scraped samples by name and labels, such as `portal_unanswered{what="refills"}`. */
async function scraped(url = metrics.url): Promise<Map<string, number>> {
  const reply = await fetch(url);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return new Map(
    (await reply.text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

/** A server of metrics of its own on the same database, which has read nothing yet. */
async function freshlyScraped(db: Kysely<Database> = server.db): Promise<Map<string, number>> {
  const own = await startMetrics(
    { ...server.services, db },
    anywhere,
    watchWrites(db),
    watchLastBackup(server.services.config),
  );
  try {
    return await scraped(own.url);
  } finally {
    await own.stop();
  }
}

test('requests are counted by the pattern of their route, and their seconds by it, whatever the address', async () => {
  const before = await scraped();
  await server.app.inject({ url: '/api/tenant/v2/shops/nowhere' });
  await server.app.inject({ url: '/api/tenant/v2/shops/elsewhere' });
  await server.app.inject({ url: '/api/health' });
  await server.app.inject({ method: 'DELETE', url: '/api/no/such/call/jo@example.com' });
  const after = await scraped();
  const grown = [...after].filter(
    ([name, value]) => name.startsWith('portal_request') && value > (before.get(name) ?? 0),
  );
  const names = grown.map(([name]) => name);
  expect(after.get('portal_requests_total{method="GET",route="/api/health",status="200"}')).toBe(1);
  expect(names.filter((name) => name.startsWith('portal_requests_total')).sort()).toEqual([
    'portal_requests_total{method="GET",route="/api/health",status="200"}',
    'portal_requests_total{method="GET",route="/api/tenant/v2/shops/:id",status="404"}',
    'portal_requests_total{method="any",route="unknown",status="404"}',
  ]);
  expect(after.get('portal_requests_total{method="GET",route="/api/tenant/v2/shops/:id",status="404"}')).toBe(2);
  expect(after.get('portal_request_seconds_count{method="GET",route="/api/tenant/v2/shops/:id"}')).toBe(2);
  expect(after.get('portal_request_seconds_bucket{le="+Inf",method="GET",route="/api/tenant/v2/shops/:id"}')).toBe(2);
  expect(names.join()).not.toContain('@');
  expect(names.join()).not.toMatch(/nowhere|elsewhere/);
});

test('pages are counted by the pattern of their address, apart from addresses at which there is nothing', async () => {
  const get = (url: string) => server.app.inject({ url });
  for (const url of ['/', '/admin/inbox', `/${server.clinicId}`, `/${server.clinicId}/pets`, '/nowhere-yet', '/a.php'])
    await get(url);
  const routes = [...(await scraped()).keys()].flatMap(
    (name) => /^portal_requests_total\{method="GET",route="(\/(?!api)[^"]*)"/.exec(name)?.[1] ?? [],
  );
  expect([...new Set(routes)].sort()).toEqual(['/', '/:clinic', '/admin']);
});

test('whether backups are made is told, so that one that was never made can be missed', async () => {
  expect((await scraped()).get('portal_backup_configured')).toBe(0);
  const backups = { dir: '/backups', everyMs: 1, atMinutes: 0, keepDays: 1, keepWeeks: 1 };
  const config = { ...server.services.config, backups };
  const own = await startMetrics(
    { ...server.services, config },
    anywhere,
    watchWrites(server.db),
    watchLastBackup(config),
  );
  expect((await scraped(own.url)).get('portal_backup_configured')).toBe(1);
  await own.stop();
  const alerts = readFileSync('docs/alerts.yml', 'utf8');
  for (const name of ['portal_backup', 'portal_restore_drill'])
    expect(alerts).toContain(
      `expr: max(portal_backup_configured) == 1 unless max(${name}_last_success_timestamp_seconds)`,
    );
});

test('holds, requests and refills that wait, and messages are told with their ages', async () => {
  const { token, clientId } = await bookedOwner();
  await server.api(createHold, { body: holdBody(chicago(wednesday, '14:00')) }, { token });
  await server.db
    .insertInto('refills')
    .values({
      clinic_id: server.clinicId,
      id: 'r1',
      client_id: clientId,
      patient_id: 'patient-rex',
      created_at: server.clock.now(),
      state_at: server.clock.now(),
    })
    .execute();
  server.clock.advance(5 * minute);
  const told = await freshlyScraped();
  const of = (name: string) => told.get(name);
  expect([of('portal_database_up'), of('portal_database_takes_writes'), of('portal_holds')]).toEqual([1, 1, 1]);
  expect([of('portal_unanswered{what="requests"}'), of('portal_unanswered_oldest_seconds{what="requests"}')]).toEqual([
    1, 300,
  ]);
  expect([of('portal_unanswered{what="refills"}'), of('portal_unanswered_oldest_seconds{what="refills"}')]).toEqual([
    1, 300,
  ]);
  expect(of('portal_messages_undelivered{channel="email"}')).toBeGreaterThan(0);
  expect(of('portal_messages_oldest_seconds{channel="email"}')).toBe(300);
  expect(of('portal_messages_overdue_seconds{channel="email"}')).toBe(300);
  expect(of('portal_messages_undelivered{channel="push"}')).toBe(0);
  expect(of(`portal_info{version="${packageJson.version}"}`)).toBe(1);
  expect(of('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(of('process_start_time_seconds')).toBeGreaterThan(1e9);
  expect(of('portal_database_connections_limit')).toBe(usesPostgres ? 20 : 1);
  expect(of('portal_database_connections{state="waiting"}')).toBe(0);
  server.clock.advance(20 * minute);
  expect((await freshlyScraped()).get('portal_holds')).toBe(0);
});

async function bookedOwner(): Promise<{ token: string; clientId: string }> {
  const { token } = await owner(server, 'jo@example.com');
  const booked = await server.api(createAppointment, { body: bookingBody(chicago(wednesday, '09:00')) }, { token });
  const row = await server.db
    .selectFrom('appointments')
    .select('client_id')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow();
  return { token, clientId: row.client_id };
}

test('tries to deliver are counted by channel and outcome, and what was given up is told', async () => {
  await server.db.deleteFrom('messages').execute();
  const write = (recipient: string) =>
    server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'email',
      recipient,
      subject: 'Hello',
      text: 'x',
      kind: 'test',
    });
  for (const name of ['good', 'later', 'never']) await write(`${name}@example.com`);
  const before = await scraped();
  const deliver = async ({ recipient }: { recipient: string }) => {
    if (recipient.startsWith('later')) throw new DeliveryFailed('busy', false);
    if (recipient.startsWith('never')) throw new DeliveryFailed('no such mailbox', true);
  };
  await deliverDue({
    ...server.services,
    gateways: { email: { deliver, close: () => {} }, sms: null },
    keepSecrets: false,
  });
  const after = await scraped();
  for (const outcome of ['delivered', 'failed', 'given_up']) {
    const name = `portal_message_tries_total{channel="email",outcome="${outcome}"}`;
    expect([outcome, after.get(name)! - before.get(name)!]).toEqual([outcome, 1]);
  }
  expect((await freshlyScraped()).get('portal_messages_given_up{channel="email"}')).toBe(1);
  server.clock.advance(40 * minute);
  const failing = async () => (await freshlyScraped()).get('portal_messages_failing_seconds{channel="email"}');
  expect(await failing()).toBe(2400);
  // A message that was never tried is no failure.
  await server.db.deleteFrom('messages').where('recipient', '=', 'later@example.com').execute();
  await write('new@example.com');
  expect(await failing()).toBe(0);
});

test('the last good backup and a failed one are told', async () => {
  expect((await freshlyScraped()).has('portal_backup_last_success_timestamp_seconds')).toBe(false);
  const now = server.clock.now();
  await takeJob(server.db, 'backup', { due: now, now, leaseMs: minute });
  await jobFailed(server.db, 'backup', now, 'no room');
  expect((await freshlyScraped()).get('portal_backup_failed')).toBe(1);
  await jobDone(server.db, 'backup', now, 'x');
  const told = await freshlyScraped();
  expect(told.get('portal_backup_failed')).toBe(0);
  expect(told.get('portal_backup_last_success_timestamp_seconds')).toBe(now.getTime() / 1000);
});

test('a last backup that is gone or cut off is told as failed, and still as made', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-metrics-'));
  const config = { ...server.services.config, backups: { dir, everyMs: 1, atMinutes: 0, keepDays: 1, keepWeeks: 1 } };
  await forgetJobs(server.db);
  const path = await backUpIfDue(server.services, config.backups);
  const told = async () => {
    const own = await startMetrics(
      { ...server.services, config },
      anywhere,
      watchWrites(server.db),
      watchLastBackup(config),
    );
    const all = await scraped(own.url);
    await own.stop();
    return [all.get('portal_backup_failed'), all.get('portal_backup_last_success_timestamp_seconds')];
  };
  const good = [0, server.clock.now().getTime() / 1000];
  expect(await told()).toEqual(good);
  const whole = readFileSync(path!);
  writeFileSync(path!, whole.subarray(0, -40));
  expect(await told()).toEqual([1, good[1]]);
  rmSync(path!);
  expect(await told()).toEqual([1, good[1]]);
  writeFileSync(path!, whole);
  expect(await told()).toEqual(good);
  rmSync(dir, { recursive: true });
});

test('the last good restore drill and a failed one are told', async () => {
  const [at, failed] = ['portal_restore_drill_last_success_timestamp_seconds', 'portal_restore_drill_failed'];
  const now = server.clock.now();
  expect((await freshlyScraped()).has(at)).toBe(false);
  await noteDrill(server.db, now, { said: 'it is cut off', isGood: false });
  expect((await freshlyScraped()).get(failed)).toBe(1);
  const said = `${'folder/'.repeat(60)}portal.jsonl.gz: OK, 9 rows of 3 tables were restored and counted`;
  await noteDrill(server.db, now, { said, isGood: true });
  expect(await readJob(server.db, 'drill')).toMatchObject({ note: said });
  const told = await freshlyScraped();
  expect([told.get(failed), told.get(at)]).toEqual([0, now.getTime() / 1000]);
});

test('nothing but /metrics is served there, and /metrics is not served by the portal', async () => {
  const at = metrics.url.replace('/metrics', '');
  expect((await fetch(`${at}/`)).status).toBe(404);
  expect((await fetch(`${at}/metricsx`)).status).toBe(404);
  expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(405);
  const portal = await server.app.inject({ url: '/metrics', headers: { accept: '*/*' } });
  expect(portal.body).not.toContain('portal_info');
});

test('a database that is away is told, and what would be read from it is absent', async () => {
  const gone = await freshDatabase();
  await gone.close();
  const told = await freshlyScraped(gone.db);
  expect([told.get('portal_database_up'), told.get('portal_database_takes_writes')]).toEqual([0, 0]);
  expect([...told.keys()].filter((name) => /^portal_(holds|unanswered|messages|refunds)/.test(name))).toEqual([]);
  expect(told.get(`portal_info{version="${packageJson.version}"}`)).toBe(1);
});

test('a database that hangs does not hang the scrape, and is asked once however often it is scraped', async () => {
  const { db, databaseUrl } = server;
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  // Every read of messages waits for this transaction; on the embedded database every read does.
  let isHeld = () => {};
  const holding = new Promise<void>((resolve) => (isHeld = resolve));
  const blocking = db.transaction().execute(async (trx) => {
    await sql`lock table messages in access exclusive mode`.execute(trx);
    isHeld();
    await held;
  });
  await holding;
  const read = sparingly(db, server.clock, { everyMs: 0, patienceMs: 50 });
  expect([await read(), await read(), await read()]).toEqual([null, null, null]);
  if (databaseUrl !== undefined) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    expect(rows[0]?.count).toBe(1);
  }
  free();
  await blocking;
  await expect.poll(read).not.toBeNull();
});

test('what was read is kept for some seconds', async () => {
  const read = sparingly(server.db, server.clock);
  expect(await read()).toBe(await read());
});

test('a database that answers and takes no writes is told as such', async () => {
  const refusing = (what: string) => sql.raw(what).execute(server.db);
  await refusing(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$`,
  );
  await refusing('create trigger refuse before insert on counters for each statement execute function refuse()');
  const told = await freshlyScraped();
  await refusing('drop trigger refuse on counters');
  await refusing('drop function refuse');
  expect([told.get('portal_database_up'), told.get('portal_database_takes_writes')]).toEqual([1, 0]);
});

test('the alerts of the documentation name metrics that there are', async () => {
  const names = new Set(
    [...(await freshlyScraped()).keys()].map((name) => name.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, '')),
  );
  const used = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/\b(?:portal|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  expect(used.length).toBeGreaterThan(10);
  // A histogram has no samples before its first request.
  names.add('portal_request_seconds').add('portal_requests_total');
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});
