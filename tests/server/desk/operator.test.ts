import { expect, test } from 'vitest';
import { listAudit } from '../../../src/contract/desk/staff';
import { runCommand } from '../../../server/operator/run';
import { bookAs, chicago, jo, manyClinics, sentBy, wednesday } from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });

/** A request of Jo's, Ana at the desk, and the operator at the terminal. */
async function asked() {
  const server = await open(asksFirst, '2026-11-23T15:00:00Z');
  const { id } = await bookAs(server, await jo(server), chicago(wednesday, '09:00'));
  const terminal = (name: 'accept' | 'decline') =>
    runCommand(
      server.services,
      { name, clinicId: server.clinicId, appointmentId: id },
      { given: (async function* () {})(), write: async () => {} },
    );
  const ana = await atDesk(server, { name: 'Ana', role: 'admin' });
  const audit = async () =>
    (await server.api(listAudit, { query: {} }, { token: ana.token })).lines.flatMap(({ what, item_id }) =>
      item_id === `request-${id}` ? [what] : [],
    );
  return { server, ana, terminal, audit, id, item: `request-${id}` };
}

test('what the terminal answers is listed at the desk as answered, by the operator, and once in the audit', async () => {
  const { ana, terminal, audit, item } = await asked();
  expect((await terminal('accept')).out).toEqual(['The appointment is accepted; the owner is told.']);
  expect((await terminal('accept')).out).toEqual(['The appointment was accepted before.']);
  expect((await ana.list()).rows).toEqual([]);
  expect((await ana.answered()).rows).toMatchObject([
    { id: item, place: 'answered', answer: { by: 'The operator', words: 'accepted', is_mine: false } },
  ]);
  expect((await ana.answered()).rows![0]!.answer!.left_at).not.toBeNull();
  expect(await audit()).toEqual(['request: accepted']);
});

test('an appointment that the terminal calls off later is in the audit, and its request stays as it was answered', async () => {
  const { ana, terminal, audit } = await asked();
  await terminal('accept');
  expect((await terminal('decline')).out).toEqual(['The appointment is declined; the owner is told.']);
  expect((await ana.answered()).rows).toMatchObject([{ answer: { words: 'accepted' } }]);
  expect((await audit()).toSorted()).toEqual(['request: accepted', 'request: declined']);
});

test('an answer of the desk that is on its way loses to the terminal, and its owner hears one thing', async () => {
  const { server, ana, terminal, item } = await asked();
  await ana.answer(item, { name: 'decline', reason: 'no_time' });
  await terminal('accept');
  server.clock.advance(20_000);
  await leaveNow(server);
  const told = (await sentBy(server)).filter(({ kind }) => ['booking_confirmation', 'decline'].includes(kind));
  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['booking_confirmation']));
  const { happened } = await ana.item(item);
  expect(happened.map(({ who, what }) => `${who}: ${what}`).join('; ')).toContain('The operator');
});
