import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHold } from '../../src/contract/availability';
import { codeMs, HOUR, holdMs, passkeyCeremonyMs, SECOND } from '../../src/limits';
import { bringBack, wasSetBack } from '../../server/clock/setBack';
import { clockWatch } from '../../server/clock/watch';
import { DeliveryFailed, type Outgoing } from '../../server/gateways/gateway';
import { inTransaction } from '../../server/db/transaction';
import { loadClinic } from '../../server/modules/clinics/repository';
import { clinicNotice } from '../../server/modules/messages/clinicNotice';
import { deliverDue } from '../../server/modules/messages/delivery';
import { clinicFile } from '../support/clinicFile';
import { startTestServer, type TestServer } from '../support/server';
import { chicago, holdBody, MINUTE, wednesday } from './booking/support';

const ahead = 6 * HOUR;
const start = '2026-11-21T15:00:00Z';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clinicFiles: [clinicFile({ shop: { notify_email: 'desk@testvets.example' } })] });
});
beforeEach(async () => {
  server.clock.set(start);
  for (const table of ['messages', 'counters', 'holds', 'passkey_ceremonies'] as const)
    await server.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

const hold = async () => {
  const { token } = await server.signInGuest();
  return server.api(createHold, { body: holdBody(chicago(wednesday, '09:00')) }, { token });
};
const holdEnds = () => server.db.selectFrom('holds').select('expires_at').execute();
const fromNow = (ms: number) => new Date(server.clock.now().getTime() + ms);
const write = () =>
  server.services.messages.enqueue(server.db, {
    clinicId: server.clinicId,
    channel: 'email',
    recipient: 'jo@example.com',
    subject: 'Hello',
    text: 'A text',
    kind: 'test',
  });
/** Delivers what is due; how many were taken by the mail server. */
const deliver = async (refuses = false): Promise<Outgoing[]> => {
  const given: Outgoing[] = [];
  const email = {
    close: () => {},
    deliver: async (message: Outgoing) => {
      if (refuses) throw new DeliveryFailed('busy', false);
      given.push(message);
    },
  };
  await deliverDue({ ...server.services, keepSecrets: false, gateways: { email, sms: null } });
  return given;
};
const notice = async (what: string) => {
  const clinic = (await loadClinic(server.db, server.clinicId))!;
  const of = { id: 'client-jo', name: 'Jo Miller' };
  const desk = { kind: 'request' as const, id: what };
  await inTransaction(server.db, (trx) =>
    server.services.messages.enqueueAll(
      trx,
      clinicNotice(
        clinic,
        { kind: 'clinic_notice', of, desk, subject: what, lines: [what], short: what },
        'https://portal.example',
      ),
    ),
  );
};

describe('what a clock that ran ahead has left is brought back', () => {
  test('a held time is kept ten minutes from then, and is free to others afterwards', async () => {
    server.clock.advance(ahead);
    await hold();
    server.clock.advance(-ahead);
    await bringBack(server.db, server.clock.now());
    expect(await holdEnds()).toEqual([{ expires_at: fromNow(holdMs) }]);
    expect(await server.db.selectFrom('claims').select('expires_at').execute()).toEqual(await holdEnds());
    await expect(hold()).rejects.toMatchObject({ code: 'slot_gone' });
    server.clock.advance(holdMs);
    await hold();
  });

  test('a message that was put off is sent at once', async () => {
    server.clock.advance(ahead);
    await write();
    await deliver(true);
    server.clock.advance(-ahead + MINUTE);
    expect(await deliver()).toEqual([]);
    await bringBack(server.db, server.clock.now());
    expect(await deliver()).toHaveLength(1);
  });

  test('notices that wait for others leave, and later ones wait for none of the future', async () => {
    server.clock.advance(ahead);
    for (const what of ['one', 'two', 'three', 'four', 'five', 'six']) await notice(what);
    expect(await deliver()).toHaveLength(4);
    server.clock.advance(-ahead);
    await bringBack(server.db, server.clock.now());
    expect((await deliver()).map(({ subject }) => subject)).toEqual(['2 notices of Jo Miller']);
    server.clock.advance(SECOND);
    await notice('seven');
    expect((await deliver()).map(({ subject }) => subject)).toEqual(['seven']);
  });

  test('caps count their time from then; codes last no longer than they are said to', async () => {
    server.clock.advance(ahead);
    const ceremony = { id: 'one', person_id: null, challenge: 'x', expires_at: fromNow(passkeyCeremonyMs) };
    await server.db.insertInto('passkey_ceremonies').values(ceremony).execute();
    await server.signIn('pat@example.com');
    server.clock.advance(-ahead);
    await bringBack(server.db, server.clock.now());
    const counters = await server.db.selectFrom('counters').select('window_start').execute();
    expect(counters.length).toBeGreaterThan(2);
    expect(counters.filter(({ window_start }) => window_start > server.clock.now())).toEqual([]);
    const codes = await server.db.selectFrom('codes').select('expires_at').execute();
    expect(codes.filter(({ expires_at }) => expires_at > fromNow(codeMs))).toEqual([]);
    const ceremonies = await server.db.selectFrom('passkey_ceremonies').select('expires_at').execute();
    expect(ceremonies).toEqual([{ expires_at: fromNow(passkeyCeremonyMs) }]);
  });

  test('who was at an item of the desk is gone from it, also where no server saw the clock change', async () => {
    expect(await wasSetBack(server.db, server.clock.now())).toBe(false);
    const person = { id: 'ana', email: 'ana@example.com', name: 'Ana', created_at: new Date(start) };
    await server.db.insertInto('people').values(person).execute();
    server.clock.advance(ahead);
    const seen = { name: 'Ana', is_answering: true, since: server.clock.now(), seen_at: server.clock.now() };
    await server.db
      .insertInto('desk_presence')
      .values({ clinic_id: server.clinicId, kind: 'request', thing_id: 'one', person_id: 'ana', ...seen })
      .execute();
    server.clock.advance(-ahead);
    expect(await wasSetBack(server.db, server.clock.now())).toBe(true);
    await bringBack(server.db, server.clock.now());
    expect(await server.db.selectFrom('desk_presence').select('seen_at').execute()).toEqual([
      { seen_at: server.clock.now() },
    ]);
    expect(await wasSetBack(server.db, server.clock.now())).toBe(false);
  });

  test('nothing changes of what the right clock has left', async () => {
    await hold();
    await write();
    await deliver(true);
    for (const what of ['one', 'two', 'three', 'four']) await notice(what);
    const all = async () =>
      Promise.all([
        server.db.selectFrom('holds').selectAll().execute(),
        server.db.selectFrom('messages').selectAll().orderBy('position').execute(),
        server.db.selectFrom('counters').selectAll().orderBy('key').execute(),
      ]);
    const before = await all();
    await bringBack(server.db, server.clock.now());
    expect(await all()).toEqual(before);
  });
});

describe('a clock that is set while the server runs', () => {
  /** A watch whose rounds are made by hand; `wait` lets time pass on both clocks. */
  const watched = () => {
    const time = { passed: 0 };
    const watch = clockWatch(server.services, () => time.passed);
    return {
      round: watch.round,
      wait: async (ms: number) => {
        time.passed += ms;
        server.clock.advance(ms);
        await watch.round();
      },
    };
  };
  const said = () =>
    server.logLines.splice(0).flatMap((line) => (/the clock|brought back/.exec(line) ? [JSON.parse(line).msg] : []));

  test('is noticed; fifteen seconds after it was set back what it has left is brought back, once', async () => {
    const { wait, round } = watched();
    await wait(20 * SECOND);
    server.clock.advance(ahead);
    await round();
    await hold();
    said();
    server.clock.advance(-ahead);
    await round();
    expect(said()).toEqual(['the clock was set back']);
    await wait(14 * SECOND);
    expect((await holdEnds())[0]!.expires_at > fromNow(HOUR)).toBe(true);
    await wait(SECOND);
    expect(await holdEnds()).toEqual([{ expires_at: fromNow(holdMs) }]);
    await wait(HOUR);
    expect(said()).toEqual(['what the clock that ran ahead had put off was brought back']);
  });

  test('that goes on as it should is not noticed, nor one that is a little off', async () => {
    const { wait, round } = watched();
    said();
    for (let n = 0; n < 50; n++) await wait(SECOND);
    server.clock.advance(-2 * SECOND);
    await round();
    await wait(HOUR);
    expect(said()).toEqual([]);
  });

  test('or was set back while no server ran', async () => {
    server.clock.advance(ahead);
    await hold();
    server.clock.advance(-ahead);
    const { wait } = watched();
    await wait(15 * SECOND);
    expect(await holdEnds()).toEqual([{ expires_at: fromNow(holdMs) }]);
  });
});
