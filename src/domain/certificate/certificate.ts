import type { Patient } from '../../contract/clients';
import type { Vaccination } from '../../contract/pets';
import type { Shop } from '../../contract/shop';
import { dateInZone, formatDate, formatDateTime, zoneName } from '../clinicTime';
import { shopPhone } from '../shop/phone';
import { shareLeft, shownStatus, type Look, type VaccinationStatus } from '../pets/vaccinations';

export const CERTIFICATE_TITLE = 'Vaccination certificate';
/** Says that the certificate is a record and not a signed document (D-301). */
export const CERTIFICATE_NOTE =
  "This is a record of what the clinic's files show. It is not a signed legal certificate.";
export const NO_END = 'No end date';
export const NO_VACCINATIONS = 'The clinic has no vaccinations on record.';
export const CERTIFICATE_COLUMNS = ['Vaccination', 'Given', 'Expires', 'Status'] as const;
export const EARLIER = 'Earlier vaccinations';
export const CERTIFICATE_TYPE = 'application/pdf';
/** Shown in place of a fact or a date that the clinic does not know. */
export const UNKNOWN = 'Not on record';

export const statusWords: Readonly<Record<VaccinationStatus, string>> = {
  active: 'Active',
  soon: 'Expires soon',
  expired: 'Expired',
};

/** One vaccination on the certificate. `left` is how much of its time is left, in percent. */
export type CertificateRow = {
  id: string;
  vaccine: string;
  given: string;
  expires: string;
  status: VaccinationStatus;
  left: number;
};

/** What a vaccination certificate shows, in words, for the page, for print and for the file (D-301). */
export type Certificate = {
  clinic: { name: string; address: string | null; contact: string; colour: string };
  pet: string;
  facts: { label: string; value: string }[];
  /** The latest row of each vaccine; these stand on the first page. */
  latest: CertificateRow[];
  /** The rows of vaccinations that were given before those. */
  earlier: CertificateRow[];
  asOf: string;
  zone: string;
  fileName: string;
};

type Row = Pick<Vaccination, 'id' | 'description' | 'issue_date' | 'expiration_date'>;
type Flagged = Row & Pick<Vaccination, 'expired' | 'expires_soon'>;
type Pet = Pick<Patient, 'name' | 'sex' | 'birthdate' | 'breed'>;
type Clinic = Pick<Shop, 'name' | 'address' | 'phone' | 'phoneCode' | 'phoneNumber' | 'url' | 'timezone' | 'metadata'>;

const defaultColour = '#0f766e';

/**
 * Makes the certificate of one pet. `asOf` is the instant at which the clinic's records held `rows`. A row's status
 * follows the same rule as in My Pets (D-10).
 */
export function certificate({
  shop,
  pet,
  species,
  rows,
  asOf,
  look,
}: {
  shop: Clinic;
  pet: Pet;
  species: string | null;
  rows: readonly Flagged[];
  asOf: Date;
  look: Look;
}): Certificate {
  const shown = (row: Flagged): CertificateRow => ({
    id: row.id,
    vaccine: oneLine(row.description),
    given: row.issue_date === null ? UNKNOWN : formatDate(row.issue_date),
    expires: row.expiration_date === null ? NO_END : formatDate(row.expiration_date),
    status: shownStatus(row, look),
    left: shareLeft(row, look.today),
  });
  const { latest, earlier } = latestOfEach(rows);
  const name = oneLine(pet.name);
  return {
    clinic: { name: shop.name, address: shop.address, contact: contactOf(shop), colour: colourOf(shop) },
    pet: name,
    facts: [
      { label: 'Species', value: species ?? '' },
      { label: 'Breed', value: oneLine(pet.breed ?? '') },
      { label: 'Sex', value: sexOf(pet.sex) },
      { label: 'Birth date', value: pet.birthdate ? formatDate(pet.birthdate) : '' },
    ].map(({ label, value }) => ({ label, value: value || UNKNOWN })),
    latest: latest.map(shown),
    earlier: earlier.map(shown),
    asOf: formatDateTime(asOf, shop.timezone),
    zone: zoneName(shop.timezone, asOf),
    fileName: `${fileNamePart(name) || 'pet'}-vaccinations-${dateInZone(asOf, shop.timezone)}.pdf`,
  };
}

/**
 * Splits rows into the latest one of each vaccine, the one that lasts longest first, and all earlier ones, the last
 * given first. Names that differ only in letter case and spaces mean the same vaccine.
 */
export function latestOfEach<R extends Row>(rows: readonly R[]): { latest: R[]; earlier: R[] } {
  const byVaccine = new Map<string, R>();
  const newestFirst = [...rows].sort(byGiven);
  for (const row of newestFirst) {
    const vaccine = oneLine(row.description).toLowerCase();
    if (!byVaccine.has(vaccine)) byVaccine.set(vaccine, row);
  }
  const latest = new Set(byVaccine.values());
  return { latest: [...latest].sort(byEnd), earlier: newestFirst.filter((row) => !latest.has(row)) };
}

const forever = '9999-12-31';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const later = (a: string | null, b: string | null, absent: string): number => compare(b ?? absent, a ?? absent);
const byName = (a: Row, b: Row): number => compare(a.description, b.description) || compare(a.id, b.id);
const byGiven = (a: Row, b: Row): number =>
  later(a.issue_date, b.issue_date, '') || later(a.expiration_date, b.expiration_date, forever) || byName(a, b);
const byEnd = (a: Row, b: Row): number => later(a.expiration_date, b.expiration_date, forever) || byName(a, b);

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** The sex with a capital letter; empty for 'none', which is the answer of owners who do not know (D-80). */
function sexOf(sex: string | null | undefined): string {
  const word = oneLine(sex ?? '');
  return word.toLowerCase() === 'none' ? '' : word.slice(0, 1).toUpperCase() + word.slice(1);
}

const contactOf = (shop: Clinic): string =>
  [shopPhone(shop)?.shown, shop.url?.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')].filter(Boolean).join(', ');

const colourOf = ({ metadata }: Clinic): string =>
  /^#[0-9a-f]{6}$/i.test(metadata.brandColor ?? '') ? metadata.brandColor! : defaultColour;

/** Turns a name into a part of a file name that every operating system accepts, of at most 60 characters. */
const fileNamePart = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
