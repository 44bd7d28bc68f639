import { setTimeout as pause } from 'node:timers/promises';
import { PortalServer } from '../../e2e/support/server';
import { freshDatabase } from '../support/database';
import { startPooler } from '../support/pooler';
import { turnsOf } from '../support/turns';
import { attemptsOn, book, buyer, expectBooked, expectConfirmed, unsent } from './bookers';
import { slots } from './kills';
import { expectSame, type Part } from './part';
import { canceled, charged, depositClinic, deposits, expectCanceled, expectMoney, unrefunded } from './payers';
import { clinicId, signIn } from './process';
import type { Random } from './random';

const buyers = 12;
/** So many of the times are booked, two buyers for each; as many are paid for, and as many paid ones canceled. */
const slotsPerRound = 6;
export const secret = 'a secret for servers, long enough to pass';
/** The work of a dead server is taken over within this time, milliseconds. */
const takenOverMs = 60_000;

/**
 * Servers behind a proxy that gives each call to the next one, on one PostgreSQL through a PgBouncer in transaction mode. In
 * each round one is killed in the middle of holds, bookings, charges and cancellations with a deposit to give back: each
 * time ends as one booking of one buyer, whatever server answers, each booking's confirmation goes out once, and the card
 * provider takes and gives back each deposit once.
 */
export async function serversPart(count: number): Promise<Part> {
  const database = await freshDatabase();
  const pooler = await startPooler(database.databaseUrl!);
  const settings = { DATABASE_URL: pooler.databaseUrl, SECRET: secret, CAPS_TIMES: '1000000' };
  const clinic = { ...depositClinic, shop: { ...depositClinic.shop, id: clinicId } };
  const first = await PortalServer.start([clinic], settings);
  const more = await Promise.all(Array.from({ length: count - 1 }, () => PortalServer.start([], settings)));
  const servers = [first, ...more];
  const proxy = await turnsOf(servers.map(({ port }) => port));
  const base = `${proxy.origin}/api`;
  const free = slots();
  const owners = (count: number, word: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => buyer(await signIn(first, `${word}-${n}@example.com`), n, base)),
    );
  const tokens = await owners(buyers, 'buyer');
  // One payment is open for each owner at a time.
  const [payers, leavers] = [await owners(slotsPerRound, 'payer'), await owners(slotsPerRound, 'leaver')];
  const leaverEmails = leavers.map((_, n) => `leaver-${n}@example.com`);
  const bases = servers.map(({ origin }) => `${origin}/api`);
  let rounds = 0;
  const [taken, givenBack]: [string[], string[]] = [[], []];

  function times(): string[] {
    const next = Array.from({ length: slotsPerRound }, () => free.next().value ?? '');
    if (next.includes('')) throw new Error('No time is left to book: fewer minutes will do.');
    return next;
  }

  async function round(random: Random): Promise<void> {
    const starts = times();
    const [paying, leaving] = [await deposits(bases, payers, times()), await deposits(bases, leavers, times())];
    const left = await Promise.all(leaving.map((payment) => charged(payment, base)));
    const attempts = attemptsOn(tokens, starts);
    const victim = random.pick(servers);
    const booking = attempts.map((attempt) => book(attempt, base));
    const charging = paying.map((payment) => charged(payment, base));
    const canceling = leaving.map(({ token }, n) => canceled(token, left[n] ?? '', base));
    await pause(random.upTo(120));
    const killed = Date.now();
    await victim.kill();
    const answers = await Promise.all(booking);
    const paid = await Promise.all(charging);
    await Promise.all(canceling);
    const again = await Promise.all(attempts.map((attempt) => book(attempt, base)));
    expectSame('a repetition answers as before', again, answers);
    const won = await expectBooked(database.db, starts, answers);
    while ((await unsent(database.db)) > 0 || (await unrefunded(database.db)) > 0) {
      if (Date.now() - killed > takenOverMs) throw new Error('A message or refund of the dead server still waits.');
      await pause(100);
    }
    const took = ((Date.now() - killed) / 1000).toFixed(1);
    const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
    taken.push(...ids([...paying, ...leaving]));
    givenBack.push(...ids(leaving));
    await expectMoney(database.db, taken, givenBack);
    await expectConfirmed(database.db, [...won, ...paid, ...left]);
    await expectCanceled(database.db, leaverEmails, (rounds += 1));
    console.log(
      `  killed one of ${count}: ${won.length} bookings, ${paying.length + leaving.length} payments, ${leaving.length} refunds, ` +
        `${won.length + paid.length + left.length} confirmations, ${leaving.length} cancellations told; the last of them done ${took} s after the kill`,
    );
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
