import type { Kysely } from 'kysely';
import { PortalServer } from '../../e2e/support/server';
import type { Database } from '../../server/db/schema';
import { addDays } from '../../src/domain/clinicTime';
import { DAY_MINUTES } from '../../src/domain/minuteOfDay';
import * as limits from '../../src/limits';
import { product, provider, type Overrides } from '../support/clinicFile';
import { siteWith } from './databases';
import { load, wire } from './load';
import { told, type Row } from './report';
import { addClinic } from './seed';

const clinicId = 'clinic-1';
const clinicians = Array.from({ length: 20 }, (_, n) => `doctor-${n}`);
const everyday = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, start: '08:00', end: '20:00' }));

/** Twenty clinicians, bookable for a year; the second type is longer than anybody works, so that the whole year is looked at. */
const clinic: Overrides = {
  shop: { id: clinicId, metadata: { bookingMaxLeadTime: 365 * DAY_MINUTES } },
  providers: clinicians.map((id) => provider({ id, hours: everyday })),
  products: [
    product({ id: 'exam', providerIds: clinicians }),
    product({ id: 'endless', providerIds: clinicians, metadata: { time: 13 * 60 } }),
  ],
};

/** A call of another address, as a proxy names it. */
const from = (address: string, call: Buffer): Buffer =>
  Buffer.from(call.toString('latin1').replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`), 'latin1');

const search = (type: string, days_to_check: number, max_attempts: number, later = 0): Buffer =>
  wire({
    method: 'POST',
    path: '/providers/open_times',
    clinicId,
    body: {
      productIds: [type],
      date: addDays(new Date().toISOString().slice(0, 10), later),
      providerIds: [],
      days_to_check,
      max_attempts,
      client_booking: true,
    },
  });

const others = {
  health: wire({ method: 'GET', path: '/health', clinicId }),
  search: search('exam', limits.openTimesDays, limits.openTimesMaxAttempts),
  'sign-in of a guest': wire({ method: 'POST', path: '/user/v1/auth/guest-sign-in', clinicId }),
};

async function measured(database: string, ports: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  const asked = async (of: string): Promise<void> => {
    for (const [name, call] of Object.entries(others)) {
      const theirs = from('198.51.100.7', call);
      const { p50, p99 } = await load(ports, 1, 2, () => theirs);
      rows.push(
        told(`${database}, ${of}: another address's ${name}`, `${p50.toFixed(0)} ms, at worst ${p99.toFixed(0)} ms`),
      );
    }
  };
  await asked('alone');
  for (const type of ['exam', 'endless']) {
    let turn = 0;
    const calls = Array.from({ length: 5 }, (_, later) => from('203.0.113.9', search(type, 31, 31, later)));
    const flood = load(ports, 200, 8, () => calls[(turn += 1) % calls.length]!);
    await asked(`200 costly searches (${type})`);
    await flood;
  }
  return rows;
}

/** How long others wait while one address has two hundred of the costliest searches under way. */
export async function oneAddress(): Promise<Row[]> {
  const settings = { TRUST_PROXY: '1', FLOOD_LIMIT: '500' };
  const fill = (db: Kysely<Database>) => addClinic(db, clinicId, clinic);
  const site = await siteWith(fill, { settings });
  const rows = await measured('PostgreSQL', site.ports).finally(() => site.close());
  const production = { NODE_ENV: 'production', SECRET: 'a secret for measuring, long enough to pass' };
  const embedded = await PortalServer.start([clinic], { ...settings, ...production });
  return [...rows, ...(await measured('embedded', [embedded.port]).finally(() => embedded.remove()))];
}
