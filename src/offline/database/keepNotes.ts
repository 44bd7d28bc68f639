import { preference } from '../marker';
import { portalDb } from './db';
import { leavingId, type Look } from './notes';

/** Saves for the worker how a page looks; resolves also where it cannot be saved. */
export async function keepLook(): Promise<void> {
  const skin = preference('skin');
  const look: Look = {
    id: 'look',
    skin: skin === 'light' || skin === 'dark' ? skin : 'system',
    narrow: preference('menu-collapsed') === 'true',
    clockOffset: Number(preference('clock-offset')) || 0,
  };
  await portalDb()
    .notes.put(look)
    .catch(() => undefined);
}

/** Saves that a clinic's owner is signing out, until all of the owner's is deleted; resolves also where it cannot. */
export const keepLeaving = (clinicId: string): Promise<void> =>
  portalDb()
    .notes.put({ id: leavingId(clinicId) })
    .then(
      () => undefined,
      () => undefined,
    );
