import { randomUUID } from 'node:crypto';
import { CUSTOMER_SITE, type CreateAppointment } from '../../src/contract/appointments';
import type { Output } from '../../src/contract/endpoint';
import type { openTimes } from '../../src/contract/availability';
import { product, provider } from '../support/clinicFile';
import { siteWith, type How, type Site } from './databases';
import { load, steadyLoad, wire } from './load';
import { selectOne } from './openTimes';
import { atLeast, atMost, inPairs, ratio, type Row } from './report';
import { addAppointments, addClinic, addOwners } from './seed';

const clinicId = 'clinic-1';
const clinicians = Array.from({ length: 20 }, (_, n) => `doctor-${n}`);

/** A clinic of twenty clinicians, its owners and its history, and every half hour that a clinician can be booked at. */
export async function busyClinic(
  owners: number,
  how: How = {},
): Promise<{ site: Site; tokens: string[]; slots: { providerId: string; start: string }[] }> {
  let tokens: string[] = [];
  const site = await siteWith(async (db) => {
    const everyday = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, start: '08:00', end: '20:00' }));
    await addClinic(db, clinicId, {
      shop: { feature_settings: { max_upcoming_appointments: 1000, max_upcoming_appointments_new: 1000 } },
      providers: clinicians.map((id) => provider({ id, hours: everyday })),
      products: [product({ id: 'exam', name: 'Exam', providerIds: clinicians })],
    });
    tokens = await addOwners(db, clinicId, owners);
    await addAppointments(db, 500);
  }, how);
  const slots = [];
  for (const providerId of clinicians)
    slots.push(...(await startsOf(site, providerId)).map((start) => ({ providerId, start })));
  return { site, tokens, slots: slots.toSorted((a, b) => a.start.localeCompare(b.start)) };
}

async function startsOf({ servers: [server] }: Site, providerId: string): Promise<string[]> {
  const body = {
    productIds: ['exam'],
    date: new Date().toISOString().slice(0, 10),
    providerIds: [providerId],
    days_to_check: 31,
    max_attempts: 1,
    client_booking: true,
  };
  const response = await fetch(`${server!.origin}/api/providers/open_times`, {
    method: 'POST',
    headers: { 'X-Client-Id': clinicId, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = ((await response.json()) as { data: Output<typeof openTimes> }).data;
  return data
    .flatMap((day) => day.times.map((time) => time.dateTime))
    .filter((start) => new Date(start).getUTCMinutes() % 30 === 0);
}

export function booking(token: string, { providerId, start }: { providerId: string; start: string }): Buffer {
  const body: CreateAppointment = {
    source: CUSTOMER_SITE,
    products: [{ id: 'exam', anyone: false, providerId, label: 'Exam' }],
    isReminderSMS: true,
    isReminderEmail: true,
    isSendConfirmation: true,
    date: start,
    speciesId: 'dog',
    speciesName: 'Dog',
    patientName: 'Rex',
  };
  return wire({ method: 'POST', path: '/appointments', clinicId, token, key: randomUUID(), body });
}

/** Owners book one free time after the other over fifty connections, each its own and none more than in a day may be, beside `select 1` of the same server, in turns. */
export async function bookings(): Promise<Row[]> {
  const { site, tokens, slots } = await busyClinic(2_000);
  try {
    const calls = slots.map((slot, n) => booking(tokens[n % tokens.length]!, slot));
    const floor = () => steadyLoad(site.ports, 50, 2, () => selectOne);
    const own = () => steadyLoad(site.ports, 50, 2, () => calls.shift() ?? null);
    // Warms both up.
    await floor();
    await own();
    const pairs = await inPairs(floor, own);
    return [
      ratio(
        atLeast,
        'bookings, 50 connections, share of the rate of select 1',
        pairs.map((pair) => ({ value: pair.own.perSecond, floor: pair.floor.perSecond })),
        0.08,
        { unit: 'a second', as: '' },
      ),
    ];
  } finally {
    await site.close();
  }
}

/** Every owner wants the same time at the same moment, over and over: how many too many got it. */
async function race(buyers: number, rounds: number, servers: number): Promise<Row> {
  const { site, tokens, slots } = await busyClinic(buyers, { servers });
  try {
    let tooMany = 0;
    let nobody = 0;
    for (let round = 0; round < rounds; round += 1) {
      const waiting = tokens.map((token): Buffer | null => booking(token, slots[round * 7]!));
      const { statuses } = await load(site.ports, buyers, 60, (connection) => {
        const call = waiting[connection] ?? null;
        waiting[connection] = null;
        return call;
      });
      const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '409');
      if (others.length > 0) throw new Error(`Answers were ${JSON.stringify(statuses)}.`);
      tooMany += Math.max(0, (statuses[200] ?? 0) - 1);
      if (!statuses[200]) nobody += 1;
    }
    if (nobody > 0) throw new Error(`In ${nobody} rounds nobody got the time.`);
    return atMost(
      `${buyers} buyers of one slot, ${rounds} rounds${servers > 1 ? `, ${servers} servers` : ''}: overbooked`,
      tooMany,
      0,
    );
  } finally {
    await site.close();
  }
}

export const races = async (): Promise<Row[]> => [await race(50, 14, 1), await race(200, 3, 2)];
