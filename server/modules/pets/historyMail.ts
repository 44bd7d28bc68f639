import { formatDate } from '../../../src/domain/clinicTime';
import { vaccinationStatus } from '../../../src/domain/pets/vaccinations';
import { formatPhone } from '../../../src/domain/validation/phone';
import type { Clinic } from '../../plugins/clinic';
import { ownerName } from '../messages/clinicNotice';
import type { NewMessage } from '../messages/outbox';
import { oneLine, renderMail, type Line } from '../messages/render';
import type { PatientRow, vaccinationsOf } from './repository';

type Row = Awaited<ReturnType<typeof vaccinationsOf>>[number];

const statuses = { active: 'Active', soon: 'Expires soon', expired: 'Expired' } as const;
const dateOf = (date: string | null): string => (date === null ? '' : formatDate(date));

/** A pet's vaccination history as an e-mail (VAX-04 to 08): the same rows as on the screen, as of today in the clinic's zone. */
export function historyMail(clinic: Clinic, patient: PatientRow, rows: readonly Row[], { recipient, today }: { recipient: string; today: string }): NewMessage {
  const { shop } = clinic;
  const species = clinic.species.find((one) => one.id === patient.species_id)?.name;
  const kind = [species, patient.breed, patient.sex].flatMap((part) => part ?? []).join(', ');
  const name = oneLine(patient.name);
  const lines: Line[] = [
    `Vaccination history of ${name}`,
    ...(kind ? [oneLine(kind)] : []),
    ...(patient.birthdate ? [`Born ${formatDate(patient.birthdate)}`] : []),
    '',
    rows.length === 0
      ? 'The clinic has no vaccinations on record.'
      : {
          head: ['Vaccine', 'Given', 'Expires', 'Status'],
          rows: rows.map((row) => [oneLine(row.description), dateOf(row.issue_date), dateOf(row.expiration_date), statuses[vaccinationStatus(row.expiration_date, today)]]),
        },
    '',
    `As of ${formatDate(today)}. This is a record, not a signed certificate.`,
    `${oneLine(ownerName(patient)) || 'The owner'} asked us to send it to this address.`,
    '',
    shop.name,
    formatPhone(shop.phoneNumber),
    ...(shop.address ? [shop.address] : []),
  ];
  return { clinicId: clinic.id, kind: 'vaccination_history', channel: 'email', recipient, subject: oneLine(`Vaccination history of ${name}, ${shop.name}`), ...renderMail(lines) };
}
