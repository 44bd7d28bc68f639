import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  cancelAppointment,
  CUSTOMER_SITE,
  getAppointment,
  pickTime,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { inbox, openings, previewAnswer, setPresence } from '../../../src/contract/desk/inbox';
import { endMemberSessions, endStaffSession, removeMember } from '../../../src/contract/desk/staff';
import type { FeatureSettings } from '../../../src/contract/settings';
import { endOffers } from '../../../server/modules/appointments/endOffers';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { runCommand } from '../../../server/operator/run';
import { clinicFile, provider } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  dies,
  jo,
  manyClinics,
  owner,
  payDeposit,
  sentBy,
  wednesday,
  type Owner,
} from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));

const nine = chicago(wednesday, '09:00');
const ten = chicago(wednesday, '10:00');
const eleven = chicago(wednesday, '11:00');

const read = (who: Owner, id: string) => server.api(getAppointment, { params: { id } }, { token: who.token });
const claimed = async () => (await claimLines(server)).map((line) => line.split(' ')[1]);
const toOwner = async () =>
  (await sentBy(server)).filter(({ kind }) => !kind.startsWith('clinic')).map(({ kind }) => kind);
const audited = () =>
  server.db
    .selectFrom('audit_lines')
    .select(['what', 'way', 'taken_back_at', 'item_id'])
    .where('clinic_id', '=', server.clinicId)
    .orderBy('created_at')
    .execute();

async function requested(settings: FeatureSettings = {}) {
  await startWith(
    {
      ...asksFirst,
      shop: { ...asksFirst.shop, feature_settings: { ...asksFirst.shop?.feature_settings, ...settings } },
      keyword_actions: [
        { id: 'a', keywords: ['bloat'], all_products: true, action_type: 'info', info_message: 'Call us.' },
      ],
    },
    '2026-11-23T15:00:00Z',
  );
  const who = await jo(server);
  const booked = await bookAs(server, who, nine, { note: 'He has BLOAT since noon' });
  const ana = await atDesk(server, { name: 'Ana' });
  return { who, booked, id: `request-${booked.id}`, ana };
}

