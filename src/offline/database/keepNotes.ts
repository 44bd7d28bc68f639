import { portalDb } from './db';
import { leavingId, type Look } from './notes';

/** Saves how a page looks; resolves also where it cannot be saved. */
export const keepLook = (look: Look): Promise<void> =>
  portalDb()
    .notes.put(look)
    .then(
      () => undefined,
      () => undefined,
    );

/** Saves that a clinic's owner is signing out, until all of the owner's is deleted; resolves also where it cannot. */
export const keepLeaving = (clinicId: string): Promise<void> =>
  portalDb()
    .notes.put({ id: leavingId(clinicId) })
    .then(
      () => undefined,
      () => undefined,
    );
