import { formatDateTime, zoneName } from '../../../src/domain/clinicTime';
import { formatPhone } from '../../../src/domain/validation/phone';
import type { Clinic } from '../../plugins/clinic';
import type { NewMessage } from '../messages/outbox';

/** What the messages about a new booking tell. */
export type Booked = {
  id: string;
  status: 'REQUESTED' | 'ACCEPTED';
  startsAt: Date;
  productName: string;
  isVirtual: boolean;
  providerName: string | null;
  patientName: string;
  speciesName: string;
  note: string | null;
  isDepositDue: boolean;
  client: { first_name: string | null; last_name: string | null; email: string | null; phone: string | null };
  /** The owner's choices (D-87). */
  consent: { isSendConfirmation: boolean; isReminderSMS: boolean; isReminderEmail: boolean };
};

const when = (clinic: Clinic, at: Date): string => formatDateTime(at, clinic.shop.timezone);
const visit = (booked: Booked): string => `${booked.productName}${booked.providerName ? ` with ${booked.providerName}` : ''}`;

/** The owner's confirmation, by text message and e-mail as the owner agreed to (D-87, D-218). */
export function confirmations(clinic: Clinic, booked: Booked, publicUrl: string): NewMessage[] {
  const { client, consent } = booked;
  if (!consent.isSendConfirmation) return [];
  const link = `${publicUrl}/${clinic.id}/appointments/${booked.id}`;
  const isRequest = booked.status === 'REQUESTED';
  const common = { clinicId: clinic.id, kind: isRequest ? 'request_confirmation' : 'booking_confirmation' };
  const meeting = booked.isVirtual ? " We'll text you a meeting link before your appointment." : '';
  const messages: NewMessage[] = [];

  if (consent.isReminderSMS && client.phone) {
    const text = isRequest
      ? `${clinic.shop.name}: we have your request for ${booked.patientName}, ${visit(booked)}, ${when(clinic, booked.startsAt)}. We'll let you know when it has been accepted. ${link}`
      : `${clinic.shop.name}: ${booked.patientName} is booked for ${visit(booked)}, ${when(clinic, booked.startsAt)}.${meeting} ${link}`;
    messages.push({ ...common, channel: 'sms', recipient: client.phone, text });
  }
  if (consent.isReminderEmail && client.email) {
    const lines = [
      `Hello${client.first_name ? ` ${client.first_name}` : ''},`,
      '',
      isRequest
        ? `Thank you! ${clinic.shop.name} has your request and will let you know when it has been accepted:`
        : `Thank you! ${booked.patientName} is booked at ${clinic.shop.name}:`,
      '',
      visit(booked),
      `For ${booked.patientName}`,
      `${when(clinic, booked.startsAt)} (${zoneName(clinic.shop.timezone, booked.startsAt)})`,
      ...(meeting ? ['', meeting.trim()] : []),
      '',
      `See your appointment: ${link}`,
      `Questions? Call us at ${formatPhone(clinic.shop.phoneNumber)}.`,
      '',
      clinic.shop.name,
    ];
    const subject = isRequest ? `Your appointment request at ${clinic.shop.name}` : `Your appointment at ${clinic.shop.name}`;
    messages.push({ ...common, channel: 'email', recipient: client.email, subject, text: lines.join('\n') });
  }
  return messages;
}

/** The clinic's notice of a booking or a request (D-218). */
export function clinicNotices(clinic: Clinic, booked: Booked): NewMessage[] {
  const { client, status } = booked;
  const what = status === 'REQUESTED' ? 'New appointment request' : 'New booking';
  const owner = [client.first_name, client.last_name].filter(Boolean).join(' ');
  const common = { clinicId: clinic.id, kind: 'clinic_notice' };
  const deposit = booked.isDepositDue ? 'The deposit for this appointment has not been collected.' : null;
  const messages: NewMessage[] = [];

  if (clinic.shop.notify_email) {
    const lines = [
      `${what}: ${visit(booked)}`,
      when(clinic, booked.startsAt),
      '',
      `Pet: ${booked.patientName} (${booked.speciesName})`,
      `Owner: ${[owner, client.phone, client.email].filter(Boolean).join(', ')}`,
      ...(booked.note ? ['', `Note: ${booked.note}`] : []),
      ...(deposit ? ['', deposit] : []),
    ];
    messages.push({ ...common, channel: 'email', recipient: clinic.shop.notify_email, subject: `${what}: ${booked.patientName}, ${when(clinic, booked.startsAt)}`, text: lines.join('\n') });
  }
  if (clinic.shop.notify_phone) {
    const text = `${what}: ${booked.patientName} (${owner}), ${visit(booked)}, ${when(clinic, booked.startsAt)}.${deposit ? ` ${deposit}` : ''}`;
    messages.push({ ...common, channel: 'sms', recipient: clinic.shop.notify_phone, text });
  }
  return messages;
}
