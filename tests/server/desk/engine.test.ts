import { describe, expect, test } from 'vitest';
import { getAppointment } from '../../../src/contract/appointments';
import { removeMember } from '../../../src/contract/desk/staff';
import { countWaiting, listInbox } from '../../../server/modules/desk/core';
import { startAnswers } from '../../../server/modules/desk/answers';
import { kindNamed } from '../../../server/modules/desk/core';
import { kinds } from '../../../server/modules/desk/kinds';
import { loadClinic } from '../../../server/modules/clinics/repository';
import type { TestServer } from '../../support/server';
import { bookAs, chicago, crowd, jo, manyClinics, sentBy, wednesday } from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const nine = chicago(wednesday, '09:00');

async function requested() {
  server = await open(asksFirst, '2026-11-23T15:00:00Z');
  const who = await jo(server);
  const { id } = await bookAs(server, who, nine);
  const ana = await atDesk(server, { name: 'Ana' });
  const statusNow = async () => (await server.api(getAppointment, { params: { id } }, { token: who.token })).status;
  return { who, id: `request-${id}`, ana, statusNow };
}
const confirmed = async () => (await sentBy(server, { kind: 'booking_confirmation' })).length;

describe('answers on their way (D-426)', () => {
  test('leave once, however many servers look for them at the same time', async () => {
    const { id, ana, statusNow } = await requested();
    await ana.answer(id, { name: 'accept' });
    const others = await Promise.all([server.another({}), server.another({})]);
    server.clock.advance(20_000);
    await crowd(9, (n) => leaveNow([server, ...others][n % 3]!));
    await leaveNow(server);
    expect(await statusNow()).toBe('ACCEPTED');
    expect(await confirmed()).toBe(2);
  });

  test('outlive the server that took them: another one lets them leave', async () => {
    const { id, ana, statusNow } = await requested();
    await ana.answer(id, { name: 'accept' });
    // Nothing of the first server runs any more; a later one finds the answer in the database and is late with it.
    server.clock.advance(3_600_000);
    const later = await server.another({});
    const rounds = startAnswers(later.services, (name) => kindNamed(kinds, name));
    await rounds.stop();
    expect(await statusNow()).toBe('ACCEPTED');
    expect(await confirmed()).toBe(2);
  });

  test('that fail are tried again, and what failed has done nothing', async () => {
    const { id, ana, statusNow } = await requested();
    await ana.answer(id, { name: 'accept' });
    server.clock.advance(20_000);
    const { messages } = server.services;
    const broken = {
      ...server.services,
      messages: { ...messages, enqueueAll: () => Promise.reject(new Error('the disk is full')) },
    };
    await leaveNow({ services: broken });
    expect(await statusNow()).toBe('REQUESTED');
    expect((await ana.row(id)).answer).toMatchObject({ left_at: null });
    server.clock.advance(15_000);
    await leaveNow(server);
    expect(await statusNow()).toBe('ACCEPTED');
    expect(await confirmed()).toBe(2);
  });

  test('that are taken back say what they said, twice the same', async () => {
    const { id, ana } = await requested();
    const { answer } = await ana.answer(id, { name: 'decline', reason: 'other', words: 'Please go to Capital.' });
    const said = { name: 'decline', reason: 'other', words: 'Please go to Capital.', times: [], client_id: null };
    for (const _ of [1, 2]) {
      const reply = await ana.undo(answer.id);
      expect(reply.body).toMatchObject({ data: { given: said, row: { id, place: 'waits' } } });
    }
  });

  test('are taken back or leave, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, ana, statusNow } = await requested();
      const { answer } = await ana.answer(id, { name: 'accept' });
      server.clock.advance(20_000);
      const [undone] = await Promise.all([ana.undo(answer.id), leaveNow(server)]);
      await leaveNow(server);
      const wasTakenBack = undone.status === 200;
      expect(await statusNow()).toBe(wasTakenBack ? 'REQUESTED' : 'ACCEPTED');
      expect(await confirmed()).toBe(wasTakenBack ? 0 : 2);
    }
  });

  test('leave under their giver’s name when that one is removed before, who can do no more about it; another can', async () => {
    for (const isTakenBack of [false, true]) {
      const { id, ana, statusNow } = await requested();
      const noor = await atDesk(server, { name: 'Noor', role: 'admin' });
      const { answer } = await ana.answer(id, { name: 'accept' });
      await server.api(removeMember, { params: { personId: ana.personId } }, { token: noor.token });
      expect((await ana.undo(answer.id)).status).toBe(401);
      expect((await noor.row(id)).answer).toMatchObject({ by: 'Ana', left_at: null });
      if (isTakenBack) expect((await noor.undo(answer.id)).status).toBe(200);
      server.clock.advance(20_000);
      await leaveNow(server);
      expect(await statusNow()).toBe(isTakenBack ? 'REQUESTED' : 'ACCEPTED');
      expect(await confirmed()).toBe(isTakenBack ? 0 : 2);
      const listed = await (isTakenBack ? noor.list() : noor.answered());
      expect(listed.rows!.find((row) => row.id === id)?.answer?.by).toBe(isTakenBack ? undefined : 'Ana');
    }
  });

  test('what two staff say at once is one answer', async () => {
    const { id, ana } = await requested();
    const noor = await atDesk(server, { name: 'Noor' });
    const { version } = await ana.row(id);
    const replies = await crowd(6, (n) =>
      (n % 2 ? ana : noor).tryAnswer(
        id,
        n % 3 ? { name: 'accept', version } : { name: 'decline', reason: 'no_time', version },
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((one) => one.status !== 200))
      expect([status, String((body as { message: string }).message)]).toEqual([
        422,
        expect.stringMatching(/^(Ana|Noor|You) (accepted|declined) this at 9:00am/) as string,
      ]);
  });
});

test('five hundred requests are listed in few queries, quickly', async () => {
  const { who, ana } = await requested();
  const clinic = (await loadClinic(server.db, server.clinicId))!;
  const now = server.clock.now();
  await server.db
    .insertInto('appointments')
    .values(
      Array.from({ length: 499 }, (_, n) => ({
        clinic_id: server.clinicId,
        id: `many-${n}`,
        client_id: who.clientId,
        patient_id: 'patient-rex',
        product_id: 'exam',
        provider_id: 'ada',
        room_id: null,
        starts_at: new Date(now.getTime() + (n + 30) * 1_800_000),
        ends_at: new Date(now.getTime() + (n + 31) * 1_800_000),
        status: 'REQUESTED',
        note: `Rex limps since day ${n} and does not want to eat much.`,
        is_dropoff: false,
        details: '{}',
        created_at: now,
        changed_at: now,
        reminded_for: null,
        linked_for: null,
      })),
    )
    .execute();
  const reading = { clinic, now, services: server.services };
  const member = { ...ana, sessionId: 's', role: 'staff' as const, providerId: null };
  const lists = () => listInbox(server.db, reading, kinds, member);
  const rows = await lists();
  expect(rows.filter(({ kind }) => kind === 'request')).toHaveLength(500);
  expect(await countWaiting(server.db, reading, kinds)).toEqual({ waits: 500, late: 0 });
});
