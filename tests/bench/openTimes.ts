import { addAppointments, addClinic } from './seed';
import { siteWith, type Site } from './databases';
import { steadyLoad, wire } from './load';
import { atLeast, atMost, median, type Row } from './report';
import { limits } from '../../src/limits';

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

const seconds = 4;
const rounds = 3;

/** Searches a second beside `select 1` of the same server, in turns. */
export async function openTimes(): Promise<Row[]> {
  const site = await clinicsWith(1, 500);
  try {
    const call = search('clinic-1');
    const shares: number[] = [];
    const rates: number[] = [];
    const slow: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const one = await steadyLoad(site.ports, 50, seconds, () => selectOne);
      const found = await steadyLoad(site.ports, 50, seconds, () => call);
      // The first round warms up.
      if (round === 0) continue;
      shares.push(found.perSecond / one.perSecond);
      rates.push(found.perSecond);
      slow.push(found.p99);
    }
    const note = `${median(rates).toFixed(0)} a second, p99 ${median(slow).toFixed(0)} ms`;
    return [
      atLeast('open times, 50 connections, share of the rate of select 1', median(shares), 0.25, { digits: 2, note }),
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
    const ratios: number[] = [];
    for (let round = 0; round <= 5; round += 1) {
      const before = await steadyLoad(few.ports, 10, seconds, () => only);
      const after = await steadyLoad(many.ports, 10, seconds, () => all[turn++ % all.length]!);
      if (round > 0) ratios.push(before.perSecond / after.perSecond);
    }
    const { count } = await many.db
      .selectFrom('appointments')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [
      atMost(
        `open times, from 1 clinic with 1,000 appointments to 100 with ${Number(count).toLocaleString('en')}`,
        median(ratios),
        1.3,
        { unit: 'x', digits: 2 },
      ),
    ];
  } finally {
    for (const site of sites) await site.close();
  }
}
