/**
 * A create call whose answer was lost may have booked, and the choices may have been changed since: then what stands is
 * the visit as it was chosen first (D-97).
 */

import type { Appointment } from '../../contract/appointments';
import { sanitiseNote } from '../validation/note';
import type { Draft } from './draft';
import type { NotTaken } from './savedBooking';

const same = (a: string, b: string): boolean =>
  a.trim().replaceAll(/\s+/g, ' ').toLowerCase() === b.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns what the draft says otherwise than the appointment that the first try booked. */
export function notTaken(draft: Draft, { fromDate, items, note, isDropoff }: Appointment): NotTaken[] {
  const types = draft.selectedProducts.flatMap(({ products }) => products.map(({ id }) => id));
  const booked = items.map(({ metadata }) => metadata.productId);
  const wanted = draft.selectedProducts[0]?.provider ?? null;
  const pet = items[0]!.metadata;
  const typed = sanitiseNote(draft.note);
  // The clinic may add to the note whom the owner asked for (D-66).
  const isNoteTaken = wanted === null ? (note ?? '') === typed : (note ?? '').startsWith(typed);
  const isOther: Record<NotTaken, boolean> = {
    time: draft.time !== null && Date.parse(draft.time.dateTime) !== Date.parse(fromDate),
    type: types.toSorted().join(' ') !== booked.toSorted().join(' '),
    clinician: wanted !== null && !items.some(({ providerId }) => providerId === wanted.id),
    dropoff: draft.isDropoff !== (isDropoff ?? false),
    pet: draft.customer !== null && !same(draft.customer.petName, pet.patientName),
    note: note !== undefined && !isNoteTaken,
  };
  return (Object.keys(isOther) as NotTaken[]).filter((what) => isOther[what]);
}

const words: Record<NotTaken, string> = {
  time: 'the other time',
  type: 'the other type',
  clinician: 'the other clinician',
  dropoff: 'the other choice about dropping your pet off',
  pet: 'the other pet',
  note: 'the other note',
};

/** The sentences that tell the owner what was not taken; null where all was (D-97). */
export function firstTryText(missed: readonly NotTaken[]): string | null {
  if (missed.length === 0) return null;
  const named = missed.map((what) => words[what]);
  const list = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ');
  const verb = missed.length > 1 ? 'were' : 'was';
  return `Your first try had reached us, so this is the visit as you chose it first: ${list} that you chose since ${verb} not taken. To change it, please call us.`;
}
