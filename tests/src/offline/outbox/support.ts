import { newEntry, type Entry, type Wish } from '../../../../src/offline/outbox/entry';
import { portalDb } from '../../../../src/offline/database/db';

export const riley = { clinicId: 'oakwood', userId: 'user-riley' };
export const at = Date.parse('2026-11-21T15:00:00Z');
export const receipt = { id: 'receipt-1', created_at: '2026-11-21T15:00:01Z' };

const about = { petName: 'Biscuit', medication: 'Apoquel' };
export const refill = (medication_id: string | null = 'med-1'): Wish => ({
  kind: 'requestRefill',
  payload: { patient_id: 'pet-1', medication_id, note: null },
  about,
});
export const place = (kind: 'joinWaitlist' | 'leaveWaitlist', appointment_id = 'visit-1'): Wish => ({
  kind,
  payload: { client_id: 'client-1', appointment_id },
  about: { petName: 'Biscuit', medication: null },
});
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const entryOf = (
  wish: Wish,
  n: number,
  more: Partial<Pick<Entry, 'state' | 'attempts' | 'createdAt' | 'confirmedAt'>> = {},
): Entry => ({
  ...newEntry(wish, riley, uuid(n), n, at),
  ...more,
});

export const emptyDevice = async (): Promise<void> => {
  await Promise.all(portalDb().tables.map((table) => table.clear()));
};
