import { statusLabel } from '../../src/domain/appointment/status';
import { formatDateTime } from '../../src/domain/clinicTime';
import { formatCents } from '../../src/domain/shop/money';
import { saidBy, typeNames } from '../modules/appointments/visit';
import type { ClinicSummary } from '../modules/clinics/repository';
import { contactTold, fullName } from '../modules/messages/clinicNotice';
import { depositColumn, type DepositColumn } from '../modules/deposits/refunds/repository';
import type { Clinic } from '../calls/clinic';
import { table } from './table';
import type { Db } from '../db/transaction';

export const clinicTable = (clinics: ClinicSummary[], publicUrl: string): string[] =>
  clinics.length === 0
    ? ['There is no clinic yet.']
    : table(
        ['ID', 'NAME', 'ADDRESS'],
        clinics.map(({ id, name }) => [id, name, `${publicUrl}/${id}`]),
      );

/** A table of the clinic's appointments by their start, with times in the clinic's zone. */
export async function appointmentTable(db: Db, clinic: Clinic, now: Date): Promise<string[]> {
  const rows = await appointmentRows(db, clinic).execute();
  return rows.length === 0 ? [`${clinic.shop.name} has no appointments.`] : appointmentsAsTable(rows, clinic, now);
}

/**
 * A table of the messages that are not delivered, oldest first. Their text is not shown, because some contain codes.
 */
export async function messageTable(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'clinic_id', 'created_at', 'channel', 'recipient', 'kind', 'attempts', 'failed_at', 'last_error'])
    .where('delivered_at', 'is', null)
    .orderBy('created_at')
    .orderBy('position')
    .execute();
  if (rows.length === 0) return ['Every message is delivered.'];
  return table(
    ['CREATED', 'CLINIC', 'BY', 'TO', 'KIND', 'STATE', 'TRIES', 'LAST ERROR', 'ID'],
    rows.map((row) => [
      row.created_at.toISOString(),
      row.clinic_id,
      row.channel,
      row.recipient,
      row.kind,
      row.failed_at ? 'failed' : 'waiting',
      String(row.attempts),
      row.last_error ?? '',
      row.id,
    ]),
  );
}

export const appointmentRows = (db: Db, clinic: Clinic) =>
  db
    .selectFrom('appointments')
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'appointments.clinic_id').onRef('clients.id', '=', 'appointments.client_id'),
    )
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .select([
      'appointments.id',
      'appointments.details',
      'appointments.starts_at',
      'appointments.status',
      'appointments.product_id',
      'appointments.provider_id',
      'clients.first_name',
      'clients.last_name',
      'clients.phone',
      'clients.email',
      'clients.metadata',
      'patients.name as patient',
    ])
    .select(depositColumn)
    .where('appointments.clinic_id', '=', clinic.id)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id');

type AppointmentRow = Awaited<ReturnType<ReturnType<typeof appointmentRows>['execute']>>[number];

/** The amount and state of a paid deposit, in words for the operator (D-414); '' where none was paid. */
export function depositWords(deposit: DepositColumn): string {
  if (deposit === null) return '';
  const { amount_cents: cents, card_last4: last4, status, failure } = deposit;
  const words =
    status === 'refunded'
      ? 'refunded'
      : status !== 'refunding'
        ? 'paid'
        : failure === null
          ? 'being refunded'
          : 'refund fails';
  return `${formatCents(cents)} ${words}${last4 === null ? '' : ` (card ${last4})`}`;
}

/**
 * The appointments as a table. Deposits, and what owners said beyond the note, have a column only where some row has
 * any.
 */
export function appointmentsAsTable(rows: AppointmentRow[], clinic: Clinic, now: Date): string[] {
  const { shop, providers } = clinic;
  const said = rows.map((row) => saidBy(row.details).join(' '));
  const isSaid = said.some((text) => text !== '');
  const hasDeposits = rows.some(({ deposit }) => deposit !== null);
  const heading = [
    'WHEN',
    'STATUS',
    'TYPE',
    'CLINICIAN',
    'OWNER',
    'CONTACT',
    'PET',
    ...(hasDeposits ? ['DEPOSIT'] : []),
    'ID',
    ...(isSaid ? ['SAID'] : []),
  ];
  return table(
    heading,
    rows.map((row, index) => [
      formatDateTime(row.starts_at, shop.timezone),
      statusLabel(row.status, row.starts_at, now),
      typeNames(clinic, row) ?? row.product_id,
      providers.find((provider) => provider.id === row.provider_id)?.firstName ?? row.provider_id ?? '',
      fullName(row),
      contactTold(row),
      row.patient ?? '',
      ...(hasDeposits ? [depositWords(row.deposit)] : []),
      row.id,
      ...(isSaid ? [said[index]!] : []),
    ]),
  );
}
