import { describe, expect, it } from 'vitest';
import { cancelAppointment, CUSTOMER_SITE, rescheduleAppointment } from '../../../../src/contract/appointments';
import { previewAnswer } from '../../../../src/contract/desk/inbox';
import { DAY, SECOND } from '../../../../src/limits';
import { knownClient } from '../../../support/clinicFile';
import { bookAs, chicago, jo, manyClinics, owner, wednesday } from '../../booking/support';
import { atDesk, leaveNow } from '../support';
import { messagesTo } from './support';

const open = manyClinics();
const changeable = { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true };
const [phone, email] = ['+15125550111', 'jo@example.com'];

async function failed(
  given: object = {},
  contacts: object = {},
  settings: object = {},
  others: (typeof knownClient)[] = [],
) {
  const server = await open({
    shop: { feature_settings: settings },
    clients: [{ ...knownClient, ...contacts }, ...others],
  });
  const now = server.clock.now();
  const id = await server.services.messages.enqueue(server.db, {
    clinicId: server.clinicId,
    channel: 'sms',
    recipient: phone,
    text: 'Test Vets: Rex is booked. https://testvets.example/a',
    kind: 'booking_confirmation',
    ...given,
  });
  await server.db
    .updateTable('messages')
    .set({ failed_at: now, attempts: 84, last_error: 'no such number' })
    .where('id', '=', id)
    .execute();
  const ana = await atDesk(server);
  const item = `undelivered-${id}`;
  const leave = async () => {
    server.clock.advance(21 * SECOND);
    await leaveNow(server);
  };
  const preview = async (body: { name: 'resend' | 'send_other_way' | 'correct' | 'let_be'; contact?: string }) =>
    server.api(
      previewAnswer,
      { params: { id: item }, body: { ...body, version: (await ana.row(item)).version } },
      { token: ana.token },
    );
  const told = (...to: string[]) => messagesTo(server, ...to);
  return { server, id, item, ana, leave, preview, told };
}

