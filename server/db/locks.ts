import { sql } from 'kysely';
import { prepared, type Statement } from './statements';

/**
 * Waits until this transaction alone may claim what these names of a clinic stand for, such as a clinician's day (D-203).
 * Always taken in the order of their numbers, so that overlapping claims queue and never wait for each other in a circle.
 */
export const locksOn = (clinicId: string, names: readonly string[]): Statement<never> => {
  const keys = names.map((name) => `${clinicId} ${name}`);
  return prepared(
    'lock',
    sql<never>`select pg_advisory_xact_lock(number) from
      (select distinct hashtextextended(name, 0) as number from unnest(${keys}::text[]) as name order by number) as numbers`,
  );
};
