import type { Appointment } from '../../contract/appointments';
import type { Patient } from '../../contract/clients';
import type { Vaccination } from '../../contract/pets';
import { fromToday } from './fromToday';
import { shownStatus, statuses, type Look } from './vaccinations';

const plain = (text: string): string => text.trim().toLowerCase();
/**
 * Whether row `a` of a vaccine is later than row `b`: by expiration date, where a row without one is the latest, then
 * by issue date.
 */
const isLater = (a: Vaccination, b: Vaccination): boolean => {
  const [endA, endB] = [a.expiration_date ?? '9999', b.expiration_date ?? '9999'];
  return endA === endB ? (a.issue_date ?? '') > (b.issue_date ?? '') : endA > endB;
};

/** The latest row of each vaccine, in the order of the list. */
export function latestRows(rows: readonly Vaccination[]): Vaccination[] {
  const latest = new Map<string, Vaccination>();
  for (const row of rows) {
    const before = latest.get(plain(row.description));
    if (!before || isLater(row, before)) latest.set(plain(row.description), row);
  }
  return rows.filter((row) => latest.get(plain(row.description)) === row);
}

const gone = new Set(['DECLINED', 'DELETED', 'DONE']);

/**
 * Whether an item of an appointment is for the pet: by the pet's id, or by its name in a copy that an older version
 * saved without the id.
 */
const isOf = (
  pet: Pick<Patient, 'id' | 'name'>,
  { patientId, patientName }: Appointment['items'][number]['metadata'],
): boolean => (patientId === undefined ? plain(patientName) === plain(pet.name) : patientId === pet.id);

/** Whether the pet has an appointment that is still to come. */
export const hasVisitAhead = (
  pet: Pick<Patient, 'id' | 'name'>,
  appointments: readonly Appointment[],
  now: Date,
): boolean =>
  appointments.some(
    ({ status, fromDate, items }) =>
      !gone.has(status) && new Date(fromDate) > now && items.some(({ metadata }) => isOf(pet, metadata)),
  );

/**
 * Sorts rows by what needs doing first: expired, expiring soon, active, and within each the nearest expiration date
 * first. Rows that a newer row of the same vaccine has settled come last, in the order of the list.
 */
export function dueFirst(rows: readonly Vaccination[], look: Look): Vaccination[] {
  const latest = latestRows(rows);
  const byUrgency = (a: Vaccination, b: Vaccination): number =>
    statuses.indexOf(shownStatus(b, look)) - statuses.indexOf(shownStatus(a, look)) ||
    compare(a.expiration_date ?? '9999', b.expiration_date ?? '9999');
  return [...[...latest].sort(byUrgency), ...rows.filter((row) => !latest.includes(row))];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Names of a pet's vaccines that have expired or do so soon (D-307), in the order of dueFirst. `rows` are of one pet. A
 * newer row of a vaccine settles an older one.
 */
export const dueVaccines = (rows: readonly Vaccination[], look: Look): string[] =>
  dueFirst(latestRows(rows), look)
    .filter((row) => shownStatus(row, look) !== 'active')
    .map((row) => row.description);

/**
 * How far away a row's expiration date is, 'today', 'in 4 weeks'; null for a row without one, and where the words would
 * contradict the row's status.
 */
export function endWords(row: Vaccination, look: Look): string | null {
  if (row.expiration_date === null) return null;
  const isPast = row.expiration_date < look.today;
  return isPast === (shownStatus(row, look) === 'expired') ? fromToday(row.expiration_date, look.today) : null;
}

/** '1 vaccine is due', '2 vaccines are due'. */
export const dueTitle = (count: number): string => (count === 1 ? '1 vaccine is due' : `${count} vaccines are due`);
