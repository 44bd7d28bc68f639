import { formatPhone } from '../../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../../calls/clinic';
import type { Db } from '../../../db/transaction';
import { clinicCommand } from '../../../system/clinicCommand';
import { clinicNotice, ownerInShort, ownerLine, ownerName } from '../../messages/clinicNotice';
import type { NewMessage } from '../../../calls/messages';
import { toOwner } from '../../messages/toOwner';
import { aboutPayment } from '../messages';
import type { PaymentRow } from '../repository';

/**
 * Returns the operator's command that refunds a deposit or retries it at once; `id` is its appointment, or the payment
 * if it has none.
 */
export const refundCommand = (clinicId: string, id: string): string => `${clinicCommand} refund ${clinicId} ${id}`;

/** Makes the notices to the clinic about a refund that does not go through, and about one that did so later (D-414). */
export async function refundNotices(
  db: Db,
  clinic: Clinic,
  payment: PaymentRow,
  what: 'failed' | 'arrived',
  failure: string | null,
  publicUrl: string,
): Promise<NewMessage[]> {
  const about = await aboutPayment(db, clinic, payment);
  if (!about) return [];
  const { owner, product, amount } = about;
  const name = ownerName(owner);
  const of = { id: payment.client_id, name };
  if (what === 'arrived') {
    return clinicNotice(
      clinic,
      {
        kind: 'refund_arrived',
        of,
        desk: null,
        subject: `Refund made: ${name}, ${amount}`,
        lines: [
          `The deposit of ${amount} for ${product} could not be refunded before. Now it is.`,
          '',
          `Owner: ${ownerLine(owner)}`,
        ],
        short: `The deposit of ${amount} of ${ownerInShort(owner)} could not be refunded before. Now it is.`,
      },
      publicUrl,
    );
  }
  const why = failure ?? 'The bank did not take the money.';
  const again =
    payment.appointment_id === null ? null : `To try at once: ${refundCommand(clinic.id, payment.appointment_id)}`;
  return clinicNotice(
    clinic,
    {
      kind: 'refund_failed',
      of,
      desk: { kind: 'refund', id: payment.id },
      subject: `Refund has not gone through: ${name}, ${amount}`,
      lines: [
        `The deposit of ${amount} for ${product} could not be refunded yet:`,
        why,
        '',
        `Owner: ${ownerLine(owner)}`,
        '',
        'It is tried again until it goes through; we tell you then.',
        ...(again ? [again] : []),
      ],
      short: `The deposit of ${amount} of ${ownerInShort(owner)} could not be refunded yet: ${why} It is tried again.`,
    },
    publicUrl,
  );
}

/**
 * Makes the messages that a deposit without an appointment is refunded, by the ways agreed to in the booking (D-87,
 * D-414).
 */
export async function refundToldOf(
  db: Db,
  clinic: Clinic,
  payment: PaymentRow,
  sentence: string,
): Promise<NewMessage[]> {
  const about = await aboutPayment(db, clinic, payment);
  const consent = payment.booking;
  if (!about || consent?.isSendConfirmation === false) return [];
  const { shop } = clinic;
  return toOwner(
    clinic,
    about.owner,
    { sms: consent?.isReminderSMS !== false, email: consent?.isReminderEmail !== false },
    {
      kind: 'refund',
      paymentId: payment.id,
      subject: `Your deposit at ${shop.name}`,
      lines: [sentence],
      short: `${sentence} Questions? Call ${formatPhone(shop.phoneNumber)}.`,
    },
  );
}
