import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { version } from './system/version';
import { buildApp } from './app';
import { startClockWatch } from './clock/watch';
import { loadConfig, type Config } from './config/config';
import { openMigrated } from './db/open';
import { demoClinicFiles } from './demo/clinics';
import { gatewaysFor } from './gateways';
import { startHousekeeping } from './housekeeping';
import { startReminders } from './modules/appointments/reminders';
import { tellWithdrawn } from './modules/appointments/withdrawn';
import { kindNamed } from './modules/desk/core';
import { startAnswers } from './modules/desk/answers';
import { kinds } from './modules/desk/kinds';
import { startDelivery } from './modules/messages/delivery';
import { startRefunds } from './modules/payments/sendRefunds';
import { startPaymentSweeps } from './modules/payments/sweep';
import { backupWarnings } from './operator/backupFolder';
import { watchLastBackup } from './operator/lastBackup';
import { startBackups } from './operator/scheduled';
import { startSecretMarks } from './operator/secretMarks';
import { startOperatorSocket } from './operator/socket';
import { FolderUnsafe, keepFilesPrivate, placeFault } from './system/privateFolder';
import { logStream } from './plugins/logStream';
import { loadClinics } from './start/clinics';
import { watchWrites } from './modules/health/writes';
import { HostUnknown, MetricsUnserved, startFault } from './start/fault';
import { greeting } from './start/greeting';
import { usage } from './start/usage';

keepFilesPrivate();
const log = logStream(process.stdout.fd);
// An output that nobody reads, or a full disk, must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Node would open its debugger, which asks nobody to sign in.
process.on('SIGUSR1', () => console.error('SIGUSR1 does nothing here: the log goes to standard output.'));

/** Starts the server and keeps it until it is told to stop. */
async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const fault = placeFault(config.dataDir);
  // In demo mode an unsafe place of DATA_DIR is only mentioned, in the greeting.
  if (fault !== null && !config.demo) throw new FolderUnsafe(fault);
  const db = await openMigrated(config);
  const app = await buildApp(config, { db, logStream: log });
  await loadClinics(app.services, demoClinicFiles, tellWithdrawn(app.services));
  const metrics = config.metrics && (await servedMetrics(app, config.metrics));
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).syscall === 'getaddrinfo' ? new HostUnknown(config.host) : error;
  });
  stopOnSignal(app, db, [
    ...(await startWorkers(app, config)),
    await startOperatorSocket(app.services),
    ...(metrics ? [metrics] : []),
  ]);
  console.log(await greeting(app.services, (app.server.address() as AddressInfo).port, await backupWarnings(config)));
}

type Worker = { stop(): void | Promise<void> };

async function startWorkers({ services }: FastifyInstance, config: Config): Promise<Worker[]> {
  const gateways = await gatewaysFor(config, services.clock);
  const delivery = startDelivery({ ...services, gateways, keepSecrets: config.demo });
  const deliveries = {
    stop: async () => {
      await delivery.stop();
      gateways.email?.close();
      gateways.sms?.close();
      gateways.push?.close();
    },
  };
  return [
    startReminders(services),
    startPaymentSweeps(services),
    startRefunds(services),
    startAnswers(services, (name) => kindNamed(kinds, name)),
    deliveries,
    startHousekeeping(services),
    startClockWatch(services),
    startSecretMarks(services),
    ...(config.backups ? [startBackups(services, config.backups)] : []),
  ];
}

/** Serves the metrics, whose library is loaded only for that. Throws MetricsUnserved. */
async function servedMetrics({ services }: FastifyInstance, at: NonNullable<Config['metrics']>): Promise<Worker> {
  const { startMetrics } = await import('./metrics/server');
  return startMetrics(services, at, watchWrites(services.db), watchLastBackup(services.config)).catch(
    (error: unknown) => {
      if (!['listen', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '')) throw error;
      throw new MetricsUnserved(
        `Metrics cannot be served at ${at.host}:${at.port} (${(error as NodeJS.ErrnoException).code}). Stop the other program, or choose another METRICS_PORT or METRICS_HOST.`,
      );
    },
  );
}

/**
 * How long calls and workers under way have to end when the server is told to stop, milliseconds. Supervisors wait ten
 * seconds.
 */
const lastMs = 5_000;
/** How long the database then has to close, and after that the log to be written, milliseconds. */
const closingMs = 2_000;
const loggingMs = 500;

/**
 * Stops the server on SIGTERM, SIGINT or SIGHUP (its terminal was closed): it stops listening at once, answers the
 * calls under way, ends the workers, closes the database and writes the log. What takes longer than its time is
 * abandoned, since messages and calls are made to be tried again. A second signal ends the process at once.
 */
function stopOnSignal(app: FastifyInstance, db: { destroy(): Promise<void> }, workers: Worker[]): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await within(lastMs, [app.close(), ...workers.map(async (worker) => worker.stop())]);
    await within(closingMs, [db.destroy()]);
    await within(loggingMs, [log.flush()]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

/** Waits for all, however they end, but not for longer than `ms` milliseconds. */
const within = (ms: number, work: Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.allSettled(work), wait(ms)]);

const [argument] = process.argv.slice(2);
if (argument === '--version') console.log(version);
else if (argument === '--help' || argument === '-h') console.log(usage);
else if (argument !== undefined) {
  console.error(`The server does not know "${argument}".\n\n${usage}`);
  process.exitCode = 2;
} else
  start().catch((error: unknown) => {
    // In plain words where the operator can mend the cause, with its stack trace where it is a bug.
    console.error(startFault(error) ?? error);
    process.exit(1);
  });
