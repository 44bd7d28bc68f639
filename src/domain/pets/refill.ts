/** Words of our own: the form keeps Send locked before they are needed (D-118). */
export const REFILL_EMPTY = 'Please choose a medication or tell us what you need.';

/** A refill names a medication, or says in a note what is needed, or both (D-118). Null when it may be sent. */
export const refillProblem = ({ medicationId, note }: { medicationId: string | null; note: string }): string | null =>
  medicationId === null && note.trim() === '' ? REFILL_EMPTY : null;
