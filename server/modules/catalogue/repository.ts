import { sql } from 'kysely';
import { assign, optional, type, type Struct } from 'superstruct';
import { KeywordAction } from '../../../src/contract/catalogue';
import { readDocument } from '../../db/documentReader';
import type { Db } from '../../db/transaction';

type PetKind = 'breed' | 'patient_color' | 'patient_sex';

/**
 * Reads the breeds, colors or sexes of a species in the clinic's own order, each through `struct`; none for an unknown
 * species.
 */
export async function rowsOfSpecies<T>(
  db: Db,
  clinicId: string,
  [kind, struct]: readonly [PetKind, Struct<T, unknown>],
  speciesId: string,
): Promise<T[]> {
  const rows = await db
    .selectFrom('catalogue')
    .select('data')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', kind)
    .where(sql`data->>'species_id'`, '=', speciesId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ data }) => readDocument(data, struct, 'catalogue.data', () => clinicId));
}

/**
 * The stored form of a keyword action: as in a clinic file, which may leave out its keywords, its products and
 * `all_products`.
 */
const { keywords, product_ids, all_products } = KeywordAction.schema;
const StoredKeywordAction = assign(
  KeywordAction,
  type({ keywords: optional(keywords), product_ids: optional(product_ids), all_products: optional(all_products) }),
);

/**
 * Reads the clinic's keyword actions in its own order. What the file left out is filled in: no keywords, no products,
 * not all products.
 */
export async function keywordActions(db: Db, clinicId: string): Promise<KeywordAction[]> {
  const rows = await db
    .selectFrom('catalogue')
    .select('data')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'keyword_action')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ data }) => {
    const row = readDocument(data, StoredKeywordAction, 'catalogue.data', () => clinicId);
    const { keywords: words = [], product_ids: productIds = [], all_products: isForAll = false, ...own } = row;
    return { keywords: words, product_ids: productIds, all_products: isForAll, ...own };
  });
}
