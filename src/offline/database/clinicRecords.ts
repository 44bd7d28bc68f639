import { string, type, type Infer } from 'superstruct';
import { Shop } from '../../contract/shop';
import { instant } from '../../contract/wire';
import { portalDb, readRow } from './db';

/** A clinic as last loaded: a cache shown where there is no network. `savedAt` is an ISO instant (D-02). */
export const SavedClinic = type({ clinicId: string(), shop: Shop, savedAt: instant() });
export type SavedClinic = Infer<typeof SavedClinic>;

export const loadClinic = (clinicId: string): Promise<SavedClinic | null> =>
  readRow(portalDb().clinics, clinicId, SavedClinic);

export async function saveClinic(shop: Shop, savedAt: string): Promise<void> {
  await portalDb().clinics.put({ clinicId: shop.id, shop, savedAt });
}
