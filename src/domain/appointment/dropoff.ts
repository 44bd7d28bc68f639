/** What an owner reads of a visit for which the pet is left with the clinic, in the words of the choice (APPT-05). */
export const DROPOFF = 'Drop your pet off for this appointment and pick them up afterward.';
/** The same in a list. */
export const DROPOFF_SHORT = 'drop-off';
