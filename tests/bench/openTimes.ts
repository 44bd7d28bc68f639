import { addAppointments, addClinic } from './seed';
import { siteWith, type Site } from './databases';
import { steadyLoad, wire } from './load';
import { atLeast, atMost, inPairs, median, ratio, spreadOf, type Row } from './report';
import * as limits from '../../src/limits';

/** The first search of the booking page, for any clinician. */
export const search = (clinicId: string): Buffer => {
  const date = new Date().toISOString().slice(0, 10);
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

const clinicsWith = (clinics: number, perClinician: number) =>
  siteWith(async (db) => {
    for (let n = 1; n <= clinics; n += 1) await addClinic(db, `clinic-${n}`);
    await addAppointments(db, perClinician);
  });

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

/** What a hundred times the clinics, with ten times the history each, costs a search. */
export async function growth(): Promise<Row[]> {
  const sites: Site[] = [];
  try {
    sites.push(await clinicsWith(1, 500), await clinicsWith(100, 5_000));
    const [few, many] = sites as [Site, Site];
    const only = search('clinic-1');
    const all = Array.from({ length: 100 }, (_, index) => search(`clinic-${index + 1}`));
    let turn = 0;
    const fewer = () => steadyLoad(few.ports, 10, seconds, () => only);
    const more = () => steadyLoad(many.ports, 10, seconds, () => all[turn++ % all.length]!);
    await fewer();
    await more();
    const ratios = (await inPairs(fewer, more)).map(({ own, floor }) => floor.perSecond / own.perSecond);
    const { count } = await many.db
      .selectFrom('appointments')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [
      atMost(
        `open times, from 1 clinic with 1,000 appointments to 100 with ${Number(count).toLocaleString('en')}`,
        median(ratios),
        1.2,
        { unit: 'x', digits: 2, spread: spreadOf(ratios) },
      ),
    ];
  } finally {
    for (const site of sites) await site.close();
  }
}
