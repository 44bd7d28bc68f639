import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { chargePaymentMethod } from '../../src/contract/payments';
import { createHold } from '../../src/contract/availability';
import { guestSignIn } from '../../src/contract/auth';
import { HOUR, holdMs, MINUTE, SECOND } from '../../src/limits';
import { exchange } from '../../src/offline/exchange';
import type { Database } from '../../server/db/schema';
import { attemptsOn, book, buyer, expectBooked, expectConfirmed, isAway, unsent, type Attempt } from './bookers';
import { slots } from './kills';
import { mailServer } from './mailServer';
import { expectSame, type Kind, type Part } from './part';
import { cardEntered, depositClinic, type Payment } from './payers';
import { call, clinicId, signIn, startProcess } from './process';
import type { Random } from './random';
import { holdOf } from './visit';
import { wrongClock } from './wrongClock';
import { Writers } from './writers';

const buyers = 8;
const slotsPerStep = 4;
const payers = 3;
/** How long a server may take to answer again after its clock was set. */
const recoverMs = 10_000;
/** How long after the clock was set back what it had put off may wait, and how long the server waits to bring it back. */
const broughtBackMs = 120 * SECOND;
const settledMs = 20 * SECOND;

/**
 * The server's clock is set forward by hours, back, behind the right time and forth again, in the middle of bookings and
 * charges, while a mail server refuses what the wrong clock sends. The process is never started anew meanwhile. Each time
 * is one booking of one buyer, money is taken once, each message arrives once, soon after the clock is right again, and
 * a time that was held by the wrong clock is free in ten minutes.
 */