describe('a request at the desk (D-426)', () => {
  test('in the hour that comes twice each visit is drawn at its own place, with true times', async () => {
    const sunday = [{ day: 7, start: '00:00', end: '24:00' }];
    await startWith(
      {
        ...asksFirst,
        providers: [provider({ id: 'ada', firstName: 'Dr. Ada Park', hours: sunday }), provider({ id: 'ben' })],
      },
      '2026-10-31T15:00:00Z',
    );
    const who = await jo(server);
    // Two visits at 1:15am, the second one an hour later.
    const first = await bookAs(server, who, '2026-11-01T06:15:00Z');
    const second = await bookAs(server, who, '2026-11-01T08:15:00Z');
    for (const [table, id] of [
      ['appointments', 'id'],
      ['claims', 'appointment_id'],
    ] as const)
      await sql`update ${sql.table(table)} set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
        where clinic_id = ${server.clinicId} and ${sql.ref(id)} = ${second.id}`.execute(server.db);
    const ana = await atDesk(server);
    const [one, other] = [await ana.item(`request-${first.id}`), await ana.item(`request-${second.id}`)];
    expect(one.day).toMatchObject({
      to: 1500,
      asked: { from: 75, to: 105 },
      spans: [{ kind: 'visit', from: 135, to: 165 }],
      words: 'It fits: held for Jo. Dr. Ada Park is free until 1:15am CST.',
    });
    expect(other.day).toMatchObject({ asked: { from: 135, to: 165 }, spans: [{ kind: 'visit', from: 75, to: 105 }] });
  });

  test.each(['', '  '])('with an empty note from a clinic file (%j) has none', async (note) => {
    const { id, ana } = await requested();
    await server.db.updateTable('appointments').set({ note }).where('clinic_id', '=', server.clinicId).execute();
    expect((await ana.item(id)).note).toBeNull();
  });

  test('is listed with all that its answer needs', async () => {
    const { id, ana } = await requested();
    const { rows, answer_within_hours } = await ana.list();
    expect(answer_within_hours).toBe(2);
    expect(rows).toMatchObject([
      {
        id,
        kind: 'request',
        place: 'waits',
        pet: { name: 'Rex', species: 'Dog' },
        owner: 'Jo Miller',
        says: 'Request',
        what: 'Wed Nov 25, 9:00am, Exam',
        due_at: '2026-11-23T17:00:00.000Z',
        urgent_word: 'BLOAT',
        answer: null,
      },
    ]);
    const item = await ana.item(id);
    expect(item).toMatchObject({
      pet_line: 'Dog, male, 6 years',
      phone: { value: '512-555-0111', is_confirmed: true },
      ask: { title: 'Exam', line: 'Wed Nov 25, 2026, 9:00am - 9:30am, Dr. Ada Park', state: 'Requested', money: null },
      day: { date: wednesday, fits: true, words: 'It fits: held for Jo. Dr. Ada Park is free until 5:00pm.' },
      note: { text: 'He has BLOAT since noon', urgent: [{ from: 7, to: 12 }] },
      hint: null,
    });
    expect(item.actions.map(({ name, is_primary }) => [name, is_primary])).toEqual([
      ['accept', true],
      ['offer', false],
      ['decline', false],
    ]);
    expect(item.actions[0]!.will_read).toMatchObject({
      words: expect.stringContaining('Rex is booked for Exam') as string,
      ways: 'Text and e-mail',
    });
  });

  test('the next visits are told with pet, owner, type and clinician', async () => {
    const { id, ana, booked } = await requested();
    await ana.answer(id, { name: 'accept' });
    server.clock.advance(20_000);
    await leaveNow(server);
    const { next_visits } = await server.api(inbox, { query: {} }, { token: ana.token });
    expect(next_visits).toEqual([
      { at: booked.fromDate, pet: 'Rex', species: 'Dog', owner: 'Jo Miller', what: 'Exam, Dr. Ada Park' },
    ]);
  });

  test('says that nothing has changed to who knows the list', async () => {
    const { ana } = await requested();
    const { version } = await ana.list();
    expect(await server.api(inbox, { query: { known: version } }, { token: ana.token })).toMatchObject({ rows: null });
  });

  test('is accepted twenty seconds later; until then nobody outside notices', async () => {
    const { who, booked, id, ana } = await requested();
    const before = await sentBy(server);
    const { answer, row } = await ana.answer(id, { name: 'accept' });
    expect(answer).toMatchObject({ words: 'accepted', by: 'Ana', is_mine: true, left_at: null });
    expect(Date.parse(answer.leaves_at) - Date.parse(answer.at)).toBe(20_000);
    expect(row).toMatchObject({ place: 'answered', answer: { id: answer.id } });
    expect(await ana.item(id)).toMatchObject({ ask: { state: 'Accepted' }, day: null, actions: [] });
    await leaveNow(server);
    expect(await read(who, booked.id)).toMatchObject({ status: 'REQUESTED', answered_at: null });
    expect(await sentBy(server)).toEqual(before);
    server.clock.advance(20_000);
    await leaveNow(server);
    await leaveNow(server);
    expect(await read(who, booked.id)).toMatchObject({
      status: 'ACCEPTED',
      answered_at: server.clock.now().toISOString(),
    });
    expect((await toOwner()).filter((kind) => kind === 'booking_confirmation')).toHaveLength(2);
    const { happened } = await ana.item(id);
    expect(happened.filter(({ at }) => at === server.clock.now().toISOString()).map(({ what }) => what)).toEqual([
      'Text message',
      'E-mail',
    ]);
    // Nobody asks for its time any more, so no asked time is drawn.
    expect(await ana.item(id)).toMatchObject({ day: null });
    expect((await ana.list()).rows).toEqual([]);
    expect((await ana.answered()).rows).toMatchObject([
      { id, place: 'answered', answer: { words: 'accepted', voided: null, left_at: server.clock.now().toISOString() } },
    ]);
    expect(await audited()).toMatchObject([
      { way: 'desk', what: 'request: accepted', item_id: id, taken_back_at: null },
    ]);
    expect(await ana.undo(answer.id)).toMatchObject({ status: 422 });
  });

  test('taken back in time, nothing has left, and the audit keeps both', async () => {
    const { who, booked, id, ana } = await requested();
    const before = await sentBy(server);
    const { answer } = await ana.answer(id, { name: 'decline', reason: 'no_time' });
    server.clock.advance(19_000);
    expect(await ana.undo(answer.id)).toMatchObject({
      status: 200,
      body: { data: { row: { place: 'waits', answer: null } } },
    });
    expect((await ana.item(id)).ask.state).toBe('Requested');
    expect(await ana.undo(answer.id)).toMatchObject({ status: 200 });
    server.clock.advance(60_000);
    await leaveNow(server);
    expect((await read(who, booked.id)).status).toBe('REQUESTED');
    expect(await sentBy(server)).toEqual(before);
    expect(await claimed()).toEqual([nine]);
    expect(await audited()).toMatchObject([{ what: 'request: declined', taken_back_at: expect.any(Date) as Date }]);
    expect((await ana.item(id)).happened.at(-1)).toMatchObject({
      who: 'Ana',
      what: expect.stringMatching(/^Declined: ./) as string,
      state: 'Taken back',
    });
  });

  test('moved by its owner, it says from when to when, and when that was', async () => {
    const { who, booked, id, ana } = await requested();
    server.clock.advance(60_000);
    const move = (dateTime: string) =>
      server.api(
        rescheduleAppointment,
        { params: { id: booked.id }, body: { dateTime, providerId: 'ada' } },
        { token: who.token },
      );
    await move(ten);
    const at = server.clock.now().toISOString();
    await move(eleven);
    await ana.answer(id, { name: 'accept' });
    server.clock.advance(20_000);
    await leaveNow(server);
    const moved = (await ana.item(id)).happened.filter(({ what }) => what.startsWith('Moved'));
    expect(moved).toEqual([
      { at, who: 'Jo Miller', what: 'Moved it from Wed Nov 25, 9:00am to Wed Nov 25, 10:00am', state: null },
      { at, who: 'Jo Miller', what: 'Moved it from Wed Nov 25, 10:00am to Wed Nov 25, 11:00am', state: null },
    ]);
  });

  test('of two staff the first wins, and the second is told who did what when', async () => {
    const { id, ana } = await requested();
    const noor = await atDesk(server, { name: 'Noor' });
    const version = (await noor.row(id)).version;
    await ana.answer(id, { name: 'accept' });
    expect(await noor.tryAnswer(id, { name: 'decline', reason: 'no_time', version })).toMatchObject({
      status: 422,
      body: { code: 'not_allowed', message: 'Ana accepted this at 9:00am.' },
    });
    expect(await ana.tryAnswer(id, { name: 'accept' })).toMatchObject({
      body: { message: 'You accepted this at 9:00am.' },
    });
  });

  test('a line that the person saw must still be true', async () => {
    const { id, ana } = await requested();
    expect(await ana.tryAnswer(id, { name: 'accept', version: 'old' })).toMatchObject({ status: 422 });
    expect(await ana.tryAnswer(`refill-${id}`, { name: 'accept', version: 'old' })).toMatchObject({ status: 404 });
  });

  test('an owner who cancels within the twenty seconds is faster', async () => {
    const { who, booked, id, ana } = await requested();
    await ana.answer(id, { name: 'accept' });
    await server.api(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token: who.token });
    const before = (await sentBy(server)).length;
    server.clock.advance(20_000);
    await leaveNow(server);
    expect((await read(who, booked.id)).status).toBe('DELETED');
    expect(await sentBy(server)).toHaveLength(before);
    expect((await ana.answered()).rows).toMatchObject([{ answer: { voided: 'Jo canceled first.' } }]);
    expect((await ana.item(id)).hint).toBe('Jo canceled this today 9:00am.');
  });

  test.each([
    { settings: { deposit_refund_hours: 1 }, where: 'in time' },
    { settings: { deposit_refund_hours: 72 }, where: 'too late by the clinic’s rule' },
    { settings: {}, where: 'also where the clinic decides each time' },
  ])('an owner who cancels what the clinic has just declined gets the deposit back, $where', async ({ settings }) => {
    const { who, booked, id, ana } = await requested(settings);
    await payDeposit(server, booked);
    const { version } = await ana.row(id);
    await ana.answer(id, { name: 'decline', reason: 'no_time', version });
    // By the rule alone it would be worse than this.
    const body = { id: booked.id, source: CUSTOMER_SITE, deposit_on_cancel: 'refunded' } as const;
    await server.api(cancelAppointment, { body }, { token: who.token });
    const canceled = (await sentBy(server, { kind: 'cancellation' })).map(({ text }) => text);
    expect(canceled.join()).toContain('We are refunding your deposit of $25.00 to the card');
    server.clock.advance(20_000);
    await leaveNow(server);
    expect(await read(who, booked.id)).toMatchObject({ status: 'DELETED', deposit: { state: 'refunding' } });
    expect((await ana.answered()).rows).toMatchObject([
      { answer: { voided: 'Jo canceled first; the deposit goes back.' } },
    ]);
  });

  test('a decline that is taken back after its owner canceled says that the deposit goes back all the same', async () => {
    const { who, booked, id, ana } = await requested({ deposit_refund_hours: 72 });
    await payDeposit(server, booked);
    const { answer } = await ana.answer(id, { name: 'decline', reason: 'no_time' });
    const body = { id: booked.id, source: CUSTOMER_SITE, deposit_on_cancel: 'refunded' } as const;
    await server.api(cancelAppointment, { body }, { token: who.token });
    const stays = 'The deposit goes back all the same: Jo canceled meanwhile.';
    expect(await ana.undo(answer.id)).toMatchObject({ status: 200, body: { data: { stays } } });
    // Asked for once more it says the same.
    expect(await ana.undo(answer.id)).toMatchObject({ status: 200, body: { data: { stays } } });
    expect((await ana.item(id)).happened.map(({ state }) => state)).toContain(`Taken back. ${stays}`);
    const audited = await server.db
      .selectFrom('audit_lines')
      .select('what')
      .where('clinic_id', '=', server.clinicId)
      .where('item_id', '=', id)
      .execute();
    expect(audited).toEqual([{ what: 'request: declined. The deposit goes back all the same: Jo canceled meanwhile' }]);
    expect(await read(who, booked.id)).toMatchObject({ deposit: { state: 'refunding' } });
  });

  test('of a pet that has died since is accepted neither before nor within the twenty seconds', async () => {
    const { who, booked, id, ana } = await requested();
    await ana.answer(id, { name: 'accept' });
    await dies(server, 'Rex', '2026-11-23');
    const before = (await sentBy(server)).length;
    server.clock.advance(20_000);
    await leaveNow(server);
    expect([(await read(who, booked.id)).status, (await sentBy(server)).length]).toEqual(['REQUESTED', before]);
    const { row, actions, pet_line, day } = await ana.item(id);
    expect(row.answer).toMatchObject({ voided: 'Rex has died.' });
    expect([pet_line, day]).toEqual([expect.stringMatching(/, has died$/), null]);
    expect(actions).toMatchObject([
      { name: 'accept', blocked: 'Rex has died.', will_read: null },
      { name: 'offer', blocked: 'Rex has died.' },
      { name: 'decline', blocked: null },
    ]);
    expect(await ana.tryAnswer(id, { name: 'accept' })).toMatchObject({ body: { message: 'Rex has died.' } });
  });

  test('one that was taken back before promises nothing', async () => {
    const { who, booked, id, ana } = await requested({ deposit_refund_hours: 72 });
    await payDeposit(server, booked);
    const given = await ana.answer(id, { name: 'decline', reason: 'no_time', version: (await ana.row(id)).version });
    expect((await ana.undo(given.answer!.id)).status).toBe(200);
    await server.api(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token: who.token });
    expect(await read(who, booked.id)).toMatchObject({ status: 'DELETED', deposit: { state: 'kept' } });
  });

  test('a decline names the refund before it happens, and the owner reads why (D-414)', async () => {
    const { who, booked, id, ana } = await requested();
    await payDeposit(server, booked);
    const { version } = await ana.row(id);
    const body = { name: 'decline', reason: 'call_us', words: 'We may see him sooner.', version } as const;
    const preview = await server.api(previewAnswer, { params: { id }, body }, { token: ana.token });
    expect(preview).toMatchObject({
      button: 'Decline and refund $25.00',
      money: '$25.00 to the card they paid with, in full. Banks can take up to 10 days to show it.',
      ways: 'Text and e-mail',
    });
    expect(preview.words).toContain('Please call us first, so that we can talk about it. We may see him sooner.');
    await ana.answer(id, body);
    server.clock.advance(20_000);
    await leaveNow(server);
    expect(await read(who, booked.id)).toMatchObject({
      status: 'DECLINED',
      declined_reason: 'Please call us first, so that we can talk about it. We may see him sooner.',
      deposit: { state: 'refunding' },
    });
    expect((await sentBy(server, { kind: 'decline' }))[0]!.text).toBe(preview.words);
    expect(await claimed()).toEqual([]);
    const { happened } = await ana.item(id);
    const at = server.clock.now().toISOString();
    expect(happened).toContainEqual({ at, who: 'Test Vets', what: 'Refund of $25.00', state: 'On its way' });
    expect(happened.map(({ what }) => what)).toContain('Paid $25.00');
  });

  test('a decline needs a reason, and another reason needs words', async () => {
    const { id, ana } = await requested();
    expect(await ana.tryAnswer(id, { name: 'decline' })).toMatchObject({ status: 400 });
    expect(await ana.tryAnswer(id, { name: 'decline', reason: 'other' })).toMatchObject({ status: 400 });
    expect(await ana.tryAnswer(id, { name: 'decline', reason: 'too_early' })).toMatchObject({ status: 400 });
  });
});

