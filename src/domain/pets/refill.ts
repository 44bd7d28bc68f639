/** The portal's own words for an empty request. The form locks Send before they are needed (D-118). */
export const REFILL_EMPTY = 'Please choose a medication or tell us what you need.';

/**
 * The message for a refill request that cannot be sent yet; null when it may be sent. A request names a medication, or
 * says in a note what is needed, or both (D-118).
 */
export const refillProblem = ({ medicationId, note }: { medicationId: string | null; note: string }): string | null =>
  medicationId === null && note.trim() === '' ? REFILL_EMPTY : null;
