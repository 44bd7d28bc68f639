import type { CreateAppointment } from '../../../src/contract/appointments';
import { formatPhone } from '../../../src/domain/validation/phone';
import type { Clinic } from '../../plugins/clinic';
import type { Db } from '../../plugins/handlers';
import { clinicNotice, ownerLine, ownerName } from '../messages/clinicNotice';
import type { NewMessage } from '../messages/outbox';
import { oneLine, renderMail } from '../messages/render';
import { aboutPayment } from './messages';
import type { PaymentRow } from './repository';

/** How the operator gives a deposit back, or has it tried again at once: by its appointment, or the payment where it has none. */
export const refundCommand = (clinicId: string, id: string): string => `npm run clinic -- refund ${clinicId} ${id}`;

/** What the clinic hears of a refund that does not get through, and that it did after all (D-414). */
export async function refundNotices(db: Db, clinic: Clinic, payment: PaymentRow, what: 'failed' | 'arrived', failure: string | null): Promise<NewMessage[]> {
  const about = await aboutPayment(db, clinic, payment);
  if (!about) return [];
  const { owner, product, amount } = about;
  const name = ownerName(owner);
  const of = { id: payment.client_id, name };
  if (what === 'arrived') {
    return clinicNotice(clinic, {
      kind: 'refund_arrived',
      of,
      subject: `Refund made: ${name}, ${amount}`,
      lines: [`The deposit of ${amount} for ${product} could not be refunded before. Now it is.`, '', `Owner: ${ownerLine(owner)}`],
      short: `The deposit of ${amount} of ${name} could not be refunded before. Now it is.`,
    });
  }
  const why = failure ?? 'The bank did not take the money.';
  const again = payment.appointment_id === null ? null : `To try at once: ${refundCommand(clinic.id, payment.appointment_id)}`;
  return clinicNotice(clinic, {
    kind: 'refund_failed',
    of,
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
    short: `The deposit of ${amount} of ${name} could not be refunded yet: ${why} It is tried again.`,
  });
}

/** That a deposit goes back which has no appointment, by the ways agreed to in the booking (D-87, D-414). */
export async function refundToldOf(db: Db, clinic: Clinic, payment: PaymentRow, sentence: string): Promise<NewMessage[]> {
  const about = await aboutPayment(db, clinic, payment);
  const consent = payment.booking as CreateAppointment | null;
  if (!about || consent?.isSendConfirmation === false) return [];
  const { owner } = about;
  const { id: clinicId, shop } = clinic;
  const phone = formatPhone(shop.phoneNumber);
  const mail = renderMail([`Hello${owner.first_name ? ` ${owner.first_name}` : ''},`, '', sentence, '', `Questions? Call us at ${phone}.`, '', shop.name]);
  return [
    ...(owner.phone && consent?.isReminderSMS !== false ? [{ clinicId, kind: 'refund', channel: 'sms' as const, recipient: owner.phone, text: oneLine(`${shop.name}: ${sentence} Questions? Call ${phone}.`) }] : []),
    ...(owner.email && consent?.isReminderEmail !== false ? [{ clinicId, kind: 'refund', channel: 'email' as const, recipient: owner.email, subject: oneLine(`Your deposit at ${shop.name}`), ...mail }] : []),
  ];
}
