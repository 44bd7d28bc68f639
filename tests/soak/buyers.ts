import { createAppointment } from '../../src/contract/appointments';
import { createHold } from '../../src/contract/availability';
import { upsertClient } from '../../src/contract/clients';
import { openDatabase } from '../../server/db/open';
import { startTestServer, type TestServer } from '../support/server';
import { bookingOf, holdOf } from './visit';
import { expectSame, type Kind, type Part } from './part';
import type { Random } from './random';

const half = 30 * 60_000;
/** Monday 2026-11-23, 9 in the morning at the builder's clinic; the clock stands on the Saturday before. */
const monday = Date.parse('2026-11-23T15:00:00Z');
/** So many weeks ahead can be booked. */
const weeks = 3;

/** Many buyers of one time, over two servers with connections of their own on PostgreSQL: exactly one gets it. */
export async function buyersPart(kind: Kind, size: number): Promise<Part> {
  const first = await startTestServer({ env: { CAPS_TIMES: '1000000' } });
  const db =
    first.databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl: first.databaseUrl, dataDir: '' });
  const second = await first.another({ ...(db && { db }) });
  const at = (n: number): TestServer => (n % 2 ? first : second);
  const tokens: string[] = [];
  for (let from = 0; from < size; from += 20)
    tokens.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, size - from) }, (_, n) => buyer(at(n), from + n)))),
    );
  let rounds = 0;

  async function round(random: Random): Promise<void> {
    const [week, slot] = [Math.floor(rounds / 80) % weeks, rounds % 80];
    // All times are sold: the weeks begin anew.
    if (rounds > 0 && rounds % (80 * weeks) === 0) await first.db.deleteFrom('appointments').execute();
    rounds += 1;
    const start = monday + week * 7 * 24 * 60 * 60_000 + Math.floor(slot / 16) * 24 * 60 * 60_000 + (slot % 16) * half;
    const from = new Date(start).toISOString();
    const plans = tokens.map((token, n) => ({ token, server: at(n), holdsFirst: random.chance(0.5) }));
    const statuses = await Promise.all(
      plans.map(async ({ token, server, holdsFirst }) => {
        const held = holdsFirst ? await server.send(createHold, { body: holdOf(from) }, { token }) : { status: 200 };
        return held.status === 200
          ? (await server.send(createAppointment, { body: bookingOf(from) }, { token })).status
          : held.status;
      }),
    );
    const counts = [200, 409].map((status) => statuses.filter((each) => each === status).length);
    expectSame('answers 200 and 409', counts, [1, size - 1]);
    const rows = await first.db
      .selectFrom('appointments')
      .select('id')
      .where('starts_at', '=', new Date(start))
      .execute();
    expectSame('bookings of the time', rows.length, 1);
  }

  return {
    name: `${size} buyers of one time${kind === 'postgres' ? ' over two servers' : ''}, ${kind}`,
    round,
    close: async () => {
      await second.close();
      await db?.destroy();
      await first.close();
    },
  };
}

async function buyer(server: TestServer, n: number): Promise<string> {
  const { token, user } = await server.signIn(`buyer-${n}@example.com`);
  await server.api(
    upsertClient,
    { body: { user_id: user.id, first_name: 'Casey', last_name: `Brown ${n}`, source: 'verification' } },
    { token },
  );
  return token;
}
