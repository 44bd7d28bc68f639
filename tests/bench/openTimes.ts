import { addAppointments, addClinic, addClinicsLike } from './seed';
import { addDays } from '../../src/domain/clinicTime';
import { siteWith, type How, type Site } from './databases';
import { steadyLoad, wire } from './load';
import { atLeast, atMost, inPairs, median, ratio, spreadOf, type Row } from './report';
import * as limits from '../../src/limits';

/** The first search of the booking page, for any clinician, or one that begins that many days later. */
export const search = (clinicId: string, later = 0): Buffer => {
  const date = addDays(new Date().toISOString().slice(0, 10), later);
  const { openTimesDays: days_to_check, openTimesMaxAttempts: max_attempts } = limits;
  return wire({
    method: 'POST',
    path: '/providers/open_times',
    clinicId,
    body: { productIds: ['exam'], date, providerIds: [], days_to_check, max_attempts, client_booking: true },
  });
};

/** The route that asks the database for `select 1` and nothing else. */
export const selectOne = wire({ method: 'GET', path: '/health', clinicId: 'clinic-1' });

export const clinicsWith = (clinics: number, perClinician: number, how: How = {}): Promise<Site> =>
  siteWith(async (db) => {
    await addClinic(db, 'clinic-1');
    const others = Array.from({ length: clinics - 1 }, (_, n) => `clinic-${n + 2}`);
    await addClinicsLike(db, 'clinic-1', others);
    await addAppointments(db, perClinician);
  }, how);

const seconds = 2;

/** Searches a second beside `select 1` of the same server, in turns. */
export async function openTimes(): Promise<Row[]> {
  const site = await clinicsWith(1, 500);
  try {
    const asked = (call: Buffer) => async () => (await steadyLoad(site.ports, 50, seconds, () => call)).perSecond;
    const [floor, own] = [asked(selectOne), asked(search('clinic-1'))];
    // Warms both up.
    await floor();
    await own();
    const pairs = await inPairs(floor, own);
    return [
      ratio(
        atLeast,
        'open times, 50 connections, share of the rate of select 1',
        pairs.map(({ own: value, floor: one }) => ({ value, floor: one })),
        0.5,
        { unit: 'a second', as: '' },
      ),
    ];
  } finally {
    await site.close();
  }
}

const days = 10;
const searched = 100;

/**
 * Searches at as many of the clinics as there are, a hundred at most. One after the other begins on another day, so
 * that no two at the same time are the same, which the server would answer together.
 */
export function searches(clinics: number): () => Buffer {
  const at = Math.min(clinics, searched);
  const calls = Array.from({ length: at }, (_, n) =>
    Array.from({ length: days }, (__, later) => search(`clinic-${1 + Math.floor((n * clinics) / at)}`, later)),
  );
  let turn = 0;
  return () => {
    turn += 1;
    return calls[turn % at]![(turn + Math.floor(turn / searched)) % days]!;
  };
}

/** What more clinics and more history cost a search. */
async function grownTo(clinics: number, perClinician: number): Promise<Row[]> {
  const sites: Site[] = [];
  try {
    sites.push(await clinicsWith(1, 500), await clinicsWith(clinics, perClinician));
    const [few, many] = sites as [Site, Site];
    const [fewCalls, manyCalls] = [searches(1), searches(clinics)];
    const fewer = () => steadyLoad(few.ports, 10, seconds, fewCalls);
    const more = () => steadyLoad(many.ports, 10, seconds, manyCalls);
    await fewer();
    await more();
    const ratios = (await inPairs(fewer, more)).map(({ own, floor }) => floor.perSecond / own.perSecond);
    const { count } = await many.db
      .selectFrom('appointments')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [
      atMost(
        `open times, from 1 clinic with 1,000 appointments to ${clinics.toLocaleString('en')} with ${Number(count).toLocaleString('en')}, ${searched} of them searched`,
        median(ratios),
        1.2,
        { unit: 'x', digits: 2, spread: spreadOf(ratios) },
      ),
    ];
  } finally {
    for (const site of sites) await site.close();
  }
}

export const growth = (): Promise<Row[]> => grownTo(100, 5_000);

/** Ten million appointments, whose seed alone takes longer than all other figures. */
export const growthWhole = (): Promise<Row[]> => grownTo(10_000, 500);
