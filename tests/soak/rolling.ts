import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { PortalServer } from '../../e2e/support/server';
import { clinicFile } from '../support/clinicFile';
import { freshDatabase } from '../support/database';
import { turnsOf } from '../support/turns';
import { attemptsOn, book, buyer, expectBooked, expectConfirmed, unsent } from './bookers';
import { slots } from './kills';
import { expectSame, type Part } from './part';
import {
  canceled,
  charged,
  chargedTwice,
  depositClinic,
  deposits,
  expectCanceled,
  expectMoney,
  unrefunded,
} from './payers';
import { startFrom, unpacked } from './previous';
import { clinicId, signIn } from './process';
import { secret } from './servers';

/** In a turn so many of the times are wanted by two buyers each; as many more are paid for, and as many paid ones canceled. */
const [wanted, paidFor] = [3, 1];
const buyers = 2 * wanted;
const deliveredMs = 60_000;

/**
 * Two servers of the version before are replaced one by one by two of this one, which migrates their database, while
 * buyers book over the proxy, deposits are charged from two tabs at once, and paid appointments are canceled: each time
 * ends as one booking, each deposit is taken once and given back once, a repetition answers the same whatever version is
 * asked, and no call is answered with 500. Then one of the version before is started again, and has to say why it does not.
 */
export async function rollingPart(previous: string): Promise<Part> {
  const { folder, remove } = await unpacked(previous);
  const place = await mkdtemp(join(tmpdir(), 'portal-rolling-'));
  const file = join(place, 'clinic.json');
  await writeFile(
    file,
    JSON.stringify(clinicFile({ ...depositClinic, shop: { ...depositClinic.shop, id: clinicId } })),
  );

  async function round(): Promise<void> {
    const database = await freshDatabase();
    // Empty, so that the version before makes its own tables.
    await sql`drop schema public cascade`.execute(database.db);
    await sql`create schema public`.execute(database.db);
    const settings = { DATABASE_URL: database.databaseUrl!, SECRET: secret, CAPS_TIMES: '1000000' };
    const older = [await startFrom(folder, { ...settings, CLINIC_FILES: file }), await startFrom(folder, settings)];
    const newer: PortalServer[] = [];
    const ports = older.map(({ port }) => port);
    const proxy = await turnsOf(ports);
    const base = `${proxy.origin}/api`;
    const free = slots();
    const times = (count: number) => Array.from({ length: count }, () => free.next().value ?? '');
    const owners = (count: number, word: string) =>
      Promise.all(
        Array.from({ length: count }, async (_, n) =>
          buyer(await signIn(older[0]!, `${word}-${n}@example.com`), n, base),
        ),
      );
    try {
      const tokens = await owners(buyers, 'buyer');
      const [payers, leavers] = [await owners(paidFor, 'payer'), await owners(paidFor, 'leaver')];
      const booked: string[] = [];
      const [taken, givenBack]: [string[], string[]] = [[], []];
      let turns = 0;
      /** Books, pays and cancels at the servers that there are; then the same once more must answer the same. */
      const turn = async () => {
        turns += 1;
        const [starts, paidStarts, leftStarts] = [times(wanted), times(paidFor), times(paidFor)];
        const bases = ports.map((port) => `http://localhost:${port}/api`);
        const paying = await deposits(bases, payers, paidStarts);
        const leaving = await deposits(bases.toReversed(), leavers, leftStarts);
        const attempts = attemptsOn(tokens, starts);
        const canceling = leaving.map(async (payment) => {
          const id = await charged(payment, base);
          await canceled(payment.token, id, base);
          return id;
        });
        const charging = paying.map((payment) => chargedTwice(payment, base));
        const answers = await Promise.all(attempts.map((attempt) => book(attempt, base)));
        const [paid, left] = [await Promise.all(charging), await Promise.all(canceling)];
        const again = await Promise.all(attempts.map((attempt) => book(attempt, base)));
        expectSame('a repetition answers as before', again, answers);
        booked.push(
          ...(await expectBooked(database.db, starts, answers)),
          ...(await expectBooked(database.db, [...paidStarts, ...leftStarts], [...paid, ...left])),
        );
        taken.push(...[...paying, ...leaving].map(({ id }) => id));
        givenBack.push(...leaving.map(({ id }) => id));
      };
      /** Turns while `change` happens to the servers, and one after it. */
      const during = async (change: () => Promise<void>) => {
        let isDone = false;
        const changing = change().finally(() => (isDone = true));
        for (; !isDone; await pause(200)) await turn();
        await changing;
        await turn();
      };
      await turn();
      for (const [n, old] of older.entries()) {
        await during(async () => {
          const server = await PortalServer.start([], settings);
          newer.push(server);
          ports.push(server.port);
        });
        await during(async () => {
          ports.splice(ports.indexOf(old.port), 1);
          await old.stop();
        });
        console.log(
          `  ${n + 1} of ${older.length} replaced: ${booked.length} bookings in ${turns} turns, ${taken.length} of them paid, ${givenBack.length} refunds`,
        );
      }
      const refusal = await startFrom(folder, settings).then(
        async (started) => {
          await started.stop();
          return 'it started';
        },
        (error: unknown) => String(error),
      );
      if (!/newer version|is missing/.test(refusal)) throw new Error(`The version before, started again: ${refusal}`);
      const until = Date.now() + deliveredMs;
      while ((await unsent(database.db)) > 0 || (await unrefunded(database.db)) > 0) {
        if (Date.now() > until) throw new Error('A message or refund still waits.');
        await pause(100);
      }
      await expectConfirmed(database.db, booked);
      await expectMoney(database.db, taken, givenBack);
      const leaverEmails = leavers.map((_, n) => `leaver-${n}@example.com`);
      await expectCanceled(database.db, leaverEmails, turns);
    } finally {
      await proxy.close();
      await Promise.all(older.map((server) => server.stop()));
      await Promise.all(newer.map((server) => server.remove()));
      await database.close();
    }
  }

  return {
    name: `an upgrade from ${previous.slice(0, 7)}, one server after the other`,
    round,
    close: async () => {
      await remove();
      await rm(place, { recursive: true });
    },
  };
}
