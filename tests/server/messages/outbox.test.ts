import 'fake-indexeddb/auto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AddressInfo } from 'node:net';
import { requestRefill } from '../../../src/contract/pets';
import { exchange } from '../../../src/offline/exchange';
import { drain } from '../../../src/offline/outbox/drain';
import type { Wish } from '../../../src/offline/outbox/entry';
import { discard, enqueue, entriesOf, sendAgain } from '../../../src/offline/database/outboxStore';
import { saveSession } from '../../../src/offline/database/session';
import { portalDb } from '../../../src/offline/database/db';
import { client, knownClient, product, type Overrides } from '../../support/clinicFile';
import { proxyOf, type Fate } from '../../support/proxy';
import type { TestServer } from '../../support/server';
import { manyClinics } from '../booking/support';

/** The device's own sender against the real server, with a bad network between them: each wish has exactly one effect, in order. */

const open = manyClinics();
const clinicOf: Overrides = {
  shop: {
    notify_email: 'desk@testvets.example',
    feature_settings: { waitlist_ui_v1_enabled: true, pet_portal_medication_refills_enabled: true },
  },
  products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
  clients: [
    knownClient,
    client({
      id: 'client-sam',
      first_name: 'Sam',
      email: 'sam@example.com',
      patients: [{ id: 'patient-oak', name: 'Oak', species_id: 'dog' }],
    }),
  ],
  appointments: [
    {
      id: 'visit',
      client_id: 'client-jo',
      patient_id: 'patient-rex',
      product_id: 'exam',
      provider_id: 'ada',
      fromDate: '2026-12-09T16:00:00Z',
      status: 'ACCEPTED',
    },
  ],
};

let server: TestServer;
let proxy: Awaited<ReturnType<typeof proxyOf>> | undefined;
let owner: { clinicId: string; userId: string };
let clock = Date.parse('2026-11-21T15:00:00Z');
let ids = 0;

