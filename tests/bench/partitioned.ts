import { busyClinic, booking } from './bookings';
import { steadyLoad } from './load';
import { clinicsWith, searches } from './openTimes';
import { atLeast, inPairs, ratio, type Row } from './report';

const clinics = 100;
const seconds = 2;
const bar = 0.8;

/** The rates of open times and bookings where every table of the clinics is partitioned by the clinic, beside whole tables, in turns. */
export async function partitioned(): Promise<Row[]> {
  const rows: Row[] = [];
  const row = async (words: string, whole: () => Promise<number>, parts: () => Promise<number>) => {
    // Warms both up.
    await whole();
    await parts();
    const pairs = (await inPairs(whole, parts)).map(({ own: value, floor }) => ({ value, floor }));
    rows.push(
      ratio(atLeast, `${words}, tables partitioned by clinic, share of the rate of whole ones`, pairs, bar, {
        unit: 'a second',
        as: '',
      }),
    );
  };

  const searched = [
    await clinicsWith(clinics, 500, { on18: true }),
    await clinicsWith(clinics, 500, { on18: true, isPartitioned: true }),
  ] as const;
  try {
    const [whole, parts] = searched.map(({ ports }) => {
      const next = searches(clinics);
      return async () => (await steadyLoad(ports, 50, seconds, next)).perSecond;
    });
    await row('open times, 50 connections', whole!, parts!);
  } finally {
    for (const site of searched) await site.close();
  }

  const booked = [
    await busyClinic(2_000, { on18: true }),
    await busyClinic(2_000, { on18: true, isPartitioned: true }),
  ] as const;
  try {
    const [whole, parts] = booked.map(({ site, tokens, slots }) => {
      const calls = slots.map((slot, n) => booking(tokens[n % tokens.length]!, slot));
      return async () => (await steadyLoad(site.ports, 50, seconds, () => calls.shift() ?? null)).perSecond;
    });
    await row('bookings, 50 connections', whole!, parts!);
  } finally {
    for (const { site } of booked) await site.close();
  }
  return rows;
}
