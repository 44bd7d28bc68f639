import { array, boolean, nullable, object, optional, string, type, type Infer } from 'superstruct';
import * as limits from '../limits';
import { endpoint } from './endpoint';
import { Receipt, calendarDate, id, instant, text } from './wire';

/** A vaccination (ENT-22). The server sets the two flags for today in the clinic's zone (D-10). */
export const Vaccination = type({
  id: id(),
  description: string(),
  issue_date: nullable(calendarDate()),
  expiration_date: nullable(calendarDate()),
  expired: boolean(),
  expires_soon: boolean(),
});
export type Vaccination = Infer<typeof Vaccination>;

/** A medication that the clinic has given out (ENT-23). */
export const Medication = type({
  id: id(),
  description: string(),
  issue_date: nullable(calendarDate()),
  instructions: nullable(string()),
});
export type Medication = Infer<typeof Medication>;

const ofPatient = object({ patient_id: id() });

/** GET /vaccinations?patient_id (API-45): newest issue date first; another owner's pet is 404. */
export const listVaccinations = endpoint({
  name: 'listVaccinations',
  method: 'GET',
  path: '/vaccinations',
  access: 'owner',
  query: ofPatient,
  response: array(Vaccination),
  saysOutdated: true,
});

/** GET /medications?patient_id (API-46): newest issue date first (D-118); another owner's pet is 404. */
export const listMedications = endpoint({
  name: 'listMedications',
  method: 'GET',
  path: '/medications',
  access: 'owner',
  query: ofPatient,
  response: array(Medication),
});

/** POST /vaccinations/email (API-47): sends the pet's vaccination history to an address. */
export const emailVaccinations = endpoint({
  name: 'emailVaccinations',
  method: 'POST',
  path: '/vaccinations/email',
  access: 'owner',
  body: object({ email: text(255), patient_id: id() }),
  response: Receipt,
  idempotent: true,
});

/**
 * POST /medications/refill (API-48, D-118): asks for a refill by a medication, a note, or both. `medication` is what the
 * screen called it, since the record may say something else by the time the call arrives (D-408). 422 not_allowed where
 * the clinic does not offer it.
 */
export const requestRefill = endpoint({
  name: 'requestRefill',
  method: 'POST',
  path: '/medications/refill',
  access: 'owner',
  outbox: 'each',
  body: object({
    patient_id: id(),
    medication_id: optional(nullable(id())),
    medication: optional(nullable(text(limits.medicationMax))),
    note: optional(nullable(text(limits.refillNoteMax))),
  }),
  response: Receipt,
  idempotent: true,
});

/** Where a refill stands (D-424). It only moves forward, in this order; `declined` comes from any before `done`. */
export const refillStates = ['received', 'approved', 'ready', 'done', 'declined'] as const;
export type RefillState = (typeof refillStates)[number];

/**
 * A refill that the owner asked for (D-424): `state` is one of refillStates, since `state_at`; another one is of a newer
 * server. `medication` is what the owner asked for, in the words that they saw. `reason` is the clinic's sentence. `answer_by`: when the clinic's answer to a received one is due (D-427).
 */
export const Refill = type({
  id: id(),
  patient_id: id(),
  medication_id: nullable(id()),
  medication: nullable(string()),
  note: nullable(string()),
  state: string(),
  state_at: instant(),
  reason: nullable(string()),
  answer_by: optional(nullable(instant())),
  created_at: instant(),
});
export type Refill = Infer<typeof Refill>;

/** GET /medications/refills: the owner's refills of the last 180 days, of all pets, the latest first (D-424). */
export const listRefills = endpoint({
  name: 'listRefills',
  method: 'GET',
  path: '/medications/refills',
  access: 'owner',
  response: array(Refill),
});
