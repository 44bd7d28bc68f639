import type { AppointmentDetails, PetCorrection } from '../../db/appointmentDetails';
import type { Trx } from '../../db/transaction';
import { isCalendarDate } from '../../../src/contract/wire';
import { formatBirthDate } from '../../../src/domain/clinicTime';
import { nameInMessage } from '../../../src/domain/messageText';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import type { NewMessage } from '../../calls/messages';
import type { Recipient, Ways } from '../messages/toOwner';
import type { VisitRow } from './repository';

/** An appointment with what messages about it need. */
export type Visit = {
  id: string;
  status: string;
  startsAt: Date;
  productName: string;
  isVirtual: boolean;
  isDropoff: boolean;
  /** The link of a virtual visit; null where the clinic sends it itself. */
  meetingUrl: string | null;
  providerName: string | null;
  patientName: string;
  speciesName: string;
  note: string | null;
  isDepositDue: boolean;
  /** The owner's answers beyond the note, a sentence each. */
  said: string[];
  client: Recipient;
  /**
   * The ways of messaging that the owner agreed to (D-87). Answers go out unless declined (SAVE-05), reminders only if
   * the owner chose them: who booked elsewhere is reminded from there.
   */
  answers: Ways;
  reminders: Ways;
};

/**
 * Names all types of a visit, in the order in which they were chosen; what they were called when it was made where the
 * clinic has none of them any more, else null.
 */
export const typeNames = (
  { products }: Pick<Clinic, 'products'>,
  { product_id, details }: Pick<VisitRow, 'product_id' | 'details'>,
): string | null =>
  (details.productIds ?? [product_id])
    .flatMap((id) => products.find((product) => product.id === id)?.name ?? [])
    .join(', ') ||
  details.label ||
  null;

export function visitOf(clinic: Clinic, row: VisitRow): Visit {
  const { details } = row;
  const ids = details.productIds ?? [row.product_id];
  const products = clinic.products.filter((product) => ids.includes(product.id));
  const confirms = details.isSendConfirmation !== false;
  return {
    id: row.id,
    status: row.status,
    startsAt: row.starts_at,
    productName: typeNames(clinic, row) ?? 'a visit',
    isVirtual: products.some((product) => product.is_telemedicine),
    isDropoff: row.is_dropoff,
    meetingUrl: products.find((product) => product.is_telemedicine && product.meeting_url)?.meeting_url ?? null,
    providerName: clinic.providers.find((provider) => provider.id === row.provider_id)?.firstName ?? null,
    patientName: nameInMessage(row.patient_name ?? '') || 'your pet',
    speciesName: clinic.species.find((species) => species.id === (details.species_id ?? row.species_id))?.name ?? '',
    note: row.note,
    isDepositDue: details.deposit_due === true,
    said: saidBy(details),
    client: {
      client_id: row.client_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      phone: row.phone,
      metadata: row.client_metadata,
    },
    answers: { sms: confirms && details.isReminderSMS !== false, email: confirms && details.isReminderEmail !== false },
    reminders: { sms: details.isReminderSMS === true, email: details.isReminderEmail === true },
  };
}

const factNames: Record<PetCorrection['fact'], string> = {
  sex: 'sex',
  birthdate: 'date of birth',
  breed: 'breed',
  color: 'color',
};
const worded = (fact: PetCorrection['fact'], text: string): string =>
  fact === 'birthdate' && isCalendarDate(text) ? formatBirthDate(text) : nameInMessage(text);

/** Returns the owner's answers of the form that are neither in the note nor in the record (D-411). */
export function saidBy({
  client_dob: born,
  has_wellness_plan: hasPlan,
  pet_corrections: corrections,
}: AppointmentDetails): string[] {
  return [
    ...(corrections ?? []).map(
      ({ fact, said, on_file }) =>
        `The owner says that the pet's ${factNames[fact]} is ${worded(fact, said)}. Your record says ${worded(fact, on_file)}.`,
    ),
    ...(born && isCalendarDate(born) ? [`The owner's date of birth: ${formatBirthDate(born)}.`] : []),
    ...(typeof hasPlan === 'boolean' ? [`Active wellness plan, as the owner says: ${hasPlan ? 'yes' : 'no'}.`] : []),
  ];
}

/** Writes messages to the outbox in the transaction of their cause (D-211) and returns their number. */
export async function tell(
  trx: Trx,
  { messages }: Pick<Services, 'messages'>,
  all: readonly NewMessage[],
): Promise<number> {
  await messages.enqueueAll(trx, all);
  return all.length;
}
