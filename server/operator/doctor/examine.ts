import type { Kysely } from 'kysely';
import type { Config } from '../../config/config';
import type { Database } from '../../db/schema';
import type { StripeAddress } from '../../gateways/stripe/connect';
import { readAll } from '../../metrics/readings';
import type { Clock } from '../../system/clock';
import { backupFindings, diskFindings, drillFindings, seenFolder } from './backups';
import { clinicFileFindings } from './clinicFiles';
import { clockFinding, databaseFindings } from './database';
import { wrong, type Finding } from './finding';
import { cardFindings, mailFindings, textFindings } from './outside';
import { secretsSeen } from '../secretMarks';
import { secretFindings, settingsFindings } from './settings';
import { waitingFindings } from './waiting';

export type Examined = {
  config: Config;
  clock: Clock;
  /** The open database, or why there is none. */
  database: Kysely<Database> | Finding;
  /** Whether this process is the server. */
  isServing: boolean;
  /** Another address than Stripe's own, for tests. */
  stripeAt?: StripeAddress;
};

/** Looks at everything that the settings name. Sends nothing and changes nothing. */
export async function examine({ config, clock, database, isServing, stripeAt }: Examined): Promise<Finding[]> {
  const [settings, files, found, mail, texts, cards, disk] = await Promise.all([
    settingsFindings(config, isServing),
    clinicFileFindings(config),
    'check' in database
      ? { findings: [database], isReadable: false, aheadMs: null }
      : databaseFindings(database, config),
    mailFindings(config),
    textFindings(config),
    cardFindings(config, stripeAt),
    diskFindings(config),
  ]);
  return [
    ...settings,
    ...files,
    ...found.findings,
    ...(found.isReadable && !('check' in database) ? await readFindings(database, config, clock) : []),
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
