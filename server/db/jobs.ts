import { type Selectable } from 'kysely';
import type { Database } from './schema';
import type { Db } from './transaction';

/** What one server of many does for all of them, and how it went. */
type JobName = 'backup' | 'drill' | 'tidying';
export type Job = Selectable<Database['jobs']>;

/** The most of what is noted of a job's outcome, characters: sentences with paths in them. */
const longest = 2_000;

/** The clinic id of jobs that are of no clinic alone. */
export const everyClinic = '';

const ofJob = (db: Db, name: JobName) =>
  db.updateTable('jobs').where('clinic_id', '=', everyClinic).where('name', '=', name);

export async function readJob(db: Db, name: JobName): Promise<Job | null> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('clinic_id', '=', everyClinic)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/** Since when a job is due, the time now, and how long nobody else begins it once it was taken, milliseconds. */
export type Due = { due: Date; now: Date; leaseMs: number };

/** A mark that is farther ahead than a lease is of a clock that was set back since; it must keep nobody from the job. */
const farAhead = ({ now, leaseMs }: Due): Date => new Date(now.getTime() + leaseMs);

/** Whether a job was not done since it is due. */
export const isDue = (job: Job | null, due: Due): boolean =>
  job === null || job.done_at === null || job.done_at < due.due || job.done_at > farAhead(due);

/**
 * Takes a job that is due, so that nobody else begins it within the lease, however this one ends. Returns false when it
 * is done, or somebody has it.
 */
export async function takeJob(db: Db, name: JobName, due: Due): Promise<boolean> {
  const { now, leaseMs } = due;
  const taken = await db
    .insertInto('jobs')
    .values({ clinic_id: everyClinic, name, taken_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'name'])
        .doUpdateSet({ taken_at: now })
        .where((is) =>
          is.and([
            is.or([
              is('jobs.done_at', 'is', null),
              is('jobs.done_at', '<', due.due),
              is('jobs.done_at', '>', farAhead(due)),
            ]),
            is.or([
              is('jobs.taken_at', 'is', null),
              is('jobs.taken_at', '<=', new Date(now.getTime() - leaseMs)),
              is('jobs.taken_at', '>', farAhead(due)),
            ]),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Notes that a job went well; `at` is the moment that it is good for. */
export async function jobDone(db: Db, name: JobName, at: Date, note: string): Promise<void> {
  await ofJob(db, name)
    .set({ taken_at: null, done_at: at, note: note.slice(0, longest), failed_at: null, failure: null })
    .execute();
}

/** Notes that a job did not go well, and why. It stays taken, so that the next try waits. */
export async function jobFailed(db: Db, name: JobName, at: Date, failure: string): Promise<void> {
  await ofJob(db, name)
    .set({ failed_at: at, failure: failure.slice(0, longest) })
    .execute();
}

/** Forgets how every job went, so that each is due: in a restored database they were another installation's. */
export async function forgetJobs(db: Db): Promise<void> {
  await db.deleteFrom('jobs').where('clinic_id', '=', everyClinic).execute();
}
