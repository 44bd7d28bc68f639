import type { SavedOwner } from '../../offline/database/savedPage';

/** What a page is drawn from: what the device has saved of one clinic and one owner, the address, and whether the browser is online. */
export type Saved = SavedOwner & { page: 'pets' | 'appointments'; search: string; isOnline: boolean };

/** What is being drawn, for the hooks that stand in for the app's (./standIns). */
export const drawn: { saved: Saved } = { saved: undefined as unknown as Saved };
