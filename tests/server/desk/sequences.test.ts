import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cancelAppointment,
  CUSTOMER_SITE,
  getAppointment,
  pickTime,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { answerItem, type AnswerBody } from '../../../src/contract/desk/inbox';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  jo,
  manyClinics,
  overlappingClaims,
  owner,
  payDeposit,
  sentBy,
  wednesday,
  type Owner,
} from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123', CAPS_TIMES: '1000000' } });
const runs = Number(process.env['DESK_SEQUENCES'] ?? 25);
const at = (time: string) => chicago(wednesday, time);
const times = ['10:00', '11:00', '12:00', '14:00'].map(at);

/** What may happen next; numbers choose among what there is. */
type Step =
  | { name: 'accept' | 'decline'; who: number }
  | { name: 'offer'; who: number; times: number[] }
  | { name: 'undo'; who: number }
  /** What is due leaves then only where a server runs. */
  | { name: 'wait'; seconds: number; isServed: boolean }
  | { name: 'cancel' }
  | { name: 'move'; to: number }
  | { name: 'pick'; which: number }
  | { name: 'other books'; at: number };

const who = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constantFrom('accept' as const, 'decline' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant('offer' as const),
      who,
      times: fc.uniqueArray(fc.nat(times.length - 1), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('undo' as const), who }) },
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 19, 20, 21, 3600, 26 * 3600),
      isServed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('cancel' as const) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('move' as const), to: fc.nat(times.length - 1) }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('pick' as const), which: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('other books' as const), at: fc.nat(times.length - 1) }) },
);

type People = { jo: Owner; ann: Owner };

