import { describe, expect, it } from 'vitest';
import { endOffers } from '../../../../server/modules/appointments/endOffers';
import { cancelAppointment, CUSTOMER_SITE, getAppointment, pickTime } from '../../../../src/contract/appointments';
import { inbox, inboxItem, previewAnswer, type AnswerName } from '../../../../src/contract/desk/inbox';
import { joinWaitlist, leaveWaitlist } from '../../../../src/contract/waitlist';
import { SECOND } from '../../../../src/limits';
import { product } from '../../../support/clinicFile';
import {
  bookAs,
  chicago,
  claimLines,
  dies,
  jo,
  manyClinics,
  overlappingClaims,
  wednesday,
} from '../../booking/support';
import { atDesk, leaveNow } from '../support';
import { messagesTo } from './support';

const open = manyClinics();

async function waits(asksFirst = false, date = wednesday, isDropoff = false) {
  const server = await open(
    {
      shop: {
        metadata: { isAutoAccept: !asksFirst },
        feature_settings: {
          waitlist_ui_v1_enabled: true,
          client_online_cancellation_enabled: true,
          answer_within_hours: 2,
        },
      },
      products: [
        product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true }, dropoff_required: isDropoff }),
      ],
    },
    '2026-11-25T13:00:00Z',
  );
  const who = await jo(server);
  const booked = await bookAs(server, who, chicago(date, '16:00'), { isDropoff });
  const { id } = await server.api(
    joinWaitlist,
    { body: { client_id: who.clientId, appointment_id: booked.id } },
    { token: who.token },
  );
  const ana = await atDesk(server);
  const item = `waitlist-${id}`;
  const leave = async () => {
    server.clock.advance(21 * SECOND);
    await leaveNow(server);
  };
  const read = () => server.api(getAppointment, { params: { id: booked.id } }, { token: who.token });
  const preview = async (name: AnswerName) =>
    server.api(
      previewAnswer,
      { params: { id: item }, body: { name, version: (await ana.row(item)).version } },
      { token: ana.token },
    );
  const told = async () =>
    (await messagesTo(server, '+15125550111')).filter(({ kind }) => kind === 'offer' || kind === 'waitlist');
  return { server, who, booked, ana, item, leave, read, preview, told };
}

