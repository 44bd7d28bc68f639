import { MINUTE } from '../../src/limits';
import type { Services } from '../calls/services';
import { everyClinic } from '../db/jobs';
import type { Db } from '../db/transaction';
import { faultForLog } from '../system/faultForLog';
import { startRounds, type Rounds } from '../system/rounds';
import { fingerprint } from '../system/secrets';

/**
 * Which SECRETs servers use on one database: each leaves the fingerprint of its own and renews it while it runs. A mark is
 * a job without work, so a restored database has none.
 */

const prefix = 'secret ';
const nameOf = (secret: string): string => `${prefix}${fingerprint(secret)}`;

const everyMs = 10 * MINUTE;
/** How long after its last sign a server counts as running, milliseconds; clocks of two servers may differ by some of it. */
export const markLivesMs = 30 * MINUTE;

const marks = (db: Db) =>
  db.selectFrom('jobs').where('clinic_id', '=', everyClinic).where('name', 'like', `${prefix}%`);

/** Leaves this server's mark. */
async function leaveMark(db: Db, secret: string, now: Date): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ clinic_id: everyClinic, name: nameOf(secret), done_at: now })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'name']).doUpdateSet({ done_at: now }))
    .execute();
}

/** Takes back the mark of a SECRET; another server that has it leaves it anew. */
export async function takeMark(db: Db, secret: string): Promise<void> {
  await db.deleteFrom('jobs').where('clinic_id', '=', everyClinic).where('name', '=', nameOf(secret)).execute();
}

/** Whether servers run on the database with this SECRET, and when one with another was last seen; null where none was. */
export async function secretsSeen(db: Db, secret: string, now: Date): Promise<{ same: boolean; other: Date | null }> {
  const from = new Date(now.getTime() - markLivesMs);
  const to = new Date(now.getTime() + markLivesMs);
  const rows = await marks(db)
    .select(['name', 'done_at'])
    .where('done_at', '>', from)
    .where('done_at', '<', to)
    .orderBy('done_at', 'desc')
    .execute();
  const other = rows.find(({ name }) => name !== nameOf(secret));
  return { same: rows.some(({ name }) => name === nameOf(secret)), other: other?.done_at ?? null };
}

type Given = Pick<Services, 'db' | 'clock' | 'log' | 'config'>;

/** One round: leaves the mark, forgets those of servers that are gone, and warns of another SECRET. */
export async function markRound({ db, clock, log, config: { secret } }: Given): Promise<void> {
  const now = clock.now();
  await leaveMark(db, secret, now);
  const { other } = await secretsSeen(db, secret, now);
  if (other !== null)
    log.warn(
      { seen: other },
      'another server on this database has another SECRET: codes that one sends are refused by the other, and browsers that owners signed in with count as new; give all servers one SECRET',
    );
  await db
    .deleteFrom('jobs')
    .where('clinic_id', '=', everyClinic)
    .where('name', 'like', `${prefix}%`)
    .where((is) =>
      is.or([
        is('done_at', '<', new Date(now.getTime() - markLivesMs)),
        is('done_at', '>', new Date(now.getTime() + markLivesMs)),
      ]),
    )
    .execute();
}

/** Marks this server's SECRET until it is stopped, and warns of others. A SECRET may be changed: nothing is refused. */
export function startSecretMarks(services: Given): Rounds {
  const { db, log, config } = services;
  const rounds = startRounds(
    () => markRound(services).then(() => 'done'),
    everyMs,
    (error) => log.warn({ fault: faultForLog(error) }, 'the SECRET was not compared with that of other servers'),
  );
  return {
    async stop() {
      await rounds.stop();
      await takeMark(db, config.secret).catch(() => {});
    },
  };
}
