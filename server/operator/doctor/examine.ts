import type { Kysely } from 'kysely';
import type { Config } from '../../config/config';
import type { Database } from '../../db/schema';
import type { StripeAddress } from '../../gateways/stripe/connect';
import { readAll } from '../../metrics/readings';
import type { Clock } from '../../system/clock';
import { backupFindings, diskFindings, drillFindings, seenFolder } from './backups';
import { clinicFileFindings } from './clinicFiles';
import { clockFinding, databaseFindings, type DatabaseFound } from './database';
import { wrong, type Finding } from './finding';
import { cardFindings, mailFindings, textFindings } from './outside';
import { secretsSeen } from '../secretMarks';
import { secretFindings, settingsFindings } from './settings';
import { waitingFindings } from './waiting';

export type Examined = {
  config: Config;
  clock: Clock;
  /** The open database, why there is none, or what the running server says of it. */
  database: Kysely<Database> | Finding | Finding[];
  /** Another address than Stripe's own, for tests. */
  stripeAt?: StripeAddress;
};

/** Looks at everything that the settings name. Sends nothing and changes nothing. */
export async function examine({ config, clock, database, stripeAt }: Examined): Promise<Finding[]> {
  const isTold = Array.isArray(database);
  const [settings, files, found, mail, texts, cards, disk] = await Promise.all([
    settingsFindings(config, isTold),
    clinicFileFindings(config),
    isTold || 'check' in database
      ? { findings: [database].flat(), aheadMs: null }
      : examineDatabase({ config, clock, database }),
    mailFindings(config),
    textFindings(config),
    cardFindings(config, stripeAt),
    diskFindings(config),
  ]);
  return [
    ...settings,
    ...files,
    ...found.findings,
    clockFinding(
      [
        { whose: 'the database', aheadMs: found.aheadMs },
        { whose: 'the text message service', aheadMs: texts.aheadMs },
        { whose: 'Stripe', aheadMs: cards.aheadMs },
      ],
      config.clock !== undefined,
    ),
    ...mail,
    ...texts.findings,
    ...cards.findings,
    ...disk,
  ];
}

/** Looks at the database and what waits in it. */
export async function examineDatabase({
  config,
  clock,
  database,
}: Pick<Examined, 'config' | 'clock'> & { database: Kysely<Database> }): Promise<Omit<DatabaseFound, 'isReadable'>> {
  const { findings, isReadable, aheadMs } = await databaseFindings(database, config);
  return { findings: isReadable ? [...findings, ...(await readFindings(database, config, clock))] : findings, aheadMs };
}

async function readFindings(db: Kysely<Database>, config: Config, clock: Clock): Promise<Finding[]> {
  try {
    const readings = await readAll(db, clock.now());
    return [
      ...(await waitingFindings(db, config, readings)),
      ...secretFindings(await secretsSeen(db, config.secret, readings.at), readings.at),
      ...backupFindings(config, readings.backup, readings.at, await seenFolder(config, readings.backup)),
      ...drillFindings(config, readings.drill, readings.at),
    ];
  } catch (error) {
    return [
      wrong(
        'database',
        `What waits in it cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`,
        'Read the log of the database, and run the doctor again.',
      ),
    ];
  }
}