/** Lets the steps happen to a paid request, and looks after each whether the clinic, the owner and the bank agree. */
async function play(server: TestServer, { jo, ann }: People, steps: Step[]): Promise<string> {
  server.clock.set('2026-11-23T15:00:00Z');
  const staff = [await atDesk(server, { name: 'Ana' }), await atDesk(server, { name: 'Noor' })];
  const booked = await bookAs(server, jo, at('09:00'));
  await payDeposit(server, booked);
  const id = `request-${booked.id}`;
  const params = { id: booked.id };
  const { token } = jo;
  const statuses: string[] = ['REQUESTED'];
  let given: string | null = null;
  const read = () => server.api(getAppointment, { params }, { token });

  const take: { [K in Step['name']]: (step: Extract<Step, { name: K }>) => Promise<{ status: number } | void> } = {
    accept: ({ who }) => answer(who, { name: 'accept' }),
    decline: ({ who }) => answer(who, { name: 'decline', reason: 'no_time' }),
    offer: ({ who, times: chosen }) =>
      answer(who, { name: 'offer', times: chosen.map((n) => ({ at: times[n]!, provider_id: 'ada' })) }),
    undo: async ({ who }) => (given === null ? undefined : staff[who]!.undo(given)),
    wait: async ({ seconds, isServed }) => {
      // Who does nothing for twelve hours is signed out.
      for (let left = seconds; left > 0; left -= 36_000) {
        server.clock.advance(Math.min(left, 36_000) * 1000);
        await Promise.all(staff.map((person) => person.list()));
      }
      if (isServed) await leaveNow(server);
    },
    cancel: () => server.send(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token }),
    move: ({ to }) =>
      server.send(rescheduleAppointment, { params, body: { dateTime: times[to]!, providerId: 'ada' } }, { token }),
    pick: async ({ which }) => {
      const offered = (await read()).offered?.times;
      if (!offered) return undefined;
      return server.send(pickTime, { params, body: { time_id: offered[which % offered.length]!.id } }, { token });
    },
    'other books': async ({ at: n }) =>
      bookAs(server, ann, times[n]!).then(
        () => undefined,
        () => undefined,
      ),
  };
  async function answer(who: number, body: Omit<AnswerBody, 'version'>) {
    const person = staff[who]!;
    const { version } = await person.row(id);
    const reply = await server.send(
      answerItem,
      { params: { id }, body: { ...body, version } },
      { token: person.token },
    );
    if (reply.status === 200) given = (reply.body as { data: { answer: { id: string } } }).data.answer.id;
    return reply;
  }

  for (const [n, each] of steps.entries()) {
    const reply = await (take[each.name] as (step: Step) => Promise<{ status: number } | void>)(each);
    const where = `after step ${n}, ${each.name}`;
    if (reply) expect([200, 404, 409, 422], where).toContain(reply.status);
    const now = await read();
    if (statuses.at(-1) !== now.status) statuses.push(now.status);
    expect(await overlappingClaims(server), where).toBe(0);
    const hasVisit = now.status === 'ACCEPTED' || now.status === 'REQUESTED';
    expect([now.status, now.deposit!.state], where).toEqual([now.status, hasVisit ? 'paid' : 'refunding']);
    const claims = await server.db
      .selectFrom('claims')
      .select(['appointment_id', 'starts_at'])
      .where('clinic_id', '=', server.clinicId)
      .where('appointment_id', '=', booked.id)
      .execute();
    expect(
      claims.map(({ starts_at }) => starts_at.toISOString()),
      where,
    ).toEqual(hasVisit ? [now.fromDate] : []);
    if (!hasVisit) expect(now.offered, where).toBeNull();
  }
  // What is still under way comes to its end: everything leaves, and every offer runs out.
  server.clock.advance(20_000);
  await leaveNow(server);
  const end = await read();
  if (statuses.at(-1) !== end.status) statuses.push(end.status);
  const waiting = await server.db
    .selectFrom('desk_answers')
    .select('id')
    .where('clinic_id', '=', server.clinicId)
    .where('thing_id', '=', booked.id)
    .where('left_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .execute();
  expect(waiting).toEqual([]);
  const held = await server.db
    .selectFrom('claims')
    .select('offered_time_id')
    .where('clinic_id', '=', server.clinicId)
    .where('offered_time_id', 'is not', null)
    .execute();
  expect(held).toHaveLength(end.offered?.times.length ?? 0);
  // The owner was told of every end that was, and of none that was not.
  const told = (await sentBy(server)).filter(({ to, text }) => to === 'sms +15125550111' && text !== '');
  const has = (kind: string) => told.some((message) => message.kind === kind);
  expect([has('decline'), has('cancellation')], JSON.stringify(statuses)).toEqual([
    statuses.includes('DECLINED'),
    statuses.includes('DELETED'),
  ]);
  // It waits at the desk, or with the owner, exactly as long as it is a request whose time has not passed.
  const isAhead = new Date(end.fromDate) > server.clock.now();
  const rows = (await staff[0]!.list()).rows!.filter((row) => row.id === id);
  expect(rows.map(({ place }) => place)).toEqual(
    end.status === 'REQUESTED' && isAhead ? [end.offered === null ? 'waits' : 'offered'] : [],
  );
  await server.db.deleteFrom('appointments').where('clinic_id', '=', server.clinicId).execute();
  await server.db.deleteFrom('messages').where('clinic_id', '=', server.clinicId).execute();
  await server.db.deleteFrom('payment_requests').where('clinic_id', '=', server.clinicId).execute();
  return statuses.join(' ');
}

test(`whatever two staff, the owner and another owner do, in ${runs} orders: what the clinic, the owner and the bank know agrees (D-425, D-426)`, async () => {
  const server = await open(
    {
      ...asksFirst,
      shop: { ...asksFirst.shop, feature_settings: { ...asksFirst.shop.feature_settings, deposit_refund_hours: 0 } },
    },
    '2026-11-23T15:00:00Z',
  );
  const people = {
    jo: await jo(server),
    ann: await owner(server, 'ann@example.com'),
  };
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      ends.add(await play(server, people, steps));
    }),
    { numRuns: runs, seed: Number(process.env['DESK_SEED'] ?? 15), endOnFailure: true },
  );
  expect(ends.size).toBeGreaterThan(3);
}, 300_000);
