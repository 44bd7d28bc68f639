import { sql } from 'kysely';
import { prepared, withTheNext } from './statements';
import type { Trx } from './transaction';

/**
 * Waits until this transaction alone may claim these (D-203). Always taken in the order of their numbers, so that
 * overlapping claims queue and never wait for each other in a circle.
 */
export async function lock(trx: Trx, clinicId: string, names: readonly string[]): Promise<void> {
  const keys = names.map((name) => `${clinicId} ${name}`);
  await sql`${prepared('lock')} ${withTheNext} select pg_advisory_xact_lock(number) from
    (select distinct hashtextextended(name, 0) as number from unnest(${keys}::text[]) as name order by number) as numbers`.execute(
    trx,
  );
}
