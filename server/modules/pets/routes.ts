import {
  emailVaccinations,
  listMedications,
  listRefills,
  listVaccinations,
  requestRefill,
} from '../../../src/contract/pets';
import { DAY } from '../../../src/limits';
import { dateInZone } from '../../../src/domain/clinicTime';
import { EMAIL_INVALID, emailForm, emailProblemWithSuffix, tidyEmail } from '../../../src/domain/validation/email';
import { mustHaveRoom } from '../../calls/counters';
import { ApiError } from '../../calls/errors';
import { handle, type Call, type Handled } from '../../calls/handlers';
import { hashIdentifier } from '../../system/secrets';
import { refillDueOf } from '../clinics/answerDue';
import { historyMail } from './historyMail';
import { takeRefill } from './refill';
import { findOwnPatient, medicationsOf, refillsOf, vaccinationsOf, type PatientRow } from './repository';

type Whose = { clinic: { id: string }; session: { userId: string }; db: Call<typeof listVaccinations>['db'] };

/** Reads the owner's own pet; throws `not_found` for anybody else's (D-201). */
async function ownPatient({ clinic, session, db }: Whose, id: string): Promise<PatientRow> {
  const patient = await findOwnPatient(db, clinic.id, session.userId, id);
  if (!patient) throw new ApiError('not_found');
  return patient;
}

/**
 * Returns the address that a vaccination history is sent to. Throws `validation` if it is not valid: also for white
 * space in it, even if it ends with the test suffix (D-15).
 */
function recipientOf(typed: string, testSuffix: string): string {
  const email = tidyEmail(typed);
  const problem = email === '' || /\s/.test(email) ? EMAIL_INVALID : emailProblemWithSuffix(email, testSuffix);
  if (problem !== null) throw new ApiError('validation', { fields: { email: problem } });
  return email;
}

/**
 * Returns the key by which mails to a recipient are counted, so that nobody can mail strangers at will. All spellings
 * of a mailbox have the same key.
 */
const countedRecipient = ({ services: { config } }: Pick<Call<typeof emailVaccinations>, 'services'>, email: string) =>
  hashIdentifier(config.secret, emailForm(email) ?? email.toLowerCase());

/**
 * Throws `too_many_requests` if the recipient gets no more messages today. The mail is all that was asked for, so the
 * caller must hear that it cannot be sent.
 */
async function mustHaveRoomFor(call: Call<typeof emailVaccinations>, recipient: string): Promise<void> {
  const { clinic, services, db, now } = call;
  const counted = { clinicId: clinic.id, whose: countedRecipient(call, recipient), now };
  await mustHaveRoom(db, services, 'messagesPerRecipient', counted, services.caps.codeSendsPerIdentifier.max);
}

/** How far back refills are listed, milliseconds. */
const refillsListedMs = 180 * DAY;

/** Routes of contract/pets: the records of an owner's own pets, and requests about them. */
export const routes: Handled[] = [
  handle(listVaccinations, async (call) => {
    const { id } = await ownPatient(call, call.query.patient_id);
    return vaccinationsOf(call.db, call.clinic.id, id, dateInZone(call.now, call.clinic.shop.timezone));
  }),

  handle(listMedications, async (call) => {
    const { id } = await ownPatient(call, call.query.patient_id);
    return medicationsOf(call.db, call.clinic.id, id);
  }),

  handle(
    emailVaccinations,
    async (call) => {
      const { clinic, services, db, now } = call;
      const patient = await ownPatient(call, call.body.patient_id);
      const recipient = recipientOf(call.body.email, services.config.testEmailSuffix);
      await mustHaveRoomFor(call, recipient);
      const rows = await vaccinationsOf(db, clinic.id, patient.id, dateInZone(now, clinic.shop.timezone));
      const id = await services.messages.enqueue(db, await historyMail(clinic, patient, rows, { recipient, now }));
      return { id, created_at: now.toISOString() };
    },
    {
      transaction: true,
      caps: {
        historyMailsPerRecipient: (call) =>
          countedRecipient(call, recipientOf(call.body.email, call.services.config.testEmailSuffix)),
      },
    },
  ),

  handle(requestRefill, (call) => takeRefill(call.db, call), { transaction: true }),
  handle(listRefills, async ({ db, clinic, session, now }) => {
    const rows = await refillsOf(db, clinic.id, session.userId, new Date(now.getTime() - refillsListedMs));
    return rows.map((row) => ({
      ...row,
      state_at: row.state_at.toISOString(),
      answer_by: row.state === 'received' ? (refillDueOf(clinic, row)?.toISOString() ?? null) : null,
      created_at: row.created_at.toISOString(),
    }));
  }),
];
