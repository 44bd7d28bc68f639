import { is, literal, type, type Infer } from 'superstruct';
import { Shop } from '../src/contract/shop';
import { instant } from '../src/contract/wire';
import { saveClinic } from '../src/offline/database/clinicRecords';

/** The page's message with the clinic that it has loaded, to be saved for visits without a network (D-02). */
const KeepClinic = type({ type: literal('KEEP_CLINIC'), shop: Shop, savedAt: instant() });
type KeepClinic = Infer<typeof KeepClinic>;

export const clinicToKeep = (message: unknown): KeepClinic | null => (is(message, KeepClinic) ? message : null);

/** Saves the clinic; resolves to whether that went well. */
export const keepClinic = ({ shop, savedAt }: KeepClinic): Promise<boolean> =>
  saveClinic(shop, savedAt).then(
    () => true,
    () => false,
  );
