import { setTimeout as pause } from 'node:timers/promises';
import { mailServer } from '../soak/mailServer';
import { unsent } from '../soak/bookers';
import { booking, busyClinic } from './bookings';
import type { Site } from './databases';
import { steadyLoad, type Load } from './load';
import { held, signalAll } from './held';
import { clinicsWith, searches } from './openTimes';
import { processorTime } from './processorTime';
import { atLeast, atMost, median, spreadOf, told, type Row } from './report';

const counts = [1, 2, 4];
const connections = 48;
const seconds = 3;
const turns = 5;
/** So many calls each server answers before it counts: the first are slower than all later ones. */
const warmCalls = 500;
const sentMs = 120_000;
/** Each of them has 100, as many as are searched. */
const clinics = 100;

/** Work for the servers of a site. `after` waits for what it leaves behind, which belongs to it. */
type Work = { site: Site; next: () => Buffer | null; after: () => Promise<void>; close: () => Promise<void> };

type Many = { servers: number; isPooled?: boolean };

async function searching(how: Many): Promise<Work> {
  const site = await clinicsWith(clinics, 500, how);
  return { site, next: searches(clinics), after: async () => {}, close: () => site.close() };
}

/** Bookings of twenty clinicians, each with its confirmation by mail. */
async function booked(how: Many): Promise<Work> {
  const mail = await mailServer();
  const { site, tokens, slots } = await busyClinic(2_000, {
    ...how,
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'clinic@example.com' },
  });
  const calls = slots.map((slot, n) => booking(tokens[n % tokens.length]!, slot));
  return {
    site,
    next: () => calls.shift() ?? null,
    after: async () => {
      const until = Date.now() + sentMs;
      while ((await unsent(site.db)) > 0) {
        if (Date.now() > until) throw new Error('A confirmation still waits.');
        await pause(100);
      }
    },
    close: async () => {
      await site.close();
      await mail.close();
    },
  };
}

const works = { 'open times': searching, 'bookings with their confirmations': booked };

const pidsOf = ({ site }: Work): number[] => site.servers.map(({ pid }) => pid!);
const loaded = ({ site, next }: Work): Promise<Load> => steadyLoad(site.ports, connections, seconds, next);

/** Measures 1, 2 and 4 servers in turns, each number on a database of its own, while the others stand still; the measurements by number. */
async function inTurns<T>(
  start: (how: Many) => Promise<Work>,
  measure: (work: Work) => Promise<T>,
  isPooled = false,
): Promise<T[][]> {
  const sites: Work[] = [];
  const measured: T[][] = counts.map(() => []);
  try {
    for (const count of counts) {
      const work = await start({ servers: count, isPooled });
      sites.push(work);
      let left = count * warmCalls;
      await steadyLoad(work.site.ports, connections, 60, () => (left-- > 0 ? work.next() : null));
      await work.after();
      signalAll(pidsOf(work), 'SIGSTOP');
    }
    for (let turn = 0; turn < turns; turn += 1)
      for (const [n, work] of sites.entries()) measured[n]!.push(await measure(work));
    return measured;
  } finally {
    for (const work of sites) await work.close();
  }
}

/** Lets the servers run while something is done. */
async function running<T>(work: Work, done: () => Promise<T>): Promise<T> {
  signalAll(pidsOf(work), 'SIGCONT');
  try {
    return await done();
  } finally {
    signalAll(pidsOf(work), 'SIGSTOP');
  }
}

/** Milliseconds of processor time that one call costs each of them. */
type Cost = { perSecond: number; servers: number; database: number; pooler: number; callers: number };

const costOf = (work: Work): Promise<Cost> =>
  running(work, async () => {
    const used = () => {
      const { user, system } = process.cpuUsage();
      return {
        servers: pidsOf(work).reduce((sum, pid) => sum + processorTime(pid), 0),
        database: processorTime(work.site.postgresPid),
        pooler: work.site.poolerPid === null ? 0 : processorTime(work.site.poolerPid),
        callers: (user + system) / 1000,
      };
    };
    const before = used();
    const { perSecond, statuses } = await loaded(work);
    await work.after();
    const now = used();
    const each = (side: keyof typeof now) => (now[side] - before[side]) / statuses[200]!;
    return {
      perSecond,
      servers: each('servers'),
      database: each('database'),
      pooler: each('pooler'),
      callers: each('callers'),
    };
  });

const plural = (servers: number) => `${servers} server${servers === 1 ? '' : 's'}`;

/** What 1, 2 and 4 servers answer on one PostgreSQL, and what a call costs them and the database. */
export const servers = (): Promise<Row[]> => carried(false);

/** The same through a PgBouncer in transaction mode, which all of them share. */
export const serversPooled = (): Promise<Row[]> => carried(true);

async function carried(isPooled: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  const grown: Row[] = [];
  for (const [work, start] of Object.entries(works)) {
    const words = isPooled ? `${work} through PgBouncer` : work;
    const byCount = await inTurns(start, costOf, isPooled);
    for (const [n, all] of byCount.entries()) {
      const of = (side: keyof Cost) => median(all.map((cost) => cost[side]));
      const share = of('database') / (of('database') + of('servers'));
      rows.push(
        told(
          `${words}, ${plural(counts[n]!)}`,
          `${of('perSecond').toFixed(0)} ± ${spreadOf(all.map(({ perSecond }) => perSecond)).toFixed(0)} a second; each costs ` +
            `servers ${of('servers').toFixed(2)} ms, database ${of('database').toFixed(2)} ms (${(share * 100).toFixed(0)} %), ${isPooled ? `PgBouncer ${of('pooler').toFixed(2)} ms, ` : ''}callers ${of('callers').toFixed(2)} ms`,
        ),
      );
    }
    const ratios = byCount[0]!.map((one, turn) => byCount.at(-1)![turn]!.database / one.database);
    grown.push(
      atMost(`${words}, processor time of the database, ${counts.at(-1)} servers to 1`, median(ratios), 1.5, {
        unit: 'x',
        digits: 2,
        spread: spreadOf(ratios),
      }),
    );
  }
  return [...rows, ...grown];
}

/**
 * The same with servers that have so little of the processor that even four of them leave half of one to the database
 * and the callers, which shows whether they hinder each other in the database.
 */
export async function serversHeld(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [words, start] of Object.entries(works)) {
    const byCount = await inTurns(start, async (work) => {
      const free = held(pidsOf(work));
      const { perSecond } = await loaded(work).finally(free);
      await running(work, work.after);
      return perSecond;
    });
    for (const [n, all] of byCount.entries()) {
      if (n === 0) continue;
      const ratios = all.map((rate, turn) => rate / byCount[0]![turn]!);
      rows.push(
        atLeast(
          `${words}, servers held to an eighth of their time, ${counts[n]} to 1`,
          median(ratios),
          0.8 * counts[n]!,
          {
            unit: 'x',
            digits: 2,
            spread: spreadOf(ratios),
            note: `${median(all).toFixed(0)} : ${median(byCount[0]!).toFixed(0)} a second`,
          },
        ),
      );
    }
  }
  return rows;
}
