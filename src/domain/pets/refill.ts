/** The portal's own words for an empty request. The form locks Send before they are needed (D-118). */
export const REFILL_EMPTY = 'Please choose a medication or tell us what you need.';

/**
 * The message for a refill request that cannot be sent yet; null when it may be sent. A request names a medication, or
 * says in a note what is needed, or both (D-118).
 */
export const refillProblem = ({ medicationId, note }: { medicationId: string | null; note: string }): string | null =>
  medicationId === null && note.trim() === '' ? REFILL_EMPTY : null;

/**
 * What the clinic's record calls a medication now, where that is not what the owner saw when they asked for it (D-408);
 * null where it is the same, or nothing was chosen.
 */
export const calledOtherwise = (asked: string | null, recorded: string | null): string | null =>
  asked === null || recorded === null || asked.trim() === recorded.trim() ? null : recorded;