beforeEach(async () => {
  server = await open(clinicOf);
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  proxy ??= await proxyOf(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`);
  network('pass');
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  owner = await signIn();
});
afterAll(() => proxy?.close());

async function signIn(email = 'jo@example.com') {
  const { token, user } = await server.signIn(email);
  await saveSession({ clinicId: server.clinicId, token, user });
  return { clinicId: server.clinicId, userId: user.id };
}

/** The next requests meet these fates, the later ones pass. */
function network(...fates: Fate[]): void {
  proxy?.decide(() => fates.shift() ?? 'pass');
}

const uuid = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
const base = () => `${proxy?.origin}/api`;
const send = (isBack = true) => drain({ base: base(), now: () => clock, isBack });
const refill = (note: string): Wish => ({
  kind: 'requestRefill',
  payload: { patient_id: 'patient-rex', note },
  about: { petName: 'Rex', medication: null },
});
const place = (kind: 'joinWaitlist' | 'leaveWaitlist'): Wish => ({
  kind,
  payload: { client_id: 'client-jo', appointment_id: 'visit' },
  about: { petName: 'Rex', medication: null },
});
async function ask(wish: Wish): Promise<string> {
  const id = uuid();
  await enqueue(wish, owner, id, clock);
  return id;
}
const states = async () => (await entriesOf(owner)).map(({ state }) => state);

/** What the clinic was told, in the order of its taking: one message for each refill in the database. */
async function refills(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('refills')
    .select(['id', 'note'])
    .where('clinic_id', '=', server.clinicId)
    .execute();
  const told = await server.db
    .selectFrom('messages')
    .select('body_text')
    .where('clinic_id', '=', server.clinicId)
    .where('kind', '=', 'refill_notice')
    .orderBy('position')
    .execute();
  const notes = told.map(({ body_text }) => /Note: (.*)/.exec(body_text)?.[1] ?? '');
  expect(rows.map(({ note }) => note ?? '').sort()).toEqual([...notes].sort());
  const receipts = (await entriesOf(owner)).flatMap(({ kind, receipt }) =>
    kind === 'requestRefill' && receipt ? [receipt.id] : [],
  );
  expect(rows.map(({ id }) => id).sort()).toEqual(expect.arrayContaining(receipts.sort()));
  return notes;
}
const listed = () =>
  server.db.selectFrom('waitlisters').select('appointment_id').where('clinic_id', '=', server.clinicId).execute();

describe('a fault on the way', () => {
  it.each<[string, Fate, 'at once' | 'later']>([
    ['the request is lost', 'dropRequest', 'at once'],
    ['the reply is lost after the commit', 'dropReply', 'at once'],
    ['500', { status: 500 }, 'later'],
    ['500 after the commit', { status: 500, isDone: true }, 'later'],
    ['503 after the commit', { status: 503, isDone: true }, 'later'],
    ['408', { status: 408 }, 'later'],
    ['429 that asks for time', { status: 429, headers: { 'Retry-After': '90' } }, 'later'],
  ])('%s: kept, sent again with the same key, in order, once', async (_, fate, when) => {
    await ask(refill('first'));
    await ask(refill('second'));
    await ask(place('joinWaitlist'));
    network(fate);
    await send();
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    await send();
    if (when === 'later') {
      expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
      clock += 90_000;
      await send(false);
    }
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
    expect(await refills()).toEqual(['first', 'second']);
    expect(await listed()).toHaveLength(1);
  });

  it.each([403, 409, 422])('%i: needs the owner, the next goes on, and trying again sends it once', async (status) => {
    const id = await ask(refill('first'));
    await ask(refill('second'));
    network({ status });
    await send();
    expect(await states()).toEqual(['failed', 'sent']);
    await send();
    expect(await refills()).toEqual(['second']);
    await sendAgain(id, clock);
    await send();
    expect(await refills()).toEqual(['second', 'first']);
  });

  it('refused because the clinic holds the pet for dead: mended there, the same request is taken', async () => {
    const id = await ask(refill('first'));
    const gone = await ask(refill('second'));
    const setDeceased = (deceased_at: string | null) =>
      server.db.updateTable('patients').set({ deceased_at }).where('clinic_id', '=', server.clinicId).execute();
    await setDeceased('2026-11-20');
    await send();
    expect(await states()).toEqual(['failed', 'failed']);
    await setDeceased(null);
    await discard(gone);
    await sendAgain(id, clock);
    await send();
    expect([await states(), await refills()]).toEqual([['sent'], ['first']]);
  });
});

describe('wishes about one place on the waitlist', () => {
  const calls = () =>
    (proxy?.seen ?? []).filter(({ asked }) => asked.path.includes('waitlisters')).map(({ asked }) => asked.path);

  it('are dropped both when neither was tried', async () => {
    proxy?.seen.splice(0);
    await ask(place('joinWaitlist'));
    await ask(place('leaveWaitlist'));
    await send();
    expect([await states(), calls(), await listed()]).toEqual([[], [], []]);
  });

  it('are both sent when the first may have arrived, and did', async () => {
    proxy?.seen.splice(0);
    await ask(place('joinWaitlist'));
    network('dropReply');
    await send();
    expect(await listed()).toHaveLength(1);
    await ask(place('leaveWaitlist'));
    await send();
    expect(calls()).toEqual(['/api/waitlisters', '/api/waitlisters', '/api/waitlisters/remove']);
    expect([await states(), await listed()]).toEqual([['sent', 'sent'], []]);
  });
});

describe('who sends', () => {
  it('a token that has run out: paused and kept, sent after signing in again', async () => {
    await ask(refill('first'));
    await ask(refill('second'));
    await server.db.deleteFrom('sessions').where('clinic_id', '=', server.clinicId).execute();
    expect((await send()).refused).not.toBeNull();
    expect(await states()).toEqual(['waiting', 'waiting']);
    expect(await refills()).toEqual([]);
    expect(await signIn()).toEqual(owner);
    await send();
    expect(await refills()).toEqual(['first', 'second']);
  });

  it('another owner in between sends nothing of the first', async () => {
    await ask(refill('first'));
    // The session alone: who is let in after the question wipes the requests as well (D-01).
    const { token, user } = await server.signIn('sam@example.com');
    await portalDb().sessions.put({ clinicId: server.clinicId, token, user });
    expect(user.id).not.toBe(owner.userId);
    await send();
    expect([await refills(), await states()]).toEqual([[], ['waiting']]);
    await signIn();
    await send();
    expect([await refills(), await states()]).toEqual([['first'], ['sent']]);
  });

  it('a sender stopped after the commit, before the receipt was written', async () => {
    const id = await ask(refill('first'));
    const session = (await portalDb().sessions.get(server.clinicId)) as { token: string };
    await exchange(
      requestRefill,
      { body: { patient_id: 'patient-rex', note: 'first' } },
      { base: base(), clinicId: server.clinicId, token: session.token, key: id },
    );
    await portalDb().outbox.update(id, { attempts: 1 });
    expect([await refills(), await states()]).toEqual([['first'], ['waiting']]);
    await send();
    expect([await refills(), await states()]).toEqual([['first'], ['sent']]);
  });

  it('three at once where there are no locks, replies lost on the way: ten wishes, ten effects, in order', async () => {
    const wishes = Array.from({ length: 10 }, (_, n) => `wish ${n}`);
    for (const note of wishes) await ask(refill(note));
    const senders = await Promise.all(
      [1, 2, 3].map(async () => {
        // Each with modules of its own, as each tab has them.
        vi.resetModules();
        return (await import('../../../src/offline/outbox/drain')).drain;
      }),
    );
    let n = 0;
    proxy?.decide(() => (++n % 4 === 0 ? 'dropReply' : 'pass'));
    for (let round = 0; round < 20 && (await states()).includes('waiting'); round += 1) {
      await Promise.all(senders.map((each) => each({ base: base(), now: () => clock, isBack: true })));
    }
    expect(await states()).toEqual(wishes.map(() => 'sent'));
    expect(await refills()).toEqual(wishes);
  });
});
