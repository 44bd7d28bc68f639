/** The label of the consent box, which is ticked by default (INFO-11, SAVE-05, D-87). */
export const CONSENT =
  'Send me appointment confirmations and reminders by text message and email. Message and data rates may apply.';

/** The sentence in place of the box where the visit is virtual (INFO-12, D-87). */
export const VIRTUAL_CONSENT =
  'By continuing you agree to receive text messages about this appointment, including the meeting link.';

/** The label of the wellness plan's box, which returning clients get where the clinic asks (INFO-08). */
export const WELLNESS = 'My pet has an active wellness plan';
