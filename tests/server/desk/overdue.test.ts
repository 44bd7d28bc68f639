import { expect, test } from 'vitest';
import { getAppointment, listAppointments, pickTime } from '../../../src/contract/appointments';
import { openings, previewAnswer } from '../../../src/contract/desk/inbox';
import { endOffers } from '../../../server/modules/appointments/endOffers';
import { runCommand } from '../../../server/operator/run';
import {
  bookAs,
  chicago,
  claimLines,
  jo,
  manyClinics,
  overlappingClaims,
  payDeposit,
  sentBy,
  wednesday,
} from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

/** A request whose time passes without an answer: it stays until somebody tells its owner (D-424, D-427). */

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const nine = chicago(wednesday, '09:00');
const after = '2026-11-25T16:00:00Z';
const thursday = chicago('2026-11-26', '10:00');

async function unanswered() {
  const server = await open(asksFirst, '2026-11-23T15:00:00Z');
  const who = await jo(server);
  const booked = await bookAs(server, who, nine);
  server.clock.set(after);
  const ana = await atDesk(server, { name: 'Ana' });
  const read = () => server.api(getAppointment, { params: { id: booked.id } }, { token: who.token });
  const leave = async () => {
    server.clock.advance(20_000);
    await leaveNow(server);
  };
  return { server, who, booked, id: `request-${booked.id}`, ana, read, leave };
}

test('stays in the list as late, and says that it was not answered', async () => {
  const { ana, id } = await unanswered();
  expect((await ana.list()).rows).toMatchObject([
    { id, place: 'waits', says: 'Request, not answered', due_at: '2026-11-23T17:00:00.000Z' },
  ]);
  const item = await ana.item(id);
  expect(item).toMatchObject({
    ask: { state: 'Not answered' },
    day: null,
    hint: 'Its time has passed without an answer.',
  });
  expect(item.actions.map(({ name, is_primary }) => [name, is_primary])).toEqual([
    ['offer', true],
    ['decline', false],
  ]);
});

test('cannot be accepted, whether shown first, given or on its way when its time comes', async () => {
  const { server, ana, id, leave, read } = await unanswered();
  const refused = { status: 422, body: { message: 'Its time has passed.' } };
  expect(await ana.tryAnswer(id, { name: 'accept' })).toMatchObject(refused);
  const { version } = await ana.row(id);
  const body = { name: 'accept', version } as const;
  expect(await server.send(previewAnswer, { params: { id }, body }, { token: ana.token })).toMatchObject(refused);
  server.clock.set(new Date(Date.parse(nine) - 10_000).toISOString());
  await ana.answer(id, { name: 'accept' });
  await leave();
  expect((await read()).status).toBe('REQUESTED');
  expect((await ana.list()).rows).toMatchObject([{ id, place: 'waits', answer: { voided: 'Its time has passed.' } }]);
});

test('is declined with a reason that its owner reads, with the deposit given back, and is then under Answered', async () => {
  const { server, booked, ana, id, read, leave } = await unanswered();
  await payDeposit(server, booked);
  await ana.answer(id, { name: 'decline', reason: 'emergency' });
  await leave();
  expect(await read()).toMatchObject({ status: 'DECLINED', deposit: { state: 'refunding' } });
  expect((await sentBy(server, { kind: 'decline' })).length).toBe(2);
  expect((await ana.list()).rows).toEqual([]);
  expect((await ana.answered()).rows).toMatchObject([{ id, answer: { words: 'declined', voided: null } }]);
});

test('is offered other times, which its owner sees among the past ones and can pick', async () => {
  const { server, who, booked, ana, id, leave } = await unanswered();
  const { token } = who;
  const found = await server.api(openings, { params: { id }, query: { date: '2026-11-26' } }, { token: ana.token });
  expect(found.times.map(({ at }) => at)).toContain(thursday);
  await ana.answer(id, { name: 'offer', times: [{ at: thursday, provider_id: 'ada' }] });
  await leave();
  const query = { user_id: who.userId, type: 'history' };
  const { content } = await server.api(listAppointments, { query }, { token });
  expect(content).toMatchObject([{ id: booked.id, status: 'REQUESTED', offered: { times: [{ at: thursday }] } }]);
  const time_id = content[0]!.offered!.times[0]!.id;
  const picked = await server.api(pickTime, { params: { id: booked.id }, body: { time_id } }, { token });
  expect(picked).toMatchObject({ status: 'ACCEPTED', fromDate: thursday });
  expect((await claimLines(server)).map((line) => line.split(' ')[1])).toEqual([thursday]);
  expect(await overlappingClaims(server)).toBe(0);
  expect((await ana.list()).rows).toEqual([]);
});

test('waits for the clinic again where nobody picked', async () => {
  const { server, ana, id, leave } = await unanswered();
  const asked = (await ana.list()).rows![0]!.asked_at;
  await ana.answer(id, { name: 'offer', times: [{ at: thursday, provider_id: 'ada' }] });
  await leave();
  server.clock.set('2026-11-27T15:00:00Z');
  await endOffers(server.services.db, server.clock.now());
  const later = await atDesk(server);
  expect((await later.list()).rows).toMatchObject([{ id, place: 'waits', says: 'Request, not answered' }]);
  expect((await later.list()).rows, 'its owner asked once').toMatchObject([{ asked_at: asked }]);
});

test('can be declined by the terminal, too', async () => {
  const { server, booked, ana, id, read } = await unanswered();
  const terminal = (name: 'accept' | 'decline') =>
    runCommand(
      server.services,
      { name, clinicId: server.clinicId, appointmentId: booked.id },
      { given: (async function* () {})(), write: async () => {} },
    );
  expect(await terminal('accept')).toMatchObject({ exit: 1 });
  expect(await terminal('decline')).toMatchObject({ exit: 0 });
  expect((await read()).status).toBe('DECLINED');
  expect((await ana.answered()).rows).toMatchObject([{ id, answer: { words: 'declined', by: 'The operator' } }]);
});

test('one that only a clinic file knows is left out a month after its time', async () => {
  const { server, ana, id } = await unanswered();
  const imported = async (starts_at: string) => {
    await server.db
      .updateTable('appointments')
      .set({ changed_at: null, starts_at: new Date(starts_at) })
      .where('clinic_id', '=', server.clinicId)
      .execute();
    return (await ana.list()).rows!.map((row) => row.id);
  };
  expect(await imported('2026-10-27T15:00:00Z')).toEqual([id]);
  expect(await imported('2026-10-20T15:00:00Z')).toEqual([]);
});