describe('other times, offered at the desk (D-425)', () => {
  test('one that the clinic’s file takes is offered no more, and the import says so; the last one ends the offer', async () => {
    const { who, booked, id, ana } = await requested();
    await ana.answer(id, { name: 'offer', times: [ten, eleven].map((at) => ({ at, provider_id: 'ada' })) });
    server.clock.advance(20_000);
    await leaveNow(server);
    const offered = async () => (await read(who, booked.id)).offered?.times.map(({ at }) => at) ?? null;
    expect(await offered()).toEqual([ten, eleven]);
    const [first, second] = (await read(who, booked.id)).offered!.times;
    const imported = async (...starts: string[]) => {
      const content = clinicFile({
        ...asksFirst,
        shop: { ...asksFirst.shop, id: server.clinicId },
        appointments: starts.map((at, index) => ({
          id: `file-${index}`,
          client_id: 'client-jo',
          patient_id: 'patient-rex',
          product_id: 'exam',
          provider_id: 'ada',
          fromDate: at,
          toDate: new Date(Date.parse(at) + 30 * 60_000).toISOString(),
          status: 'CONFIRMED',
        })),
      });
      return (
        await runCommand(
          server.services,
          { name: 'import', file: 'clinic.json', content },
          { given: [], write: () => {} },
        )
      ).err;
    };
    expect((await imported(ten)).join()).toContain(
      `appointment "file-0": takes a time that was offered for appointment "${booked.id}"`,
    );
    expect(await offered()).toEqual([eleven]);
    const picks = (time: string) =>
      server.send(pickTime, { params: { id: booked.id }, body: { time_id: time } }, { token: who.token });
    expect(await picks(first!.id)).toMatchObject({ status: 409, body: { code: 'slot_gone' } });
    expect(await toOwner()).toEqual(['request_confirmation', 'request_confirmation', 'offer', 'offer']);
    await imported(ten, eleven);
    expect(await offered()).toBeNull();
    // What offered them and had not been delivered is not sent any more: its owner hears that nothing of it is free.
    expect(await toOwner()).toEqual(['request_confirmation', 'request_confirmation', 'offer_gone', 'offer_gone']);
    expect((await sentBy(server, { kind: 'offer_gone' }))[0]!.text).toContain(
      "we're sorry, what we offered for Rex is not free any more. We still have your request, and answer it anew.",
    );
    expect(await picks(second!.id)).toMatchObject({ status: 409 });
    expect((await ana.row(id)).place).toBe('waits');
    expect((await read(who, booked.id)).status).toBe('REQUESTED');
    expect((await ana.item(id)).happened.map(({ what }) => what)).toContain(
      'By the clinic’s records none of the offered times is free any more',
    );
    // Its owner waits for an answer from now on, in the two hours that the clinic promises.
    expect((await read(who, booked.id)).answer_by).toBe(
      new Date(server.clock.now().getTime() + 2 * 3_600_000).toISOString(),
    );
  });

  test('for a pet that has died since are held no longer, and the desk says why', async () => {
    const { who, booked, id, ana } = await requested();
    await ana.answer(id, { name: 'offer', times: [{ at: ten, provider_id: 'ada' }] });
    server.clock.advance(20_000);
    await leaveNow(server);
    await dies(server, 'Rex', '2026-11-23');
    await endOffers(server.services.db, server.clock.now());
    expect((await read(who, booked.id)).offered).toBeNull();
    expect((await ana.item(id)).happened.map(({ what }) => what)).toContain(
      'What was offered is held no longer: Rex has died',
    );
  });

  test('one with a clinician who is away by now is offered no more, and the import says so', async () => {
    const { who, booked, id, ana } = await requested();
    await ana.answer(id, { name: 'offer', times: [ten, eleven].map((at) => ({ at, provider_id: 'ada' })) });
    server.clock.advance(20_000);
    await leaveNow(server);
    const file = clinicFile({ ...asksFirst, shop: { ...asksFirst.shop, id: server.clinicId } });
    const ada = (file.providers as { id: string; time_off?: object[] }[]).find((one) => one.id === 'ada')!;
    ada.time_off = [{ from: new Date(Date.parse(ten) + 60_000).toISOString(), to: eleven }];
    const { conflicts } = await importClinicFile(server.db, file, { now: server.clock.now(), demoMode: true });
    expect(conflicts).toContain(`provider "ada": is away at a time that was offered for appointment "${booked.id}"`);
    const { offered } = await read(who, booked.id);
    expect(offered?.times.map(({ at }) => at)).toEqual([eleven]);
    expect(
      await server.send(
        pickTime,
        { params: { id: booked.id }, body: { time_id: offered!.times[0]!.id } },
        { token: who.token },
      ),
    ).toMatchObject({ status: 200 });
  });

  const times = [
    { at: ten, provider_id: 'ada' },
    { at: eleven, provider_id: 'ben' },
  ];

  test('are shown where an owner can pick in time alone: none within two and a half hours', async () => {
    const { id, ana } = await requested();
    server.clock.set(chicago('2026-11-23', '09:50'));
    const found = await server.api(openings, { params: { id }, query: {} }, { token: ana.token });
    expect([found.date, found.times[0]!.at]).toEqual(['2026-11-23', chicago('2026-11-23', '12:30')]);
    expect(found.days[0]!.count).toBe(found.times.length);
    const times = (at: string) => [{ at, provider_id: 'ada' }];
    expect(await ana.tryAnswer(id, { name: 'offer', times: times(chicago('2026-11-23', '12:00')) })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('nobody could pick in time') as string },
    });
    // Picked while it was shown, it is sent a moment later.
    server.clock.advance(10 * 60_000);
    await ana.answer(id, { name: 'offer', times: times(found.times[0]!.at) });
  });

  test('are found among the openings, held at once, and picked once they have left', async () => {
    const { who, booked, id, ana } = await requested();
    const found = await server.api(openings, { params: { id }, query: { date: wednesday } }, { token: ana.token });
    expect(found).toMatchObject({ date: wednesday, says: '30 min, Dr. Ada Park', apart: 30 });
    expect(found.days).toHaveLength(7);
    expect(found.times.map(({ at }) => at)).not.toContain(nine);
    expect(found.times.map(({ at }) => at)).toContain(ten);
    const { row } = await ana.answer(id, { name: 'offer', times });
    expect(row.answer!.words).toBe('2 times offered');
    expect((await claimed()).sort()).toEqual([nine, ten, eleven].sort());
    expect((await read(who, booked.id)).offered).toBeNull();
    server.clock.advance(20_000);
    await leaveNow(server);
    const shown = await read(who, booked.id);
    expect(shown.offered!.times.map(({ at, clinician }) => [at, clinician])).toEqual([
      [ten, 'Dr. Ada Park'],
      [eleven, 'Dr. Ben Ruiz'],
    ]);
    expect((await sentBy(server, { kind: 'offer' })).map(({ to }) => to.split(' ')[0])).toEqual(['sms', 'email']);
    expect((await ana.list()).rows).toMatchObject([{ place: 'offered', offered_until: shown.offered!.until }]);
    expect((await ana.item(id)).ask.state).toMatch(/^Offered until (today|tomorrow|\w+ \w+ \d+,) \d+:\d\d[ap]m$/);
    await server.api(
      pickTime,
      { params: { id: booked.id }, body: { time_id: shown.offered!.times[1]!.id } },
      { token: who.token },
    );
    expect(await claimed()).toEqual([eleven]);
    expect((await ana.list()).rows).toEqual([]);
    expect((await ana.item(id)).hint).toBe('Jo picked one of the offered times, Wed Nov 25, 11:00am.');
    expect((await ana.answered()).rows).toMatchObject([{ id, answer: { words: '2 times offered, one was picked' } }]);
    expect((await ana.item(id)).happened).toContainEqual({
      at: server.clock.now().toISOString(),
      who: expect.stringContaining('Jo') as string,
      what: expect.stringMatching(/^Picked .*11:00am, offered in place of .*9:00am$/) as string,
      state: null,
    });
  });

  test('that are taken back are free again', async () => {
    const { id, ana } = await requested();
    const { answer } = await ana.answer(id, { name: 'offer', times });
    await ana.undo(answer.id);
    expect(await claimed()).toEqual([nine]);
    await ana.answer(id, { name: 'offer', times });
    expect((await claimed()).sort()).toEqual([nine, ten, eleven].sort());
  });

  test('that somebody has, that overlap, or that begin too soon are refused in words', async () => {
    const { id, ana } = await requested();
    const other = await owner(server, 'ann@example.com');
    await bookAs(server, other, eleven);
    expect(await ana.tryAnswer(id, { name: 'offer', times: [{ at: eleven, provider_id: 'ada' }] })).toMatchObject({
      status: 409,
      body: { message: 'Wed Nov 25, 11:00am is not free any more. Choose another time.' },
    });
    // Which of several is named, in words and for the desk to mark; the rest is not held.
    expect(
      await ana.tryAnswer(id, { name: 'offer', times: [times[0]!, { at: eleven, provider_id: 'ada' }] }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'slot_gone',
        message: 'Wed Nov 25, 11:00am is not free any more. Send the rest, or choose another time.',
        fields: { [`${eleven} ada`]: 'gone' },
      },
    });
    const half = chicago(wednesday, '10:15');
    const overlapping = [
      { at: ten, provider_id: 'ada' },
      { at: half, provider_id: 'ada' },
    ];
    expect(await ana.tryAnswer(id, { name: 'offer', times: overlapping })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('overlap') as string },
    });
    server.clock.set('2026-11-25T14:30:00Z');
    expect(await claimed()).toEqual([nine, eleven]);
    const later = await atDesk(server);
    expect(await later.tryAnswer(id, { name: 'offer', times: [{ at: ten, provider_id: 'ada' }] })).toMatchObject({
      status: 422,
    });
  });
});