describe('a message that could not be delivered', () => {
  it('waits for the clinic with its owner, for 30 days, but not one to somebody else or with a code', async () => {
    const { server, item, ana } = await failed();
    expect((await ana.list()).rows).toMatchObject([
      { id: item, owner: 'Jo Miller', says: 'Not delivered', what: 'Text with the confirmation' },
    ]);
    expect(await ana.item(item)).toMatchObject({
      client_id: 'client-jo',
      actions: [
        { name: 'send_other_way', label: 'Send as an e-mail', is_primary: true, will_read: { ways: 'E-mail' } },
        { name: 'correct', is_primary: false },
        { name: 'resend' },
        { name: 'let_be' },
      ],
    });
    server.clock.advance(30 * DAY);
    expect((await (await atDesk(server)).list()).rows).toEqual([]);
    for (const other of [{ kind: 'code' }, { recipient: '+15125550199' }])
      expect((await (await failed(other)).ana.list()).rows).toEqual([]);
  });

  it('is due before the visit that it concerns, and shows its pet (D-427)', async () => {
    const { server, ana, item } = await failed({}, {}, { answer_within_hours: 2 });
    const who = await jo(server);
    const booked = await bookAs(server, who, chicago(wednesday, '09:00'));
    await server.db.updateTable('messages').set({ visit_id: booked.id }).where('id', '=', item.slice(12)).execute();
    const row = (await ana.list()).rows!.find(({ id }) => id === item);
    expect(row).toMatchObject({ due_at: chicago(wednesday, '09:00'), pet: { name: 'Rex' } });
  });

  it('goes out the other way as it was shown, once, after twenty seconds', async () => {
    const { item, ana, leave, preview, told } = await failed();
    const shown = await preview({ name: 'send_other_way' });
    expect(shown).toMatchObject({ ways: 'E-mail', button: 'Send as an e-mail' });
    await ana.answer(item, { name: 'send_other_way' });
    expect(await told(email)).toEqual([]);
    await leave();
    await leave();
    expect((await told(email)).map(({ body_text }) => body_text)).toEqual([shown.words]);
    expect((await ana.list()).rows).toEqual([]);
    expect((await ana.row(item)).answer).toMatchObject({ words: 'sent another way', voided: null });
    expect((await ana.answered()).rows).toMatchObject([{ id: item }]);
  });

  it('an e-mail goes out as a text without greeting and end; nothing goes to a contact that was only typed', async () => {
    const { ana, item, leave, preview, told } = await failed({
      channel: 'email',
      recipient: email,
      subject: 'Your appointment',
      text: 'Hello Jo,\n\nRex is booked.\nExam\n\nQuestions? Call us.\n\nTest Vets',
    });
    expect((await preview({ name: 'send_other_way' })).words).toBe('Test Vets: Rex is booked. Exam');
    await ana.answer(item, { name: 'send_other_way' });
    await leave();
    expect(await told(phone)).toMatchObject([{ body_text: 'Test Vets: Rex is booked. Exam' }]);

    const typed = await failed({}, { metadata: { unverified: ['email'] } });
    expect((await typed.ana.item(typed.item)).actions).toMatchObject([
      { name: 'correct', is_primary: true },
      { name: 'resend' },
      { name: 'let_be' },
    ]);
    expect((await typed.ana.tryAnswer(typed.item, { name: 'send_other_way' })).status).toBe(422);
  });

  it('goes to a corrected number, which is the clinic’s own and gets messages from then on (D-401)', async () => {
    const { server, item, ana, leave, preview, told } = await failed();
    expect(await preview({ name: 'correct', contact: '512 555 0142' })).toMatchObject({
      ways: 'Text',
      does: ['The record of Jo Miller has 512-555-0142 from now on.'],
    });
    expect((await ana.tryAnswer(item, { name: 'correct', contact: 'seven' })).status).toBe(400);
    expect((await ana.tryAnswer(item, { name: 'correct' })).status).toBe(400);
    await ana.answer(item, { name: 'correct', contact: '512 555 0142' });
    await leave();
    expect(await told(phone)).toEqual([]);
    expect(await told('+15125550142')).toMatchObject([{ failed_at: null, channel: 'sms' }]);
    const { phone: now, metadata } = await server.db
      .selectFrom('clients')
      .select(['phone', 'metadata'])
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', 'client-jo')
      .executeTakeFirstOrThrow();
    expect([now, metadata.unverified]).toEqual(['+15125550142', undefined]);
    expect((await ana.list()).rows).toEqual([]);
  });

  it('says after a correction whose contact was changed from what to what, in the audit too (D-422)', async () => {
    const { server, id, item, ana, leave } = await failed();
    await ana.answer(item, { name: 'correct', contact: '512 555 0142' });
    await leave();
    await server.db.updateTable('messages').set({ delivered_at: server.clock.now() }).where('id', '=', id).execute();
    const { happened, ...shown } = await ana.item(item);
    expect(shown).toMatchObject({
      client_id: 'client-jo',
      phone: { value: '512-555-0142' },
      ask: { state: 'Delivered' },
    });
    const did = 'corrected and sent again: the number of Jo Miller from 512-555-0111 to 512-555-0142';
    expect(happened.map(({ what, state }) => [what, state ?? null])).toEqual([
      ['Text to the old number', 'Undelivered'],
      [`C${did.slice(1)}`, null],
      ['Text to 512-555-0142', 'Delivered'],
    ]);
    const lines = await server.db.selectFrom('audit_lines').select('what').execute();
    expect(lines.map(({ what }) => what)).toContain(`undelivered: ${did}`);
  });

  it('is shown as it was answered where no record has its contact any more', async () => {
    const { server, item, ana, leave } = await failed();
    await ana.answer(item, { name: 'let_be' });
    await leave();
    await server.db
      .updateTable('clients')
      .set({ phone: '+15125550177' })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', 'client-jo')
      .execute();
    expect((await ana.answered()).rows).toMatchObject([{ id: item }]);
    expect(await ana.item(item)).toMatchObject({
      client_id: null,
      row: { owner: 'Jo Miller' },
      ask: { state: 'let be' },
    });
  });

  it.each(['before it was sent', 'before it left'])(
    'is not corrected where its owner changed the number %s: theirs is proved (D-401)',
    async (when) => {
      const { server, id, item, ana, leave, told } = await failed();
      const booked = await bookAs(server, await jo(server), chicago(wednesday, '09:00'));
      await server.db.updateTable('messages').set({ visit_id: booked.id }).where('id', '=', id).execute();
      const change = () =>
        server.db
          .updateTable('clients')
          .set({ phone: '+15125550177' })
          .where('clinic_id', '=', server.clinicId)
          .where('id', '=', 'client-jo')
          .execute();
      const { version } = await ana.row(item);
      const body = { name: 'correct', contact: '512 555 0142', version } as const;
      if (when === 'before it was sent') {
        await change();
        const refused = await ana.tryAnswer(item, body);
        expect(refused).toMatchObject({
          status: 422,
          body: { message: 'This has changed meanwhile. Please look at it again.' },
        });
      } else {
        expect((await ana.tryAnswer(item, body)).status).toBe(200);
        await change();
        await leave();
        expect((await ana.row(item)).answer?.voided).toBe('Jo Miller has another number since.');
      }
      expect((await ana.list()).rows).toMatchObject([{ id: item, place: 'waits' }]);
      expect(await told('+15125550142')).toEqual([]);
      const { phone: kept } = await server.db
        .selectFrom('clients')
        .select('phone')
        .where('clinic_id', '=', server.clinicId)
        .where('id', '=', 'client-jo')
        .executeTakeFirstOrThrow();
      expect(kept).toBe('+15125550177');
    },
  );

  it('is sent again, and waits again where it is given up again', async () => {
    const { server, id, item, ana, leave, told } = await failed();
    await ana.answer(item, { name: 'resend' });
    await leave();
    expect(await told(phone)).toMatchObject([{ id, failed_at: null }]);
    server.clock.advance(DAY);
    const again = server.clock.now();
    await server.db.updateTable('messages').set({ failed_at: again }).where('id', '=', id).execute();
    expect((await (await atDesk(server)).list()).rows).toMatchObject([{ id: item }]);
  });

  it('is let be, and taken back waits on; what changed meanwhile wins', async () => {
    const { server, id, item, ana, leave, told } = await failed();
    const { answer } = await ana.answer(item, { name: 'let_be' });
    expect((await ana.undo(answer.id)).status).toBe(200);
    expect((await ana.list()).rows).toMatchObject([{ id: item, place: 'waits' }]);
    await ana.answer(item, { name: 'send_other_way' });
    await server.db.updateTable('messages').set({ failed_at: null }).where('id', '=', id).execute();
    await leave();
    expect(await told(email)).toEqual([]);
    await server.db.updateTable('messages').set({ failed_at: server.clock.now() }).where('id', '=', id).execute();
    await ana.answer(item, { name: 'let_be' });
    await leave();
    expect([(await ana.list()).rows, await told(email)]).toEqual([[], []]);
  });

  it.each([
    ['is not true any more', { kind: 'booking_confirmation' }, '. The visit was canceled since'],
    ['is gone', { kind: 'reminder' }, '. It does not wait any more'],
  ])(
    'corrects the number also where the visit is canceled within the 20 s and the message %s',
    async (_, about, why) => {
      const { server, id, item, ana, leave, told } = await failed({}, {}, changeable);
      const who = await jo(server);
      const visit = await bookAs(server, who, chicago(wednesday, '09:00'));
      await server.db.deleteFrom('messages').where('id', '<>', id).execute();
      const isReminder = about.kind === 'reminder';
      await server.db
        .updateTable('messages')
        .set({ ...about, visit_id: visit.id, ...(isReminder && { appointment_id: visit.id }) })
        .where('id', '=', id)
        .execute();
      await ana.answer(item, { name: 'correct', contact: '512 555 0142' });
      await server.api(cancelAppointment, { body: { id: visit.id, source: CUSTOMER_SITE } }, { token: who.token });
      await leave();
      const { phone: its } = await server.db
        .selectFrom('clients')
        .select('phone')
        .where('clinic_id', '=', server.clinicId)
        .where('id', '=', 'client-jo')
        .executeTakeFirstOrThrow();
      expect(its).toBe('+15125550142');
      expect((await told('+15125550142')).filter((one) => one.id === id)).toEqual([]);
      const did = `orrected, not sent any more: the number of Jo Miller from 512-555-0111 to 512-555-0142${why}`;
      expect((await ana.item(item)).happened).toContainEqual(expect.objectContaining({ what: `C${did}`, state: null }));
      const audited = await server.db
        .selectFrom('audit_lines')
        .select('what')
        .where('clinic_id', '=', server.clinicId)
        .where('item_id', '=', item)
        .execute();
      expect(audited).toEqual([{ what: `undelivered: c${did}` }]);
    },
  );

  it('leaves the owner’s other messages to a corrected number in the list, to be sent to the new one', async () => {
    const { server, item, ana, leave, preview, told } = await failed();
    const notice = await server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'sms',
      recipient: phone,
      text: 'Test Vets: your account was signed in to on a new device.',
      kind: 'sign_in_notice',
    });
    await server.db
      .updateTable('messages')
      .set({ failed_at: server.clock.now(), attempts: 84 })
      .where('id', '=', notice)
      .execute();
    const other = `undelivered-${notice}`;
    expect((await ana.row(other)).what).toBe('Text with the notice of a new sign-in');
    expect((await preview({ name: 'correct', contact: '512 555 0142' })).does).toEqual([
      'The record of Jo Miller has 512-555-0142 from now on.',
      'One more message to the old number waits here to be sent to it.',
    ]);
    await ana.answer(item, { name: 'correct', contact: '512 555 0142' });
    await leave();
    expect((await ana.list()).rows).toMatchObject([{ id: other, place: 'waits' }]);
    expect(await ana.item(other)).toMatchObject({
      ask: { line: expect.stringContaining('To the old number') },
      hint: expect.stringContaining('not sent there yet'),
      actions: [
        { name: 'resend', label: 'Send to the new number', is_primary: true, will_read: { ways: 'Text' } },
        { name: 'send_other_way', is_primary: false },
        { name: 'correct' },
        { name: 'let_be' },
      ],
    });
    await ana.answer(other, { name: 'resend' });
    await leave();
    expect(await told('+15125550142')).toMatchObject([{ failed_at: null }, { id: notice, failed_at: null }]);
    expect([(await ana.list()).rows, await told(phone)]).toEqual([[], []]);
  });

  it.each([
    ['canceled', cancelAppointment, 'The visit was canceled since.'],
    ['moved', rescheduleAppointment, 'The visit has another time since.'],
  ] as const)('about a visit that was %s since is not sent any more, by no way', async (_, call, since) => {
    const { server, id, item, ana, leave, told } = await failed({}, {}, changeable);
    const who = await jo(server);
    const booked = await bookAs(server, who, chicago(wednesday, '09:00'));
    await server.db.deleteFrom('messages').where('id', '<>', id).execute();
    await server.db.updateTable('messages').set({ visit_id: booked.id }).where('id', '=', id).execute();
    const { version } = await ana.row(item);
    await ana.answer(item, { name: 'send_other_way', version });
    server.clock.advance(SECOND);
    if (call === cancelAppointment)
      await server.api(call, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token: who.token });
    else
      await server.api(
        rescheduleAppointment,
        { params: { id: booked.id }, body: { dateTime: chicago(wednesday, '11:00'), providerId: 'ada' } },
        { token: who.token },
      );
    await leave();
    expect((await told(phone, email)).filter(({ kind }) => kind === 'booking_confirmation')).toMatchObject([
      { id, failed_at: expect.any(Date) },
    ]);
    expect((await ana.list()).rows).toMatchObject([{ id: item, answer: { voided: since } }]);
    const shown = await ana.item(item);
    expect(shown).toMatchObject({
      hint: `${since} What this says is true no more.`,
      actions: [
        { name: 'let_be', is_primary: true },
        { name: 'send_other_way', blocked: since },
        { name: 'correct', blocked: since },
        { name: 'resend', blocked: since },
      ],
    });
    expect(await ana.tryAnswer(item, { name: 'resend' })).toMatchObject({ status: 422, body: { message: since } });
    await ana.answer(item, { name: 'let_be' });
    await leave();
    expect((await ana.list()).rows).toEqual([]);
  });

  it('stays with the owner of its visit who has another number since, and goes there', async () => {
    const { server, id, item, ana, leave, told } = await failed();
    const who = await jo(server);
    const booked = await bookAs(server, who, chicago(wednesday, '09:00'));
    await server.db.deleteFrom('messages').where('id', '<>', id).execute();
    await server.db.updateTable('messages').set({ visit_id: booked.id }).where('id', '=', id).execute();
    await server.db.updateTable('clients').set({ phone: '+15125550142' }).where('id', '=', 'client-jo').execute();
    expect((await ana.item(item)).actions[0]).toMatchObject({ name: 'resend', label: 'Send to the new number' });
    await ana.answer(item, { name: 'resend' });
    await leave();
    expect(await told(phone, '+15125550142')).toMatchObject([{ id, recipient: '+15125550142', failed_at: null }]);
  });

  it('about a new sign-in stays with its owner who has another e-mail since, and goes there', async () => {
    const { server, ana, leave, told } = await failed();
    await jo(server);
    await server.db.deleteFrom('messages').execute();
    // Once more, on a device that is new: told to the other contact (D-406).
    await jo(server);
    const [notice] = await told(email);
    expect(notice).toMatchObject({ kind: 'sign_in_notice' });
    const { id } = notice!;
    await server.db.updateTable('messages').set({ failed_at: server.clock.now() }).where('id', '=', id).execute();
    const item = `undelivered-${id}`;
    const waits = [{ id: item, owner: 'Jo Miller', what: 'E-mail with the notice of a new sign-in' }];
    expect((await ana.list()).rows).toMatchObject(waits);
    await server.db.updateTable('clients').set({ email: 'jo@new.example' }).where('id', '=', 'client-jo').execute();
    expect((await ana.list()).rows).toMatchObject(waits);
    expect((await ana.item(item)).actions[0]).toMatchObject({ name: 'resend', label: 'Send to the new e-mail' });
    await ana.answer(item, { name: 'resend' });
    await leave();
    expect(await told('jo@new.example')).toMatchObject([{ id, failed_at: null }]);
  });

  it('says that the same news arrived by the other way, and is not sent by it again', async () => {
    const { server, item, ana, told } = await failed();
    const twin = await server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'email',
      recipient: email,
      subject: 'Your appointment',
      text: 'Rex is booked.',
      kind: 'booking_confirmation',
    });
    const fared = async (how: { delivered_at?: Date; failed_at?: Date }) => {
      await server.db
        .updateTable('messages')
        .set({ attempts: 1, ...how })
        .where('id', '=', twin)
        .execute();
      const { actions, hint, happened } = await ana.item(item);
      return {
        hint,
        state: happened[0]?.state,
        ways: actions.map(({ name, is_primary }) => (is_primary ? `${name}!` : name)),
      };
    };
    const ways = ['correct!', 'resend', 'let_be'];
    expect(await fared({})).toEqual({
      hint: 'The e-mail with the same news is on its way.',
      state: 'On its way',
      ways,
    });
    expect((await ana.tryAnswer(item, { name: 'send_other_way' })).status).toBe(422);
    expect(await fared({ delivered_at: server.clock.now() })).toEqual({
      hint: expect.stringMatching(/^The e-mail with the same news was delivered today /),
      state: 'Delivered',
      ways,
    });
    expect(await told(email)).toHaveLength(1);
  });

  it('says whose a corrected number is already, and who has confirmed it', async () => {
    const noor = { ...knownClient, id: 'client-noor', first_name: 'Noor', last_name: 'Haddad', phone: '+15125550142' };
    const { server, preview } = await failed({}, {}, {}, [{ ...noor, email: 'noor@example.com', patients: [] }]);
    const correction = () => preview({ name: 'correct', contact: '512 555 0142' });
    expect(await correction()).toMatchObject({
      button: 'Correct and send',
      warning: 'Noor Haddad has this number, too.',
    });
    await owner(server, '+15125550142', { first_name: 'Noor', last_name: 'Haddad' });
    expect(await correction()).toMatchObject({
      button: 'Send to Noor Haddad’s number',
      warning: 'Noor Haddad has this number, confirmed by a code, and will read what is sent there.',
    });
    expect(await preview({ name: 'correct', contact: '512 555 0143' })).toMatchObject({ warning: null });
  });
});
