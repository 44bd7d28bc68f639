import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { version } from '../system/version';
import type { Config } from '../config/config';
import { poolOf } from '../db/poolState';
import { answered, eventCame, messageTried } from '../system/topics';

/** The metrics of this process alone: of several servers on one database each has its own. */

const secondsOfRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts what the process tells of itself until the function that it returns is called; `db` is whose connections are told. */
export function watchProcess(register: Registry, db: object, { backups }: Pick<Config, 'backups'>): () => void {
  const registers = [register];
  // CPU time, memory, event loop lag, garbage collection, file descriptors, the start's time and the version of Node.
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'portal_info',
    help: 'The version of this server; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'portal_backup_configured',
    help: 'Whether this server makes backups, since BACKUP_DIR is set: 1, or 0.',
    registers,
  }).set(backups === null ? 0 : 1);

  const requests = new Counter({
    name: 'portal_requests_total',
    help: 'Requests that this server answered, by method, pattern of the route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'portal_request_seconds',
    help: 'Seconds until a request was answered by this server, by method and pattern of the route.',
    labelNames: ['method', 'route'],
    buckets: secondsOfRequests,
    registers,
  });
  const tries = new Counter({
    name: 'portal_message_tries_total',
    help: 'Messages that this server tried to deliver, by channel and outcome: delivered, failed (and tried again), given_up.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const events = new Counter({
    name: 'portal_card_events_total',
    help: "Events of the card provider that came to this server: accepted, or refused, since the webhook's secret did not sign them.",
    labelNames: ['outcome'],
    registers,
  });
  // Absent series begin with their first event, and a rate over them would miss it.
  for (const channel of ['email', 'sms', 'push'])
    for (const outcome of ['delivered', 'failed', 'given_up']) tries.inc({ channel, outcome }, 0);
  for (const outcome of ['accepted', 'refused']) events.inc({ outcome }, 0);
  watchConnections(register, db);

  const listening = [
    answered.hear(({ method, route, status, ms }) => {
      // Without a route any method may come, so it is not told.
      const labels = { method: route === 'unknown' ? 'any' : method, route };
      requests.inc({ ...labels, status });
      seconds.observe(labels, ms / 1000);
    }),
    messageTried.hear((one) => tries.inc(one)),
    eventCame.hear((one) => events.inc(one)),
  ];
  return () => {
    for (const stop of listening) stop();
  };
}

function watchConnections(register: Registry, db: object): void {
  new Gauge({
    name: 'portal_database_connections',
    help: "This server's connections to the database by state, used or idle; waiting are those who wait for one.",
    labelNames: ['state'],
    registers: [register],
    collect() {
      const pool = poolOf(db);
      if (pool === null) return;
      for (const state of ['used', 'idle', 'waiting'] as const) this.set({ state }, pool[state]);
    },
  });
  new Gauge({
    name: 'portal_database_connections_limit',
    help: 'The most connections to the database that this server opens.',
    registers: [register],
    collect() {
      this.set(poolOf(db)?.most ?? 0);
    },
  });
}
