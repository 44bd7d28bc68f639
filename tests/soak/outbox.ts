import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { portalDb } from '../../src/offline/database/db';
import { drain } from '../../src/offline/outbox/drain';
import type { Wish } from '../../src/offline/outbox/entry';
import { enqueue, entriesOf } from '../../src/offline/database/outboxStore';
import { saveSession } from '../../src/offline/database/session';
import { knownClient, product } from '../support/clinicFile';
import { proxyOf, type Fate } from '../support/proxy';
import { expectSame, type Kind, type Part } from './part';
import { clinicId, signIn, startProcess } from './process';
import type { Random } from './random';

/** A second sender of the same device with a queue of its own, as another tab is where there are no locks. */
const secondDrain = '../../src/offline/outbox/drain.ts?second';
type Sender = { drain: typeof drain };

const steps = 40;
const fates: Fate[] = [
  'pass',
  'pass',
  'pass',
  'dropRequest',
  'dropReply',
  { status: 500 },
  { status: 503, isDone: true },
  { status: 429, headers: { 'Retry-After': '30' } },
];
const minute = 60_000;

const clinic = {
  shop: {
    notify_email: 'desk@testvets.example',
    feature_settings: { waitlist_ui_v1_enabled: true, pet_portal_medication_refills_enabled: true },
  },
  products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
  clients: [knownClient],
  appointments: [
    {
      id: 'visit',
      client_id: 'client-jo',
      patient_id: 'patient-rex',
      product_id: 'exam',
      provider_id: 'ada',
      fromDate: new Date(Date.now() + 14 * 24 * 60 * minute).toISOString(),
      status: 'ACCEPTED' as const,
    },
  ],
};

/** Wishes, sendings, lost requests and replies, and a server that dies, in any order: each wish takes effect once, in order, and none is lost. */
export async function outboxPart(kind: Kind): Promise<Part> {
  const running = await startProcess(kind, clinic);
  const { server } = running;
  const proxy = await proxyOf(server.origin);
  const { token, user } = await signIn(server, knownClient.email);
  const owner = { clinicId, userId: user.id };
  const senders = [drain, ((await import(secondDrain)) as Sender).drain];
  let rounds = 0;
  let clock = Date.now();
  let isListed = false;

  const send = (count: number) =>
    Promise.all(
      senders.slice(0, count).map((each) => each({ base: `${proxy.origin}/api`, now: () => clock, isBack: true })),
    );
  const wish = (given: Wish) => enqueue(given, owner, randomUUID(), clock);
  const about = { petName: 'Rex', medication: null };

  async function round(random: Random): Promise<void> {
    rounds += 1;
    await portalDb().outbox.clear();
    await saveSession({ clinicId, token, user });
    const wished: string[] = [];
    const ask = async () => {
      wished.push(`r${rounds} wish ${wished.length + 1}`);
      await wish({ kind: 'requestRefill', payload: { patient_id: 'patient-rex', note: wished.at(-1) }, about });
    };
    const change = async () => {
      isListed = !isListed;
      await wish({
        kind: isListed ? 'joinWaitlist' : 'leaveWaitlist',
        payload: { client_id: 'client-jo', appointment_id: 'visit' },
        about,
      });
    };
    proxy.decide(() => random.pick(fates));
    for (let step = 0; step < steps; step += 1) {
      const sends = random.chance(0.35) ? send(1 + random.upTo(2)) : null;
      if (random.chance(0.6)) await ask();
      if (random.chance(0.2)) await change();
      if (sends && random.chance(0.08)) {
        await pause(random.upTo(25));
        await server.kill();
        await sends;
        await server.restart();
      }
      await sends;
      clock += random.upTo(3 * minute);
    }
    proxy.decide(() => 'pass');
    for (let last = 0; last < 5; last += 1) {
      clock += 6 * minute;
      await send(2);
    }
    await check(wished);
  }

  async function check(wished: string[]): Promise<void> {
    const entries = await entriesOf(owner);
    expectSame('entries that are not sent', entries.filter(({ state }) => state !== 'sent').length, 0);
    const like = `r${rounds} wish %`;
    const { rows, told, listed } = await running.afterKill(async (db) => ({
      rows: await db.selectFrom('refills').select(['id', 'note']).where('note', 'like', like).execute(),
      told: await db
        .selectFrom('messages')
        .select('body_text')
        .where('kind', '=', 'refill_notice')
        .where('body_text', 'like', `%Note: ${like}`)
        .orderBy('position')
        .execute(),
      listed: await db.selectFrom('waitlisters').select('id').execute(),
    }));
    const notes = told.map(({ body_text }) => /Note: (.*)/.exec(body_text)?.[1]);
    expectSame('refills the clinic was told of, in order', notes, wished);
    const byNote = new Map(rows.map(({ id, note }) => [note, id]));
    expectSame('refills in the database', rows.length, wished.length);
    const receipts = entries.flatMap(({ kind: of, receipt }) => (of === 'requestRefill' ? [receipt?.id] : []));
    expectSame(
      'receipts',
      receipts,
      wished.map((note) => byNote.get(note)),
    );
    expectSame('places on the waitlist', listed.length, isListed ? 1 : 0);
  }

  return {
    name: `outbox over a bad network and a server that dies, ${kind}`,
    round,
    close: async () => {
      await proxy.close();
      await running.close();
    },
  };
}