test('who is at an item is seen by the others for two minutes', async () => {
  const { id, ana } = await requested();
  const noor = await atDesk(server, { name: 'Noor' });
  const be = (who: { token: string }, state: 'reading' | 'answering' | 'left') =>
    server.api(setPresence, { params: { id }, body: { state } }, { token: who.token });
  const before = (await ana.list()).version;
  await be(ana, 'reading');
  expect((await ana.list()).version, 'nobody is told of themselves').toBe(before);
  expect((await noor.row(id)).presence).toMatchObject([{ name: 'Ana', is_answering: false }]);
  await be(ana, 'answering');
  const { version } = await noor.list();
  expect((await noor.list()).rows).toMatchObject([{ presence: [{ name: 'Ana', is_answering: true }] }]);
  server.clock.advance(119_000);
  expect((await noor.row(id)).presence).toHaveLength(1);
  server.clock.advance(2_000);
  expect((await noor.row(id)).presence).toEqual([]);
  expect((await noor.list()).version).not.toBe(version);
  await be(noor, 'reading');
  expect(await be(noor, 'left')).toEqual({ presence: [] });
});

test.each(['signs out', 'is signed out by an admin'])('who %s is at no item any more', async (how) => {
  const { id, ana } = await requested();
  const [noor, admin] = [await atDesk(server, { name: 'Noor' }), await atDesk(server, { name: 'Ada', role: 'admin' })];
  await server.api(setPresence, { params: { id }, body: { state: 'answering' } }, { token: noor.token });
  const known = (await ana.list()).version;
  expect((await ana.row(id)).presence).toMatchObject([{ name: 'Noor', is_answering: true }]);
  if (how === 'signs out') await server.api(endStaffSession, { params: { id: 'current' } }, { token: noor.token });
  else await server.api(endMemberSessions, { params: { personId: noor.personId } }, { token: admin.token });
  expect((await ana.row(id)).presence).toEqual([]);
  const { rows } = await server.api(inbox, { query: { known } }, { token: ana.token });
  expect(rows).toMatchObject([{ presence: [] }]);
});

test('who is taken off the clinic is at no item any more', async () => {
  const { id, ana } = await requested();
  const noor = await atDesk(server, { name: 'Noor' });
  await server.api(setPresence, { params: { id }, body: { state: 'answering' } }, { token: noor.token });
  expect((await ana.row(id)).presence).toMatchObject([{ name: 'Noor', is_answering: true }]);
  const admin = await atDesk(server, { role: 'admin' });
  await server.api(removeMember, { params: { personId: noor.personId } }, { token: admin.token });
  expect((await ana.row(id)).presence).toEqual([]);
});
