import { sql } from 'kysely';
import { fixed, type Statement } from './statements';

/**
 * Locks the given names of a clinic, such as a clinician's day, until the transaction ends; waits while another
 * transaction has one of them (D-203). Locks are taken in the order of their numbers, so that no two transactions wait
 * for each other.
 */
export const locksOn = (clinicId: string, names: readonly string[]): Statement<never> =>
  lock({ names: names.map((name) => `${clinicId} ${name}`) });

const lock = fixed(
  'lock',
  ({ names }: { names: readonly string[] }) =>
    sql<never>`select pg_advisory_xact_lock(number) from
      (select distinct hashtextextended(name, 0) as number from unnest(${names}::text[]) as name order by number) as numbers`,
);
