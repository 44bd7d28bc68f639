import type { CreateAppointment } from '../../../src/contract/appointments';
import { formatDateTime } from '../../../src/domain/clinicTime';
import { formatCents } from '../../../src/domain/shop/money';
import { formatPhone } from '../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../calls/clinic';
import type { Db } from '../../db/transaction';
import { clinicNotice, ownerInShort, ownerLine, ownerName } from '../messages/clinicNotice';
import type { NewMessage } from '../../calls/messages';
import { toOwner, type Recipient, type Ways } from '../messages/toOwner';
import type { PaymentRow } from './repository';

/** Returns a payment's owner, product and amount in words; null without an owner. */
export async function aboutPayment(
  db: Db,
  clinic: Clinic,
  payment: PaymentRow,
): Promise<{ owner: Recipient; product: string; amount: string } | null> {
  const owner = await db
    .selectFrom('clients')
    .select(['id as client_id', 'first_name', 'last_name', 'phone', 'email', 'metadata'])
    .where('clinic_id', '=', clinic.id)
    .where('id', '=', payment.client_id)
    .executeTakeFirst();
  if (!owner) return null;
  return {
    owner,
    product: clinic.products.find((one) => one.id === payment.product_id)?.name ?? 'an appointment',
    amount: formatCents(payment.amount_cents),
  };
}

/**
 * Makes the messages about a paid deposit: to the clinic and, if the paid time is gone, to the owner, by the ways
 * agreed to in the booking (D-87, D-96). The receipt comes from the card provider.
 */
export async function depositNotices(
  db: Db,
  clinic: Clinic,
  payment: PaymentRow,
  what: 'paid' | 'waits',
  publicUrl: string,
): Promise<NewMessage[]> {
  const about = await aboutPayment(db, clinic, payment);
  if (!about) return [];
  const { owner, product, amount } = about;
  if (what === 'paid') {
    return clinicNotice(
      clinic,
      {
        kind: 'deposit_paid',
        desk: payment.appointment_id === null ? null : { kind: 'request', id: payment.appointment_id },
        of: { id: payment.client_id, name: ownerName(owner) },
        subject: `Deposit paid: ${ownerName(owner)}, ${amount}`,
        lines: [`A deposit of ${amount} was paid for ${product}.`, '', `Owner: ${ownerLine(owner)}`],
        short: `Deposit of ${amount} paid by ${ownerInShort(owner)} for ${product}.`,
      },
      publicUrl,
    );
  }
  const wanted = payment.booking;
  const when = wanted ? formatDateTime(new Date(wanted.date), clinic.shop.timezone) : null;
  return [
    ...clinicNotice(
      clinic,
      {
        kind: 'deposit_waits',
        desk: { kind: 'deposit', id: payment.id },
        of: { id: payment.client_id, name: ownerName(owner) },
        subject: `Deposit paid without an appointment: ${ownerName(owner)}, ${amount}`,
        lines: [
          when
            ? `A deposit of ${amount} was paid for ${product}, ${when}, but the appointment could not be made. The deposit waits for another time.`
            : `A deposit of ${amount} was paid for ${product}, by a link for no appointment. It waits for a time.`,
          '',
          `Owner: ${ownerLine(owner)}`,
          `Please help the owner to find ${when ? 'another time' : 'one'}.`,
        ],
        short: when
          ? `${ownerInShort(owner)} paid a deposit of ${amount} for ${product}, but the time is gone. Please help the owner to find another one.`
          : `${ownerInShort(owner)} paid a deposit of ${amount} for ${product} by a link, for no appointment. Please help the owner to find a time.`,
      },
      publicUrl,
    ),
    ...(wanted
      ? timeGone(clinic, owner, waysOf(wanted), {
          id: payment.id,
          amount,
          product,
          link: `${publicUrl}/${clinic.id}/${payment.id}`,
        })
      : []),
  ];
}

/** Returns the ways of messaging agreed to in a booking (D-87). */
const waysOf = ({ isSendConfirmation, isReminderSMS, isReminderEmail }: CreateAppointment): Ways => ({
  sms: isSendConfirmation && isReminderSMS,
  email: isSendConfirmation && isReminderEmail,
});

const timeGone = (
  clinic: Clinic,
  owner: Recipient,
  ways: Ways,
  { id, amount, product, link }: { id: string; amount: string; product: string; link: string },
): NewMessage[] =>
  toOwner(clinic, owner, ways, {
    kind: 'deposit_waits',
    paymentId: id,
    push: { says: 'Please choose another time for your appointment.', opens: link.split('/').at(-1)! },
    subject: `Please choose another time at ${clinic.shop.name}`,
    lines: [
      `We received your payment of ${amount} for ${product}, but could not save your appointment: its time is gone. Your deposit is kept for another time.`,
      '',
      { words: 'Choose another time', link },
      'Or call us, and we find one together.',
    ],
    short: `we received your payment of ${amount}, but the time is gone. Your deposit is kept. Choose another time: ${link} or call ${formatPhone(clinic.shop.phoneNumber)}.`,
  });
