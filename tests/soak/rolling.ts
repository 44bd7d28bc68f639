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
import { startFrom, unpacked } from './previous';
import { clinicId, signIn } from './process';
import { secret } from './servers';

const buyers = 8;
const slotsPerStep = 4;
const deliveredMs = 60_000;

/**
 * Two servers of the version before are replaced one by one by two of this one, which migrates their database, while
 * buyers book over the proxy: each time ends as one booking, a repetition answers the same whatever version is asked, and
 * no call is answered with 500. Then one of the version before is started again, and has to say why it does not.
 */
export async function rollingPart(previous: string): Promise<Part> {
  const { folder, remove } = await unpacked(previous);
  const place = await mkdtemp(join(tmpdir(), 'portal-rolling-'));
  const file = join(place, 'clinic.json');
  await writeFile(file, JSON.stringify(clinicFile({ shop: { id: clinicId } })));

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
    try {
      const tokens = await Promise.all(
        Array.from({ length: buyers }, async (_, n) =>
          buyer(await signIn(older[0]!, `buyer-${n}@example.com`), n, base),
        ),
      );
      const booked: string[] = [];
      /** Books while `change` happens to the servers, and once more what was booked before it. */
      const step = async (change: () => Promise<void>) => {
        const starts = Array.from({ length: slotsPerStep }, () => free.next().value ?? '');
        const attempts = attemptsOn(tokens, starts);
        const running = attempts.map((attempt) => book(attempt, base));
        await change();
        const answers = await Promise.all(running);
        const again = await Promise.all(attempts.map((attempt) => book(attempt, base)));
        expectSame('a repetition answers as before', again, answers);
        booked.push(...(await expectBooked(database.db, starts, answers)));
      };
      await step(async () => {});
      for (const [n, old] of older.entries()) {
        await step(async () => {
          const server = await PortalServer.start([], settings);
          newer.push(server);
          ports.push(server.port);
        });
        await step(async () => {
          ports.splice(ports.indexOf(old.port), 1);
          await old.stop();
        });
        await step(async () => {});
        console.log(`  ${n + 1} of ${older.length} replaced, ${booked.length} bookings`);
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
      while ((await unsent(database.db)) > 0) {
        if (Date.now() > until) throw new Error('A message still waits.');
        await pause(100);
      }
      await expectConfirmed(database.db, booked);
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
