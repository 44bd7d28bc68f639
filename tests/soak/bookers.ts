import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { createAppointment } from '../../src/contract/appointments';
import { createHold } from '../../src/contract/availability';
import { upsertClient } from '../../src/contract/clients';
import type { SignedIn } from '../../src/contract/auth';
import { exchange } from '../../src/offline/exchange';
import type { Database } from '../../server/db/schema';
import { expectSame } from './part';
import { call, clinicId } from './process';
import { bookingOf, holdOf } from './visit';

/** A buyer's wish for a time, with the keys of its calls. */
export type Attempt = { token: string; start: string; holdKey: string; key: string };

/** An attempt of each buyer; the times are wanted in turn. */
export const attemptsOn = (tokens: readonly string[], starts: readonly string[]): Attempt[] =>
  tokens.map((token, n) => ({
    token,
    start: starts[n % starts.length] ?? '',
    holdKey: randomUUID(),
    key: randomUUID(),
  }));

/** Makes a client of somebody who has signed in; returns the session's token. */
export async function buyer({ token, user }: SignedIn, n: number, base: string): Promise<string> {
  await call(
    upsertClient,
    { body: { user_id: user.id, first_name: 'Casey', last_name: `Brown ${n}`, source: 'verification' } },
    { base, token, key: randomUUID() },
  );
  return token;
}

/** Holds the time and books it, each call again with its key until a server has answered; returns the booking's id. */
export async function book(attempt: Attempt, base: string): Promise<string | 'gone'> {
  const { token, start, holdKey, key } = attempt;
  const held = await answered(() =>
    exchange(createHold, { body: holdOf(start) }, { base, clinicId, token, key: holdKey }),
  );
  if ('error' in held) return refusal(held.error);
  const booked = await answered(() =>
    exchange(createAppointment, { body: bookingOf(start) }, { base, clinicId, token, key }),
  );
  return 'data' in booked ? booked.data.id : refusal(booked.error);
}

/**
 * Asks until a server has answered. Only the call itself is repeated: where two servers take turns, the pair of hold and
 * booking would put the same one of them before the dead server for ever.
 */
async function answered<T extends { error: Refusal } | { data: unknown }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!('error' in answer && isAway(answer.error))) return answer;
    await pause(50);
  }
}

type Refusal = { kind: string; status?: number };

/** Whether nobody has answered, so that another server has to be asked. */
export const isAway = ({ kind, status }: Refusal): boolean => kind === 'network' || status === 503 || status === 502;

function refusal(error: Refusal): 'gone' {
  if (error.status === 409) return 'gone';
  throw new Error(`refused: ${JSON.stringify(error)}`);
}

/** Fails unless each of the times is one booking, of a buyer who was told so; returns the bookings' ids, sorted. */
export async function expectBooked(
  db: Kysely<Database>,
  starts: readonly string[],
  answers: readonly (string | 'gone')[],
): Promise<string[]> {
  const won = answers.filter((answer) => answer !== 'gone').sort();
  const times = starts.map((start) => new Date(start));
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'starts_at'])
    .where('starts_at', 'in', times)
    .execute();
  expectSame('bookings confirmed', rows.map(({ id }) => id).sort(), won);
  expectSame('times booked', rows.map(({ starts_at }) => starts_at.toISOString()).sort(), [...starts].sort());
  return won;
}

/** How many messages are still to be delivered. */
export const unsent = async (db: Kysely<Database>): Promise<number> =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('delivered_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('waiting', 'is', null)
      .execute()
  ).length;

/** Fails unless each of the bookings has one confirmation by mail. */
export async function expectConfirmed(db: Kysely<Database>, bookings: readonly string[]): Promise<void> {
  const told = await db
    .selectFrom('messages')
    .select('body_text')
    .where('kind', '=', 'booking_confirmation')
    .where('channel', '=', 'email')
    .execute();
  // It leads to its appointment.
  const counts = bookings.map((id) => told.filter(({ body_text }) => body_text.includes(id)).length);
  expectSame(
    'confirmations of each booking',
    counts,
    bookings.map(() => 1),
  );
}