export async function clockPart(kind: Kind): Promise<Part> {
  const clock = await wrongClock();
  const mail = await mailServer();
  const running = await startProcess(kind, depositClinic, { ...clock.settings, SMTP_URL: mail.url });
  const { server } = running;
  const base = `${server.origin}/api`;
  const free = slots();
  const owners = (count: number, word: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => buyer(await signIn(server, `${word}-${n}@example.com`), n, base)),
    );
  const tokens = await owners(buyers, 'buyer');
  const paying = await owners(payers, 'payer');
  const writers = await Writers.of(server);

  const time = (): string => {
    const next = free.next().value;
    if (next === undefined) throw new Error('No time is left to book: fewer minutes will do.');
    return next;
  };
  const times = (count: number) => Array.from({ length: count }, time);

  /** How long the server needs, from now, until it is well and takes a write. */
  async function back(what: string): Promise<number> {
    const began = performance.now();
    for (;;) {
      const isWell = (await fetch(`${base}/health`)).ok && (await writers.probe()) === '200';
      const took = performance.now() - began;
      if (isWell) return Math.round(took);
      if (took > recoverMs) throw new Error(`${what}: not back after ${Math.round(took)} ms`);
      await pause(5);
    }
  }

  type Step = { starts: string[]; attempts: Attempt[]; answers: string[]; paid: string[]; unpaid: string[] };

  /** Lets buyers and payers begin, sets the clock while they are at it, and waits for their answers. */
  async function setWhileBusy(random: Random, what: string, offMs: number): Promise<Step> {
    const starts = times(slotsPerStep);
    const payments = [];
    for (const token of paying) payments.push(await cardEntered(base, token, time()));
    const attempts = attemptsOn(tokens, starts);
    const writing = writers.write();
    const booking = attempts.map((attempt) => book(attempt, base));
    const charging = payments.map((payment) => charge(payment));
    await pause(random.upTo(120));
    await clock.set(offMs);
    const took = await back(what);
    const answers = await Promise.all(booking);
    const charges = await Promise.all(charging);
    const heard = await writing.stop();
    expectSame(`${what}: what writers heard`, [...heard.keys()], ['200']);
    expectSame(
      `${what}: a repetition answers as before`,
      await Promise.all(attempts.map((one) => book(one, base))),
      answers,
    );
    const paid = charges.flatMap(({ appointment }) => appointment ?? []);
    const unpaid = charges.flatMap(({ id, appointment }) => (appointment === null ? [id] : []));
    console.log(
      `${what}: answers again after ${took} ms; ${answers.filter((one) => one !== 'gone').length} booked, ${paid.length} paid, ${unpaid.length} too late to pay`,
    );
    return { starts, attempts, answers, paid, unpaid };
  }

  /** Charges a card until a server has answered; the appointment, or null where its half hour was over by the clock. */
  async function charge({ token, id }: Payment): Promise<{ id: string; appointment: string | null }> {
    const key = randomUUID();
    for (const began = performance.now(); performance.now() - began < 60 * SECOND;) {
      const body = { payment_request_id: id };
      const answer = await exchange(chargePaymentMethod, { body }, { base, clinicId, token, key });
      if ('data' in answer && answer.data.appointment_id) return { id, appointment: answer.data.appointment_id };
      if ('error' in answer && !isAway(answer.error)) return { id, appointment: null };
      await pause(50);
    }
    throw new Error(`The charge of ${id} does not end.`);
  }

  /** Somebody holds a time and goes away. */
  async function abandoned(): Promise<string> {
    const start = time();
    const { token } = await call(guestSignIn, {}, { base });
    await call(createHold, { body: holdOf(start) }, { base, token, key: randomUUID() });
    return start;
  }

  async function round(random: Random): Promise<void> {
    const { pid } = server;
    const hours = 2 + random.upTo(8);
    mail.turn('refuses');
    const steps = [await setWhileBusy(random, `the clock goes forward by ${hours} h`, hours * HOUR)];
    const held = await abandoned();
    mail.turn('takes');
    const asked = mail.taken.length;
    steps.push(await setWhileBusy(random, `it is set back by ${hours} h`, 0));
    const began = performance.now();
    const bookings = steps.flatMap(({ answers, paid }) => [...answers.filter((one) => one !== 'gone'), ...paid]);
    while (mail.taken.length - asked < bookings.length) {
      if (performance.now() - began > broughtBackMs) throw new Error('What the wrong clock put off still waits.');
      await pause(100);
    }
    console.log(
      `  what it had put off was sent ${((performance.now() - began) / SECOND).toFixed(1)} s after it was set back`,
    );
    await pause(Math.max(0, settledMs - (performance.now() - began)));
    // So that nobody has to wait: ten minutes go by, and a hold of the right clock would be over.
    await clock.set(holdMs + MINUTE);
    const [late] = attemptsOn(tokens, [held]);
    const booked = await book(late!, base);
    expectSame('a time that the wrong clock held is free ten minutes later', booked === 'gone', false);
    steps.push({ starts: [held], attempts: [late!], answers: [booked], paid: [], unpaid: [] });
    steps.push(await setWhileBusy(random, `it is set ${hours} h behind`, -hours * HOUR));
    steps.push(await setWhileBusy(random, 'it is right again', 0));
    expectSame('the process', server.pid, pid);
    await writers.expectKept('the clock was set');
    await pause(settledMs);
    await running.afterKill((db) => expectAll(db, steps));
  }

  /** Each time is one booking with one confirmation, each message arrived once, and money was taken once or not at all. */
  async function expectAll(db: Kysely<Database>, steps: readonly Step[]): Promise<void> {
    const won: string[] = [];
    for (const { starts, answers } of steps) won.push(...(await expectBooked(db, starts, answers)));
    await expectConfirmed(db, [...won, ...steps.flatMap(({ paid }) => paid)]);
    expectSame('messages that wait', await unsent(db), 0);
    const sent = await db
      .selectFrom('messages')
      .select('recipient')
      .where('channel', '=', 'email')
      .where('delivered_at', 'is not', null)
      .execute();
    expectSame('mails that arrived', [...mail.taken].sort(), sent.map(({ recipient }) => recipient).sort());
    const moved = await db
      .selectFrom('sandbox_intents')
      .select(['payment_request_id', 'kind'])
      .where('status', '=', 'succeeded')
      .execute();
    const count = (id: string, of: string) =>
      moved.filter(({ payment_request_id, kind }) => payment_request_id === id && kind === of).length;
    const requests = await db.selectFrom('payment_requests').select(['id', 'appointment_id']).execute();
    const paid = new Set(steps.flatMap((step) => step.paid));
    for (const { id, appointment_id } of requests) {
      const kept = count(id, 'payment') - count(id, 'refund');
      if (appointment_id !== null && paid.has(appointment_id))
        expectSame(`money kept of ${id}`, [count(id, 'payment'), kept], [1, 1]);
    }
    for (const id of steps.flatMap(({ unpaid }) => unpaid))
      expectSame(`money kept of ${id}, which was not paid`, count(id, 'payment') - count(id, 'refund'), 0);
  }

  return {
    name: `the clock jumps, ${kind}`,
    round,
    close: async () => {
      await running.close();
      await mail.close();
      await clock.close();
    },
  };
}
