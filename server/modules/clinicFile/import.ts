import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import { knownZone } from '../../../src/contract/zone';
import { inTransaction, type Trx } from '../../db/transaction';
import type { Database } from '../../db/schema';
import { applyAccounts } from './apply/accounts';
import { applyAppointments } from './apply/appointments';
import { applyCatalogue } from './apply/catalogue';
import { applyClients } from './apply/clients';
import { applyPayments } from './apply/payments';
import { withdrawAway } from './apply/offered';
import { applyRequests } from './apply/requests';
import type { ClinicFile } from './file/file';
import { parseClinicFile } from './parse/parse';
import { forgetClinic } from '../clinics/repository';

export type ImportOptions = {
  now: Date;
  /** Demo clinics and plain passwords are accepted in demo mode only (D-216). */
  demoMode: boolean;
  /**
   * Where the file came from (a setting's path). With it, content equal to the last that this source gave is not
   * applied again (D-217); without it the file is always applied.
   */
  source?: string;
  /** Tells the owners of appointments that nothing is left of what was offered to them (D-425). */
  tellWithdrawn?: (trx: Trx, clinicId: string, appointmentIds: readonly string[]) => Promise<void>;
};

export type Imported = {
  clinicId: string;
  changed: boolean;
  /**
   * One sentence for each thing that was not applied, such as what the portal changed later (D-217), for each overlap
   * with a booking of the portal, and for a time zone that is not known here.
   */
  conflicts: string[];
  /** Paths in the file that no clinic file has; they were left out. */
  ignored: string[];
  /** Paths of settings that this version has no use for; they are kept. */
  unread: string[];
};

/**
 * Checks a whole clinic file and applies it in one transaction. Throws ClinicFileFaults if anything is wrong, and
 * writes nothing then.
 */
export async function importClinicFile(db: Kysely<Database>, json: unknown, options: ImportOptions): Promise<Imported> {
  const { file, ignored, unread } = parseClinicFile(json, options);
  const clinicId = file.shop.id;
  const contentHash = hashOf(JSON.stringify(json));
  const { source, now, tellWithdrawn } = options;

  const outcome = await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${clinicId}`}, 0))`.execute(trx);
    if (source !== undefined && (await gaveBefore(trx, clinicId, source, contentHash)))
      return { changed: false, conflicts: [] };
    const { left, ...applied } = await apply(trx, file, now);
    if (left.length > 0) await tellWithdrawn?.(trx, clinicId, left);
    if (source !== undefined)
      await remember(trx, { clinic_id: clinicId, source, content_hash: contentHash, imported_at: now });
    return applied;
  });
  forgetClinic(db, clinicId);
  return { clinicId, changed: outcome.changed, conflicts: [...zoneNote(file), ...outcome.conflicts], ignored, unread };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** In a clinic file's text: what only a server for trying out takes (D-216), which is looked at each time. */
const forTrial = /"(is_demo":(?!false)|password":)/;

/**
 * Reads what the sources gave last, in one query, so that a start does not check the files of many clinics again. Tells of
 * a source and its content which clinic's it is if it gave the same last, else null.
 */
export async function readGiven(
  db: Kysely<Database>,
  sources: readonly string[],
  demoMode: boolean,
): Promise<(source: string, json: unknown) => string | null> {
  if (sources.length === 0) return () => null;
  const rows = await db
    .selectFrom('clinic_files')
    .select(['clinic_id', 'source', 'content_hash'])
    .where('source', 'in', sources)
    .execute();
  const clinics = new Map(rows.map((row) => [`${row.content_hash} ${row.source}`, row.clinic_id]));
  return (source, json) => {
    const text = JSON.stringify(json);
    return !demoMode && forTrial.test(text) ? null : (clinics.get(`${hashOf(text)} ${source}`) ?? null);
  };
}

/**
 * Tells the operator in which zone the clinic's times are if its own is unknown, which is no reason to refuse the file
 * (D-413).
 */
function zoneNote({ shop: { timezone } }: ClinicFile): string[] {
  const known = knownZone(timezone);
  return known === timezone ? [] : [`time zone "${timezone}": is not known here, so times are in ${known}`];
}

async function apply(
  trx: Trx,
  file: ClinicFile,
  now: Date,
): Promise<{ changed: boolean; conflicts: string[]; left: string[] }> {
  const catalogue = await applyCatalogue(trx, file, now);
  const people = [await applyClients(trx, file, now), await applyAccounts(trx, file, now)];
  const appointments = await applyAppointments(trx, file, now);
  const parts = [...people, appointments, await applyPayments(trx, file, now), await applyRequests(trx, file)];
  const away = await withdrawAway(trx, file.shop.id, file.providers ?? [], now);
  return {
    changed: catalogue || parts.some((part) => part.changed),
    conflicts: [...parts.flatMap((part) => part.conflicts), ...away.conflicts],
    left: [...appointments.left, ...away.left],
  };
}

const gaveBefore = async (trx: Trx, clinicId: string, source: string, hash: string): Promise<boolean> =>
  (
    await trx
      .selectFrom('clinic_files')
      .select('content_hash')
      .where('clinic_id', '=', clinicId)
      .where('source', '=', source)
      .executeTakeFirst()
  )?.content_hash === hash;

const remember = (trx: Trx, row: Insertable<Database['clinic_files']>) =>
  trx
    .insertInto('clinic_files')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'source'])
        .doUpdateSet({ content_hash: row.content_hash, imported_at: row.imported_at }),
    )
    .execute();
