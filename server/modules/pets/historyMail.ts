import { dateInZone, formatDate } from '../../../src/domain/clinicTime';
import {
  certificate,
  CERTIFICATE_TYPE,
  NO_VACCINATIONS,
  statusWords,
} from '../../../src/domain/certificate/certificate';
import { shownStatus, type Look } from '../../../src/domain/pets/vaccinations';
import { nameInMessage } from '../../../src/domain/messageText';
import { formatPhone } from '../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../calls/clinic';
import { fullName } from '../messages/clinicNotice';
import type { NewMessage } from '../../calls/messages';
import { oneLine, renderMail, type Line } from '../messages/render';
import { meansFor } from './drawing';
import type { PatientRow, vaccinationsOf } from './repository';

type Row = Awaited<ReturnType<typeof vaccinationsOf>>[number];

const dateOf = (date: string | null): string => (date === null ? '' : formatDate(date));

/**
 * Makes the e-mail with a pet's vaccination history (VAX-04): the same rows as on the screen, as of today in the
 * clinic's zone, with the certificate as an attached file (D-301).
 */
export async function historyMail(
  clinic: Clinic,
  patient: PatientRow,
  rows: readonly Row[],
  { recipient, now }: { recipient: string; now: Date },
): Promise<NewMessage> {
  const { shop } = clinic;
  const look: Look = { isCopy: false, today: dateInZone(now, shop.timezone) };
  const species = clinic.species.find((one) => one.id === patient.species_id)?.name ?? null;
  // The owner may send this to somebody else, so what they typed about the pet is made safe, in the file and in the
  // mail (D-401).
  const pet = {
    ...patient,
    name: nameInMessage(patient.name) || 'a pet',
    breed: patient.breed && nameInMessage(patient.breed),
    sex: patient.sex && nameInMessage(patient.sex),
  };
  const paper = certificate({ shop, pet, species, rows, asOf: now, look });
  const kind = [species, pet.breed, pet.sex].filter(Boolean).join(', ');
  const lines: Line[] = [
    `Vaccination history of ${pet.name}`,
    ...(kind ? [oneLine(kind)] : []),
    ...(patient.birthdate ? [`Born ${formatDate(patient.birthdate)}`] : []),
    '',
    rows.length === 0
      ? NO_VACCINATIONS
      : {
          head: ['Vaccine', 'Given', 'Expires', 'Status'],
          rows: rows.map((row) => [
            oneLine(row.description),
            dateOf(row.issue_date),
            dateOf(row.expiration_date),
            statusWords[shownStatus(row, look)],
          ]),
        },
    '',
    `As of ${formatDate(look.today)}. This is a record, not a signed certificate.`,
    `${nameInMessage(fullName(patient)) || 'The owner'} asked us to send it to this address.`,
    '',
    shop.name,
    formatPhone(shop.phoneNumber),
    ...(shop.address ? [shop.address] : []),
  ];
  // Loaded only here, since it is large and only this message needs it; it would delay the start.
  const { certificatePdf } = await import('../../../src/domain/certificate/certificatePdf');
  const attachment = {
    name: paper.fileName,
    type: CERTIFICATE_TYPE,
    content: await certificatePdf(paper, now, await meansFor(species)),
  };
  return {
    clinicId: clinic.id,
    kind: 'vaccination_history',
    channel: 'email',
    recipient,
    subject: oneLine(`Vaccination history of ${pet.name}, ${shop.name}`),
    ...renderMail(lines),
    attachment,
  };
}
