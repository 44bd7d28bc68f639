import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PortalServer } from '../../e2e/support/server';
import { createAppointment } from '../../src/contract/appointments';
import { createHold } from '../../src/contract/availability';
import { upsertClient } from '../../src/contract/clients';
import { exchange } from '../../src/offline/exchange';
import { freshDatabase } from '../support/database';
import { startPooler } from '../support/pooler';
import { turnsOf } from '../support/turns';
import { slots } from './kills';
import { expectSame, type Part } from './part';
import { call, clinicId, signIn } from './process';
import type { Random } from './random';
import { bookingOf, holdOf } from './visit';

const buyers = 12;
const slotsPerRound = 6;
const secret = 'a secret for servers, long enough to pass';
/** A message of a dead server is taken over within this time, milliseconds. */
const takenOverMs = 60_000;

/**
 * Servers behind a proxy that gives each call to the next one, on one PostgreSQL through a PgBouncer in transaction mode. In
 * each round one is killed in the middle of holds and bookings: each time ends as one booking of one buyer, whatever
 * server answers, and each booking's confirmation goes out once.
 */
export async function serversPart(count: number): Promise<Part> {
  const database = await freshDatabase();
  const pooler = await startPooler(database.databaseUrl!);
  const settings = { DATABASE_URL: pooler.databaseUrl, SECRET: secret, CAPS_TIMES: '1000000' };
  const first = await PortalServer.start([{ shop: { id: clinicId } }], settings);
  const more = await Promise.all(Array.from({ length: count - 1 }, () => PortalServer.start([], settings)));
  const servers = [first, ...more];
  const proxy = await turnsOf(servers.map(({ port }) => port));
  const base = `${proxy.origin}/api`;
  const free = slots();
  const tokens = await Promise.all(
    Array.from({ length: buyers }, async (_, n) => {
      const { token, user } = await signIn(first, `buyer-${n}@example.com`);
      await call(
        upsertClient,
        { body: { user_id: user.id, first_name: 'Casey', last_name: `Brown ${n}`, source: 'verification' } },
        { base, token, key: randomUUID() },
      );
      return token;
    }),
  );

  type Attempt = { token: string; start: string; holdKey: string; key: string };

  /** Holds the time and books it, again with the same keys until a server has answered. */
  async function book(attempt: Attempt): Promise<string | 'gone'> {
    for (;;) {
      const answer = await once(attempt);
      if (answer !== null) return answer;
      await pause(50);
    }
  }

  async function once({ token, start, holdKey, key }: Attempt): Promise<string | 'gone' | null> {
    const held = await exchange(createHold, { body: holdOf(start) }, { base, clinicId, token, key: holdKey });
    if ('error' in held) return refusal(held.error);
    const booked = await exchange(createAppointment, { body: bookingOf(start) }, { base, clinicId, token, key });
    return 'data' in booked ? booked.data.id : refusal(booked.error);
  }

  const unsent = () =>
    database.db
      .selectFrom('messages')
      .select('id')
      .where('delivered_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('waiting', 'is', null)
      .execute();

  async function round(random: Random): Promise<void> {
    const starts = Array.from({ length: slotsPerRound }, () => free.next().value ?? '');
    if (starts.includes('')) throw new Error('No time is left to book: fewer minutes will do.');
    const attempts = tokens.map((token, n) => ({
      token,
      start: starts[n % slotsPerRound] ?? '',
      holdKey: randomUUID(),
      key: randomUUID(),
    }));
    const victim = servers[Math.floor(random.upTo(servers.length))] ?? first;
    const running = attempts.map(book);
    await pause(random.upTo(120));
    const killed = Date.now();
    await victim.kill();
    const answers = await Promise.all(running);
    const again = await Promise.all(attempts.map(book));
    expectSame('a repetition answers as before', again, answers);
    const won = answers.filter((answer) => answer !== 'gone').sort();
    const rows = await database.db
      .selectFrom('appointments')
      .select(['id', 'starts_at'])
      .where(
        'starts_at',
        'in',
        starts.map((start) => new Date(start)),
      )
      .execute();
    expectSame('bookings confirmed', rows.map(({ id }) => id).sort(), won);
    expectSame('times booked', rows.map(({ starts_at }) => starts_at.toISOString()).sort(), [...starts].sort());
    while ((await unsent()).length > 0) {
      if (Date.now() - killed > takenOverMs) throw new Error('A message of the dead server still waits.');
      await pause(100);
    }
    const took = Math.round((Date.now() - killed) / 1000);
    const told = await database.db
      .selectFrom('messages')
      .select('appointment_id')
      .where('appointment_id', 'in', won)
      .where('kind', '=', 'booking_confirmation')
      .where('channel', '=', 'email')
      .execute();
    expectSame('confirmations written', told.map(({ appointment_id }) => appointment_id).sort(), won);
    console.log(`  killed one of ${count}: every message delivered after ${took} s`);
    await victim.restart();
  }

  return {
    name: `${count} servers behind a proxy and PgBouncer, one killed`,
    round,
    close: async () => {
      await proxy.close();
      await Promise.all(servers.map((server) => server.remove()));
      await pooler.close();
      await database.close();
    },
  };
}

/** Null where another server has to be asked. */
function refusal(error: { kind: string; status?: number }): 'gone' | null {
  if (error.kind === 'network' || error.status === 503 || error.status === 502) return null;
  if (error.status === 409) return 'gone';
  throw new Error(`refused: ${JSON.stringify(error)}`);
}
