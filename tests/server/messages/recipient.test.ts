import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emailVaccinations } from '../../../src/contract/pets';
import type { Outgoing } from '../../../server/gateways/gateway';
import { deliverDue } from '../../../server/modules/messages/delivery';
import { retryMessage } from '../../../server/modules/messages/retry';
import { messageTable } from '../../../server/operator/reports';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { bookAs, chicago, jo, wednesday } from '../booking/support';

const DAY = 24 * 3600_000;
const to = 'jo@example.com';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [clinicFile({ shop: { notify_email: to } }), clinicFile({ shop: { id: 'othervets' } })],
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@example.com' },
  });
});
beforeEach(async () => {
  server.clock.set('2026-11-21T15:00:00Z');
  for (const table of ['messages', 'counters'] as const) await server.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

function mailer() {
  const given: Outgoing[] = [];
  const deliver = async (message: Outgoing): Promise<void> => void given.push(message);
  return { given, close: () => {}, deliver };
}
const deliver = (email: ReturnType<typeof mailer>) =>
  deliverDue({ ...server.services, keepSecrets: false, gateways: { email, sms: null } });
const write = (text: string, more: { kind?: string; clinicId?: string; recipient?: string } = {}) =>
  server.services.messages.enqueue(server.db, {
    clinicId: server.clinicId,
    channel: 'email',
    recipient: to,
    subject: 'Hello',
    text,
    kind: 'test',
    ...more,
  });
const stored = (id: string) =>
  server.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('messages to one recipient (D-404)', () => {
  test('are thirty a day of any kind over all clinics, of which ten are for codes', async () => {
    const email = mailer();
    const ids: string[] = [];
    for (let n = 0; n < 24; n++)
      ids.push(
        await write(String(n), {
          clinicId: n % 2 ? 'othervets' : server.clinicId,
          recipient: n % 3 ? to : to.toUpperCase(),
        }),
      );
    for (let n = 0; n < 10; n++) await write(`code ${n}`, { kind: 'code' });
    await write('to somebody else', { recipient: 'al@example.com' });
    await deliver(email);
    const mine = email.given.filter(({ recipient }) => recipient.toLowerCase() === to);
    expect(mine).toHaveLength(30);
    expect(mine.filter(({ text }) => text.startsWith('code'))).toHaveLength(10);
    expect(email.given).toHaveLength(31);

    const withheld = (await Promise.all(ids.map(stored))).filter(({ delivered_at }) => delivered_at === null);
    expect(withheld).toHaveLength(4);
    for (const one of withheld)
      expect(one).toMatchObject({
        failed_at: server.clock.now(),
        last_error: "the recipient has had a day's messages",
        attempts: 1,
      });
  });

  test('past it the operator sees what was not sent, and may send it; a day later everything goes again', async () => {
    const email = mailer();
    for (let n = 0; n < 20; n++) await write(String(n));
    const late = await write('one too many');
    await deliver(email);
    expect((await messageTable(server.db)).filter((line) => line.includes(late)).join()).toContain(
      "the recipient has had a day's messages",
    );
    await retryMessage(server.db, late, server.clock.now());
    await deliver(email);
    expect(email.given.at(-1)?.text).toBe('one too many');
    expect(await write('and another').then((id) => deliver(email).then(() => stored(id)))).toMatchObject({
      delivered_at: null,
    });
    server.clock.advance(DAY);
    await write('the day after');
    await deliver(email);
    expect(email.given.at(-1)?.text).toBe('the day after');
  });

  test('one that fails on its way is counted once, however often it is tried', async () => {
    let fails = 3;
    const busy = {
      close: () => {},
      given: [] as Outgoing[],
      deliver: async (message: Outgoing) => {
        if (fails-- > 0) throw new Error('busy');
        busy.given.push(message);
      },
    };
    await write('tried often');
    for (let n = 0; n < 5; n++) {
      await deliver(busy);
      server.clock.advance(20 * 60_000);
    }
    for (let n = 0; n < 19; n++) await write(String(n));
    await deliver(busy);
    expect(busy.given).toHaveLength(20);
  });

  test("a booking is made all the same, and the clinic's own address is told of it", async () => {
    const email = mailer();
    const who = await jo(server);
    for (let n = 0; n < 20; n++) await write(String(n));
    await deliver(email);
    const before = email.given.length;
    const booked = await bookAs(server, who, chicago(wednesday, '09:00'));
    expect(booked.status).toBe('ACCEPTED');
    await deliver(email);
    expect(email.given.slice(before).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('New booking: Rex') as string,
    ]);
    const kept = await server.db
      .selectFrom('messages')
      .select(['kind', 'last_error'])
      .where('failed_at', 'is not', null)
      .execute();
    expect(kept).toEqual([{ kind: 'booking_confirmation', last_error: "the recipient has had a day's messages" }]);
  });

  test('a history that could not be sent is refused, since nothing else was asked for', async () => {
    const email = mailer();
    const who = await jo(server);
    for (let n = 0; n < 20; n++) await write(String(n));
    await deliver(email);
    const refused = await server.send(
      emailVaccinations,
      { body: { patient_id: 'patient-rex', email: to } },
      { token: who.token },
    );
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('call us at 512-555-0100') as string },
    });
    expect(
      await server.db.selectFrom('messages').select('id').where('kind', '=', 'vaccination_history').execute(),
    ).toEqual([]);
  });
});
