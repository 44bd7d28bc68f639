import { formatDateTime } from '../../src/domain/clinicTime';
import { formatCents } from '../../src/domain/shop/money';
import { unclearOwners } from '../modules/clients/unclear';
import { contactTold, fullName, told } from '../modules/messages/clinicNotice';
import { refundCommand } from '../modules/deposits/refunds/messages';
import { openRefunds } from '../modules/deposits/refunds/repository';
import { waitingDeposits } from '../modules/deposits/repository';
import { recentlyFrom } from '../modules/desk/kinds/parts';
import { medicationWords, openRefills } from '../modules/desk/kinds/refillRows';
import { isOwn, textRequests } from '../modules/desk/kinds/textUs';
import { waitlistRows } from '../modules/desk/kinds/waitlistRows';
import type { Clinic } from '../calls/clinic';
import { appointmentRows, appointmentsAsTable } from './reports';
import { table } from './table';
import type { Db } from '../db/transaction';

type Section = { title: string; lines: string[] };

const recently = 'in the last 30 days';

/**
 * What waits for the clinic, as lines of text: requested appointments, deposits that were paid for a time that is gone
 * (D-215), refunds on their way, deposits of canceled appointments, refills, the waitlist, text-us requests, and owners
 * that match several records (D-214).
 */
export async function requestLines(db: Db, clinic: Clinic, now: Date): Promise<string[]> {
  const sections: Section[] = [
    { title: 'Requested appointments', lines: await requested(db, clinic, now) },
    {
      title: `Paid deposits that wait for a time (to refund one: ${refundCommand(clinic.id, 'PAYMENT')})`,
      lines: await deposits(db, clinic),
    },
    {
      title: 'Refunds that have not gone through yet (they are tried again by themselves)',
      lines: await refunds(db, clinic),
    },
    {
      title: `Deposits of appointments canceled ${recently}: refunded only if you say so (${refundCommand(clinic.id, 'APPOINTMENT')})`,
      lines: await undecided(db, clinic, now),
    },
    { title: 'Refills', lines: await refills(db, clinic) },
    { title: 'Owners who would come earlier', lines: await waitlist(db, clinic, now) },
    { title: `Owners who asked for a text ${recently}`, lines: await texts(db, clinic, now) },
    { title: 'Owners who match several client records', lines: await unclear(db, clinic.id) },
  ].filter(({ lines }) => lines.length > 0);
  if (sections.length === 0) return [`Nothing waits for ${clinic.shop.name}.`];
  return sections.flatMap(({ title, lines }, index) => [...(index === 0 ? [] : ['']), title, ...lines]);
}

/** A table, or nothing where it would have no rows. */
const tableOf = (heading: string[], rows: string[][]): string[] => (rows.length === 0 ? [] : table(heading, rows));

const when = ({ shop }: Clinic, instant: Date): string => formatDateTime(instant, shop.timezone);
const productName = ({ products }: Clinic, id: string): string =>
  products.find((product) => product.id === id)?.name ?? id;

async function requested(db: Db, clinic: Clinic, now: Date): Promise<string[]> {
  const rows = await appointmentRows(db, clinic).where('appointments.status', '=', 'REQUESTED').execute();
  return rows.length === 0 ? [] : appointmentsAsTable(rows, clinic, now);
}

async function deposits(db: Db, clinic: Clinic): Promise<string[]> {
  const rows = await waitingDeposits(db, clinic.id);
  return tableOf(
    ['PAID', 'AMOUNT', 'TYPE', 'OWNER', 'CONTACT', 'CONFIRMATION', 'PAYMENT'],
    rows.map((row) => [
      row.completed_at ? when(clinic, row.completed_at) : '',
      formatCents(row.amount_cents),
      productName(clinic, row.product_id),
      fullName(row),
      contactTold(row),
      row.confirmation_number ?? '',
      row.id,
    ]),
  );
}

async function refunds(db: Db, clinic: Clinic): Promise<string[]> {
  const rows = await openRefunds(db, clinic.id);
  return tableOf(
    ['SINCE', 'AMOUNT', 'CARD', 'STATE', 'TRIES', 'NEXT', 'OWNER', 'CONTACT', 'APPOINTMENT'],
    rows.map((row) => [
      when(clinic, row.created_at),
      formatCents(row.amount_cents),
      row.card_last4 ?? '',
      row.failed_at
        ? `failed: ${row.failure ?? 'the bank did not take the money'}`
        : row.ref
          ? 'at the bank'
          : 'waiting',
      String(row.tries),
      row.next_attempt_at ? when(clinic, row.next_attempt_at) : '',
      fullName(row),
      contactTold(row),
      row.appointment_id ?? row.id,
    ]),
  );
}

/**
 * Canceled or declined appointments of the last 30 days whose deposit is still paid: the clinic's rule does not refund
 * it by itself (D-414).
 */
async function undecided(db: Db, clinic: Clinic, now: Date): Promise<string[]> {
  const rows = (
    await appointmentRows(db, clinic)
      .where('appointments.status', 'in', ['DELETED', 'DECLINED'])
      .where('appointments.changed_at', '>', recentlyFrom(now))
      .execute()
  ).filter(({ deposit }) => deposit?.status === 'complete');
  return rows.length === 0 ? [] : appointmentsAsTable(rows, clinic, now);
}

async function refills(db: Db, clinic: Clinic): Promise<string[]> {
  const rows = await openRefills(db, clinic.id).execute();
  return tableOf(
    ['ASKED', 'STATE', 'PET', 'MEDICATION', 'NOTE', 'OWNER', 'CONTACT', 'RECEIPT'],
    rows.map((row) => [
      when(clinic, row.created_at),
      row.state,
      row.patient,
      medicationWords(row) ?? '',
      row.note?.trim() ?? '',
      fullName(row),
      contactTold(row),
      row.id,
    ]),
  );
}

async function waitlist(db: Db, clinic: Clinic, now: Date): Promise<string[]> {
  const rows = await waitlistRows(db, clinic.id, now).execute();
  return tableOf(
    ['SINCE', 'HAS', 'TYPE', 'OWNER', 'CONTACT', 'PET', 'APPOINTMENT'],
    rows.map((row) => [
      when(clinic, row.created_at),
      when(clinic, row.starts_at),
      productName(clinic, row.product_id),
      fullName(row),
      contactTold(row),
      row.patient ?? '',
      row.appointment_id,
    ]),
  );
}

async function texts(db: Db, clinic: Clinic, now: Date): Promise<string[]> {
  const rows = await textRequests(db, clinic.id).where('text_requests.created_at', '>', recentlyFrom(now)).execute();
  return tableOf(
    ['ASKED', 'PHONE'],
    rows.map((row) => [when(clinic, row.created_at), told(row.phone, isOwn(row))]),
  );
}

async function unclear(db: Db, clinicId: string): Promise<string[]> {
  const rows = (await unclearOwners(db, clinicId)).map(({ own, firstName, email, phone, records }) => [
    own ? fullName(own) : (firstName ?? ''),
    email ?? '',
    phone ?? '',
    own?.id ?? '',
    records.join(', '),
  ]);
  return tableOf(['OWNER', 'E-MAIL', 'PHONE', 'NEW RECORD', 'MAY BE'], rows);
}
