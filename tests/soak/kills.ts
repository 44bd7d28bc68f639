import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createAppointment } from '../../src/contract/appointments';
import { createHold } from '../../src/contract/availability';
import { upsertClient } from '../../src/contract/clients';
import { addDays, dateInZone, instantOf, weekday } from '../../src/domain/clinicTime';
import { exchange } from '../../src/offline/exchange';
import { bookingOf, holdOf } from './visit';
import { expectSame, type Kind, type Part } from './part';
import { call, clinicId, signIn, startProcess } from './process';
import type { Random } from './random';

const buyersPerSlot = 2;
const slotsPerRound = 4;
const zone = 'America/Chicago';

/** Every half hour of the builder clinic's weekdays, from the day after tomorrow to the last day that can be booked. */
export function* slots(): Generator<string> {
  const today = dateInZone(new Date(), zone);
  for (let ahead = 2; ahead < 28; ahead += 1) {
    const date = addDays(today, ahead);
    if (weekday(date) > 5) continue;
    for (let minute = 9 * 60; minute < 17 * 60; minute += 30) yield instantOf(date, minute, zone)?.toISOString() ?? '';
  }
}

type Attempt = { token: string; start: string; holdKey: string; key: string };

/** Holds and bookings while the server is killed: tried again with the same keys, each time ends as one booking of one buyer. */
export async function killsPart(kind: Kind): Promise<Part> {
  const running = await startProcess(kind, {});
  const { server } = running;
  const base = `${server.origin}/api`;
  const free = slots();
  const tokens = await Promise.all(
    Array.from({ length: buyersPerSlot * slotsPerRound }, async (_, n) => {
      const { token, user } = await signIn(server, `buyer-${n}@example.com`);
      await call(
        upsertClient,
        { body: { user_id: user.id, first_name: 'Casey', last_name: `Brown ${n}`, source: 'verification' } },
        { base, token, key: randomUUID() },
      );
      return token;
    }),
  );

  /** Holds the time and books it, as the booking's pages do. Null where the server could not be asked to the end. */
  async function book({ token, start, holdKey, key }: Attempt): Promise<{ id: string } | 'gone' | null> {
    const held = await exchange(createHold, { body: holdOf(start) }, { base, clinicId, token, key: holdKey });
    if ('error' in held) return refusal(held.error);
    const booked = await exchange(createAppointment, { body: bookingOf(start) }, { base, clinicId, token, key });
    return 'data' in booked ? { id: booked.data.id } : refusal(booked.error);
  }

  async function round(random: Random): Promise<void> {
    const starts = Array.from({ length: slotsPerRound }, () => free.next().value ?? '');
    if (starts.includes('')) throw new Error('No time is left to book: fewer minutes will do.');
    const attempts = tokens.map((token, n) => ({
      token,
      start: starts[n % slotsPerRound] ?? '',
      holdKey: randomUUID(),
      key: randomUUID(),
    }));
    const first = attempts.map(book);
    await pause(random.upTo(120));
    await server.kill();
    const early = await Promise.all(first);
    await server.restart();
    const late = await Promise.all(attempts.map(book));
    const once = await Promise.all(attempts.map(book));
    expectSame('a repetition answers as before', once, late);
    early.forEach((answer, n) => {
      if (answer !== null && answer !== 'gone') expectSame('what was confirmed before the kill', late[n], answer);
    });
    const won = late.flatMap((answer) => (answer !== null && answer !== 'gone' ? [answer.id] : []));
    const rows = await running.afterKill((db) =>
      db
        .selectFrom('appointments')
        .select(['id', 'starts_at'])
        .where(
          'starts_at',
          'in',
          starts.map((start) => new Date(start)),
        )
        .execute(),
    );
    expectSame('bookings confirmed', rows.map(({ id }) => id).sort(), won.sort());
    expectSame('times booked', rows.map(({ starts_at }) => starts_at.toISOString()).sort(), [...starts].sort());
  }

  return { name: `holds and bookings while the server is killed, ${kind}`, round, close: () => running.close() };
}

function refusal(error: { kind: string; status?: number }): 'gone' | null {
  if (error.kind === 'network') return null;
  if (error.status === 409) return 'gone';
  throw new Error(`refused: ${JSON.stringify(error)}`);
}
