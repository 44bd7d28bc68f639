import { sql } from 'kysely';
import type { KeywordAction } from '../../../src/contract/catalogue';
import type { Db } from '../../db/transaction';

type PetKind = 'breed' | 'patient_color' | 'patient_sex';

/** A species' breeds, colors or sexes in the clinic's own order; none for an unknown species. Import checked the rows before they were stored. */
export async function rowsOfSpecies<T>(db: Db, clinicId: string, kind: PetKind, speciesId: string): Promise<T[]> {
  const rows = await db
    .selectFrom('catalogue')
    .select('data')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', kind)
    .where(sql`data->>'species_id'`, '=', speciesId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ data }) => data as T);
}

/** The clinic's keyword actions in its own order, with what a file may leave out. */
export async function keywordActions(db: Db, clinicId: string): Promise<KeywordAction[]> {
  const rows = await db
    .selectFrom('catalogue')
    .select('data')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'keyword_action')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ data }) => ({
    keywords: [],
    product_ids: [],
    all_products: false,
    ...(data as Partial<KeywordAction> & Pick<KeywordAction, 'id' | 'action_type'>),
  }));
}