describe('an owner who would come earlier (D-425)', () => {
  it('is offered nothing for a pet that has died, neither before nor within the twenty seconds', async () => {
    const { server, ana, item, leave, read, told } = await waits();
    await ana.answer(item, { name: 'offer_freed' });
    await dies(server, 'Rex', '2026-11-24');
    await leave();
    expect([(await read()).offered, await told()]).toEqual([null, []]);
    const { row, actions } = await ana.item(item);
    expect(row.answer).toMatchObject({ voided: 'Rex has died.' });
    expect(actions).toMatchObject([
      { name: 'offer_freed', blocked: 'Rex has died.', will_read: null },
      { name: 'offer', blocked: 'Rex has died.' },
      { name: 'remove', blocked: null, will_read: null },
    ]);
    expect(await ana.tryAnswer(item, { name: 'offer_freed' })).toMatchObject({ body: { message: 'Rex has died.' } });
    // Taken off the list, its owner is not told that there is no earlier time.
    await ana.answer(item, { name: 'remove' });
    await leave();
    expect(await told()).toEqual([]);
  });

  it('of whose visit the clinic has not accepted the time is not told that it stays, but that the request does', async () => {
    const { server, booked, ana, item, leave, read, told } = await waits();
    await server.db.updateTable('appointments').set({ status: 'REQUESTED' }).where('id', '=', booked.id).execute();
    await ana.answer(item, { name: 'offer_freed' });
    await leave();
    expect((await told())[0]!.body_text).toMatch(/Until you pick, your request for Wed Nov 25, 2026, 4:00pm stays\. /);
    // It comes beside the time that was asked for, which the clinic has not refused.
    expect(await read()).toMatchObject({ offered: { times: [{}] }, offered_others: false });
    await ana.answer(item, { name: 'remove' });
    await leave();
    expect((await told())[0]!.body_text).toContain('Your request for Wed Nov 25, 2026, 4:00pm stays.');
  });

  it('is offered the earliest free time, named on the button, and picking it moves the visit', async () => {
    const { server, who, booked, ana, item, leave, read, preview, told } = await waits();
    expect((await ana.list()).rows).toMatchObject([
      {
        id: item,
        place: 'waits',
        owner: 'Jo Miller',
        what: 'before today 4:00pm, Exam',
        due_at: '2026-11-25T21:00:00.000Z',
      },
    ]);
    // It is 7 in the morning: offered times begin in two hours or later, and are held for half an hour at least.
    expect((await ana.item(item)).actions).toMatchObject([
      { name: 'offer_freed', label: 'Offer 9:30am', is_primary: true, blocked: null },
      { name: 'offer', tray: 'offer' },
      { name: 'remove' },
    ]);
    const shown = await preview('offer_freed');
    expect(shown).toMatchObject({ button: 'Offer 9:30am', ways: 'Text and e-mail' });
    const claims = await claimLines(server);
    await ana.answer(item, { name: 'offer_freed' });
    expect(await claimLines(server)).toHaveLength(claims.length + 1);
    expect([(await read()).offered, await told()]).toEqual([null, []]);
    await leave();
    expect((await told()).map(({ body_text }) => body_text)).toEqual([shown.words]);
    expect((await ana.list()).rows).toMatchObject([{ id: item, place: 'offered' }]);
    const { offered, status } = await read();
    expect([status, offered!.times]).toMatchObject(['ACCEPTED', [{ at: chicago(wednesday, '09:30') }]]);
    const moved = await server.api(
      pickTime,
      { params: { id: booked.id }, body: { time_id: offered!.times[0]!.id } },
      { token: who.token },
    );
    expect(moved).toMatchObject({ fromDate: chicago(wednesday, '09:30'), status: 'ACCEPTED', offered: null });
    expect((await ana.list()).rows).toEqual([]);
    expect(await ana.item(item)).toMatchObject({ row: { place: 'answered' }, actions: [] });
    expect(await claimLines(server)).toHaveLength(claims.length);
    expect(await overlappingClaims(server)).toBe(0);
  });

  it('offers the time that its button named, or none: one that was taken meanwhile is refused, and the next is named', async () => {
    const { server, who, ana, item, leave, told } = await waits();
    const [primary] = (await ana.item(item)).actions;
    expect(primary).toMatchObject({ label: 'Offer 9:30am', times: [{ at: chicago(wednesday, '09:30') }] });
    const { times, will_read } = primary!;
    await bookAs(server, who, chicago(wednesday, '09:30'));
    const refused = await ana.tryAnswer(item, { name: 'offer_freed', times: times! });
    expect([refused.status, await told()]).toEqual([409, []]);
    const next = (await ana.item(item)).actions[0]!;
    expect(next.label).toBe('Offer 10:00am');
    expect(next.will_read!.words).not.toBe(will_read!.words);
    await ana.answer(item, { name: 'offer_freed', times: next.times! });
    await leave();
    expect((await told()).map(({ body_text }) => body_text)).toEqual([next.will_read!.words]);
    expect(await overlappingClaims(server)).toBe(0);
  });

  it('keeps the visit when the offer ends, and is listed again', async () => {
    const { server, ana, item, leave, read } = await waits();
    const claims = await claimLines(server);
    await ana.answer(item, { name: 'offer_freed' });
    await leave();
    server.clock.set(chicago(wednesday, '08:00'));
    await endOffers(server.db, server.clock.now());
    expect(await read()).toMatchObject({ fromDate: chicago(wednesday, '16:00'), offered: null });
    expect(await claimLines(server)).toEqual(claims);
    const later = await atDesk(server);
    expect((await later.list()).rows).toMatchObject([{ id: item, place: 'waits' }]);
    expect((await later.item(item)).happened).toContainEqual({
      at: chicago(wednesday, '07:30'),
      who: 'Jo Miller',
      what: 'Picked none of the offered times before they ran out',
      state: null,
    });
  });

  it('taken back, or canceled by the owner meanwhile, frees the time and tells nobody', async () => {
    const { server, who, booked, ana, item, leave, told } = await waits();
    const claims = await claimLines(server);
    const { answer } = await ana.answer(item, { name: 'offer_freed' });
    expect((await ana.undo(answer.id)).status).toBe(200);
    expect(await claimLines(server)).toEqual(claims);
    await ana.answer(item, { name: 'offer_freed' });
    await server.api(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token: who.token });
    await leave();
    expect([await told(), await claimLines(server)]).toEqual([[], []]);
    expect((await ana.answered()).rows).toMatchObject([{ answer: { voided: 'Jo canceled the visit.' } }]);
    const lines = await server.db
      .selectFrom('audit_lines')
      .select(['what', 'taken_back_at'])
      .where('clinic_id', '=', server.clinicId)
      .where('item_id', '=', item)
      .execute();
    const offered = 'waitlist: offered 9:30am';
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual({ what: offered, taken_back_at: expect.any(Date) as Date });
    expect(lines).toContainEqual({ what: `${offered}, not sent: Jo canceled the visit`, taken_back_at: null });
  });

  it('who canceled the visit meanwhile is told of, with when; who left the list has no place any more', async () => {
    const { server, who, booked, ana, item } = await waits();
    const { version } = await ana.row(item);
    await server.api(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token: who.token });
    expect(await ana.item(item)).toMatchObject({
      row: { place: 'answered' },
      hint: 'Jo canceled the visit today 7:00am.',
      ask: { state: 'Canceled' },
      actions: [],
    });
    expect((await ana.tryAnswer(item, { name: 'remove', version })).status).toBe(422);
    const other = await waits();
    await other.server.api(
      leaveWaitlist,
      { body: { client_id: other.who.clientId, appointment_id: other.booked.id } },
      { token: other.who.token },
    );
    const read = await other.server.send(inboxItem, { params: { id: other.item } }, { token: other.ana.token });
    expect(read.status).toBe(404);
  });

  it('who leaves the list while times are held for them stays in sight until they pick or the offer ends', async () => {
    const { server, who, booked, ana, item, leave, read } = await waits();
    await ana.answer(item, { name: 'offer_freed' });
    await leave();
    const { version } = await ana.list();
    server.clock.advance(60 * SECOND);
    const left = server.clock.now().toISOString();
    const gone = { body: { client_id: who.clientId, appointment_id: booked.id } };
    await server.api(leaveWaitlist, gone, { token: who.token });
    expect((await server.api(inbox, { query: { known: version } }, { token: ana.token })).rows).toMatchObject([
      { id: item, place: 'offered', offered_until: (await read()).offered!.until },
    ]);
    expect(await ana.item(item)).toMatchObject({
      hint: 'Jo has left the waitlist. What is offered is held until today 7:30am.',
      offered: [{ at: chicago(wednesday, '09:30') }],
      happened: expect.arrayContaining([
        expect.objectContaining({ at: left, who: 'Jo Miller', what: 'Left the waitlist' }),
      ]) as unknown,
      actions: [],
    });
    const [time] = (await read()).offered!.times;
    await server.api(pickTime, { params: { id: booked.id }, body: { time_id: time!.id } }, { token: who.token });
    expect((await ana.list()).rows).toEqual([]);
    const shown = await ana.item(item);
    expect(shown).toMatchObject({
      hint: 'Jo picked the offered time, today 9:30am.',
      ask: { title: 'Exam', line: 'Has Wed Nov 25, 2026, 9:30am, Dr. Ada Park', state: 'Accepted' },
    });
    expect(shown.happened.filter(({ who: by }) => by === 'Jo Miller').map(({ what }) => what)).toEqual([
      'Asked for an earlier time',
      'Left the waitlist',
      'Picked today 9:30am, offered in place of today 4:00pm',
    ]);
  });

  it('says where the pet is left with the clinic', async () => {
    const { ana, item } = await waits(false, wednesday, true);
    expect((await ana.item(item)).ask?.line).toBe('Has Wed Nov 25, 2026, 4:00pm, drop-off, Dr. Ada Park');
  });

  it('who left the list without an offer is told of by name, with when', async () => {
    const { server, who, booked, ana, item, leave } = await waits();
    await ana.answer(item, { name: 'remove' });
    server.clock.advance(5 * SECOND);
    const gone = { body: { client_id: who.clientId, appointment_id: booked.id } };
    await server.api(leaveWaitlist, gone, { token: who.token });
    await leave();
    expect(await ana.item(item)).toMatchObject({
      row: { place: 'answered', answer: { voided: 'Jo is not on the waitlist any more.' } },
      ask: { title: 'Exam', line: 'Has Wed Nov 25, 2026, 4:00pm, Dr. Ada Park' },
      happened: expect.arrayContaining([
        expect.objectContaining({ what: 'Asked for an earlier time' }),
        expect.objectContaining({ what: 'Left the waitlist' }),
      ]) as unknown,
    });
  });

  it('is offered a time in the seconds in which their request was accepted, and both leave', async () => {
    const { booked, ana, item, leave, read, told } = await waits(true);
    await ana.answer(`request-${booked.id}`, { name: 'accept' });
    await ana.answer(item, { name: 'offer_freed' });
    await leave();
    const { status, offered } = await read();
    expect([status, offered?.times]).toMatchObject(['ACCEPTED', [{ at: chicago(wednesday, '09:30') }]]);
    expect(await told()).toHaveLength(1);
    expect((await ana.list()).rows).toMatchObject([{ id: item, place: 'offered', answer: { voided: null } }]);
  });

  it('is taken off the list while a time is offered: that is held no longer, and the message says so', async () => {
    const { server, who, booked, ana, item, leave, read, told } = await waits();
    const claims = await claimLines(server);
    await ana.answer(item, { name: 'offer_freed' });
    await leave();
    const { times } = (await read()).offered!;
    // Nothing is filled: it waits for its owner.
    const { actions } = await ana.item(item);
    expect(actions).toMatchObject([{ name: 'remove', is_primary: false }]);
    await ana.answer(item, { name: 'remove' });
    await leave();
    // What offered the time and had not been delivered is not sent any more.
    const [off] = await told();
    expect(await told()).toHaveLength(1);
    expect(off!.body_text).toContain('is not held for you any longer, and we have taken you off the waitlist');
    expect(off!.body_text).toBe(actions[0]!.will_read!.words);
    expect([(await read()).offered, await claimLines(server)]).toEqual([null, claims]);
    const late = server.send(
      pickTime,
      { params: { id: booked.id }, body: { time_id: times[0]!.id } },
      { token: who.token },
    );
    expect((await late).status).toBeGreaterThanOrEqual(400);
  });

  it('whose owner picks while they are being taken off has the time; the desk says who was first', async () => {
    const { server, who, booked, ana, item, leave, read, told } = await waits();
    await ana.answer(item, { name: 'offer_freed' });
    await leave();
    const [time] = (await read()).offered!.times;
    await ana.answer(item, { name: 'remove' });
    await server.api(pickTime, { params: { id: booked.id }, body: { time_id: time!.id } }, { token: who.token });
    await leave();
    expect([(await read()).fromDate, (await told()).filter(({ kind }) => kind === 'waitlist')]).toEqual([time!.at, []]);
    const shown = await ana.item(item);
    expect(shown).toMatchObject({
      row: { answer: { voided: 'Jo picked the offered time, today 9:30am.' } },
      hint: 'Jo picked the offered time, today 9:30am.',
    });
    expect(shown.happened.map(({ what }) => what)).toContain('Picked today 9:30am, offered in place of today 4:00pm');
  });

  it('is offered a time of another day by its day, also beside the line of that day', async () => {
    const { ana, item } = await waits(false, '2026-11-27');
    const { actions, day } = await ana.item(item);
    expect([actions[0]!.label, day!.date]).toEqual(['Offer today 9:30am', wednesday]);
    expect(day!.words).toMatch(/^It fits\. Today 9:30am: /);
  });

  it('is taken off the list and told so, the visit stays', async () => {
    const { ana, item, leave, read, preview, told } = await waits();
    const shown = await preview('remove');
    expect((await ana.item(item)).actions.at(-1)).toMatchObject({
      name: 'remove',
      will_read: { words: shown.words, ways: shown.ways },
    });
    await ana.answer(item, { name: 'remove' });
    await leave();
    expect((await told()).map(({ body_text }) => body_text)).toEqual([shown.words]);
    expect([(await ana.list()).rows, await read()]).toMatchObject([[], { fromDate: chicago(wednesday, '16:00') }]);
  });
});
