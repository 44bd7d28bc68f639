import type { BusinessHour } from '../../../src/contract/settings';
import type { AppointmentInFile, ClientInFile, ClinicFile, Rows } from '../../modules/clinicFile/file/file';
import { breeds, patientColors, patientSexes, species } from './kinds';
import { fillDays, type Usual } from './schedule';

/** The parts that the demo clinics share. */

type Product = Rows<'products'>;
type Provider = Rows<'providers'>;

/**
 * A clinician's hours: the same spans on each of the given days of the week (1 is Monday, 7 is Sunday). A span names
 * its location where the clinic has several.
 */
export const week = (
  days: number[],
  ...spans: [start: string, end: string, location_id?: string][]
): NonNullable<Provider['hours']> =>
  days.flatMap((day) =>
    spans.map(([start, end, location_id]) => ({ day, start, end, ...(location_id !== undefined && { location_id }) })),
  );

type Opening = [days: number[], start: [hour: number, minute: number], end: [hour: number, minute: number]];

/** The clinic's opening hours of the week as the portal shows them; days that are not named are closed. */
export const openings = (...spans: Opening[]): BusinessHour[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const [, start, end] = spans.find(([days]) => days.includes(day)) ?? [];
    return {
      day,
      offline: start === undefined,
      startHour: start?.[0] ?? 0,
      startMinute: start?.[1] ?? 0,
      endHour: end?.[0] ?? 0,
      endMinute: end?.[1] ?? 0,
    };
  });

export const everyone = { allowNewClients: true, allowReturningClients: true };
export const knownOnly = { allowNewClients: false, allowReturningClients: true };

/** A white drawing (SVG markup in a box of 64) on the clinic's colour. */
export const emblem = (color: string, drawing: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${color}"/><g fill="#fff">${drawing}</g></svg>`,
  )}`;

/** The species, breeds, colors and sexes that every demo clinic knows. */
export const lists: Pick<ClinicFile, 'species' | 'breeds' | 'patient_colors' | 'patient_sexes'> = {
  species,
  breeds,
  patient_colors: patientColors,
  patient_sexes: patientSexes,
};

/**
 * The appointment types that fill a clinician's day: those that take this one clinician and neither a room nor further
 * segments, without hidden ones.
 */
const usualOf = (products: Product[], providerId: string): Usual =>
  products
    .filter(
      (product) =>
        product.providerIds.includes(providerId) &&
        !product.hidden_from_clients &&
        !product.needs_room &&
        !product.segments,
    )
    .map((product) => ({
      product_id: product.id,
      minutes: product.metadata.time,
      species: product.metadata.speciesIds,
    }));

type Calendar = {
  providers: Provider[];
  products: Product[];
  clients: ClientInFile[];
  fixed: AppointmentInFile[];
  today: string;
  zone: string;
};

/** The fixed appointments, and others' visits that fill four weeks around them. */
export const fourWeeks = ({ providers, products, clients, fixed, today, zone }: Calendar): AppointmentInFile[] => [
  ...fixed,
  ...fillDays({
    providers,
    usual: Object.fromEntries(providers.map(({ id }) => [id, usualOf(products, id)])),
    clients,
    fixed,
    minutesOf: (id) => products.find((product) => product.id === id)?.metadata.time ?? 0,
    today,
    days: 28,
    zone,
  }),
];
