import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refill } from '../../../../server/modules/desk/kinds/refill';
import { MINUTE } from '../../../../src/limits';
import { listRefills, requestRefill } from '../../../../src/contract/pets';
import { knownClient, patient } from '../../../support/clinicFile';
import { staffMember } from '../../../support/staff';
import { manyClinics } from '../../booking/support';
import { atDesk } from '../support';
import { ana, desk, messagesTo } from './support';

const open = manyClinics();

const rex = patient({
  id: 'patient-rex',
  name: 'Rex',
  medications: [{ id: 'm1', description: 'Carprofen 75 mg' }],
});

const eatsNot = { id: 'a', keywords: ['not eating'], all_products: true, action_type: 'info' };

async function asked(note?: string) {
  const server = await open({
    shop: { feature_settings: { pet_portal_medication_refills_enabled: true, answer_within_hours: 4 } },
    clients: [{ ...knownClient, patients: [rex] }],
    keyword_actions: [eatsNot],
  });
  const { token } = await server.signIn('jo@example.com');
  const { id } = await server.api(
    requestRefill,
    { body: { patient_id: 'patient-rex', ...(note ? { note } : { medication_id: 'm1' }) } },
    { token },
  );
  const states = async () =>
    (await server.api(listRefills, {}, { token })).map(({ state, reason }) => (reason ? `${state}: ${reason}` : state));
  const told = () => messagesTo(server, '+15125550111', 'jo@example.com');
  return { server, id, states, told };
}

describe('a refill goes forward only (D-424)', () => {
  it('says that the same medication was asked for once more, so that nobody gives it twice', async () => {
    const { server, id } = await asked();
    const at = desk(server, refill);
    expect((await at.read(id))!.hint).toBeNull();
    await at.give(id, { name: 'approve' });
    const { token } = await server.signIn('jo@example.com');
    const again = await server.api(
      requestRefill,
      { body: { patient_id: 'patient-rex', medication_id: 'm1' } },
      { token, key: randomUUID() },
    );
    const shown = (await at.read(again.id))!;
    expect(shown.hint).toMatch(
      /^The same medication was asked for today .* as well: that one was approved today \d+:\d\d[ap]m\.$/,
    );
    expect(shown.happened).toContainEqual(
      expect.objectContaining({
        who: 'Jo Miller',
        what: 'Asked for the same medication as well',
        state: expect.stringMatching(/^Approved today \d+:\d\d[ap]m$/) as string,
      }),
    );
    // The other one says so too; one that was declined is of no matter.
    expect((await at.read(id))!.hint).toMatch(/that one waits too\.$/);
    await at.give(again.id, { name: 'decline', reason: 'other', words: 'It is on its way.' });
    expect((await at.read(id))!.hint).toBeNull();
  });

  it('names the one that is approved before others that wait, also before that has left', async () => {
    const { server, id } = await asked();
    const { token } = await server.signIn('jo@example.com');
    const again = async () => {
      server.clock.advance(MINUTE);
      const body = { patient_id: 'patient-rex', medication_id: 'm1' };
      return (await server.api(requestRefill, { body }, { token, key: randomUUID() })).id;
    };
    const [second, third] = [await again(), await again()];
    const staff = await atDesk(server);
    const hint = async (of: string) => (await staff.item(`refill-${of}`)).hint;
    expect(await hint(third)).toMatch(/^(?=.*: that one waits too\. And ).*: that one waits too\.$/);
    const { version } = await staff.row(`refill-${second}`);
    await staff.answer(`refill-${id}`, { name: 'approve' });
    // Whoever read the second before is told first, and approves it only on what they read then.
    expect(await staff.tryAnswer(`refill-${second}`, { name: 'approve', version })).toMatchObject({
      status: 422,
      body: { message: 'This has changed meanwhile. Please look at it again.' },
    });
    for (const waits of [second, third])
      expect(await hint(waits)).toMatch(
        /^The same medication was asked for today \S+ as well: that one was approved today \S+\. And today \S+: that one waits too\.$/,
      );
  });

  it('from received to picked up, and its owner reads what was shown before', async () => {
    const { server, id, states, told } = await asked();
    const at = desk(server, refill);
    expect(await at.list()).toMatchObject([
      {
        thingId: id,
        place: 'waits',
        says: 'Refill',
        what: 'Carprofen 75 mg',
        owner: 'Jo Miller',
        pet: { name: 'Rex' },
      },
    ]);
    const seen: string[] = [];
    for (const [name, state, place] of [
      ['approve', 'approved', 'waits'],
      ['ready', 'ready', 'offered'],
    ] as const) {
      const preview = await at.preview(id, { name });
      expect(preview).toMatchObject({ ways: 'Text and e-mail' });
      expect(preview.words).toContain('Carprofen 75 mg for Rex');
      seen.push(preview.words!);
      const given = await at.record(id, { name });
      expect((await told()).map(({ channel }) => channel)).toHaveLength(2 * (seen.length - 1));
      expect(await given.leave()).toEqual({ voided: null });
      expect(await states()).toEqual([state]);
      expect(await at.list()).toMatchObject([{ place }]);
      expect((await told()).filter(({ channel }) => channel === 'sms').map(({ body_text }) => body_text)).toEqual(seen);
    }
    expect(await at.preview(id, { name: 'done' })).toMatchObject({ words: null, ways: '' });
    expect(await at.give(id, { name: 'done' })).toBeNull();
    expect(await states()).toEqual(['done']);
    expect((await at.read(id))!.happened.map(({ what, state }) => [what, state])).toEqual([
      ['Asked for the refill', null],
      ...Array.from({ length: 2 }, () => [
        ['Text message', 'On its way'],
        ['E-mail', 'On its way'],
      ]).flat(),
    ]);
    // What was said to the owner can be read at the desk, word for word.
    const said = (await at.read(id))!.happened.flatMap((one) => one.said ?? []);
    expect(said.filter((text) => seen.includes(text))).toEqual(seen);
    expect(await at.list()).toEqual([]);
    expect(await at.read(id)).toMatchObject({ listed: { place: 'answered', approved_by: 'Ana' }, actions: [] });
    for (const name of ['approve', 'ready', 'done', 'decline', 'seen'] as const) {
      await expect(at.record(id, { name })).rejects.toMatchObject({ code: 'not_allowed' });
      await expect(at.preview(id, { name })).rejects.toMatchObject({ code: 'not_allowed' });
    }
  });

  it('or declined, with the reason and the own words that the owner reads', async () => {
    const { server, id, states, told } = await asked();
    const at = desk(server, refill);
    const body = { name: 'decline', reason: 'call_us', words: 'Rex was not seen for a year.' } as const;
    const preview = await at.preview(id, body);
    expect(await at.give(id, body)).toBeNull();
    const [text] = await told();
    expect(text!.body_text).toBe(preview.words);
    expect(text!.body_text).toContain('Rex was not seen for a year.');
    expect((await states())[0]).toContain('Rex was not seen for a year.');
    // What is said of who was first is not the reason that the owner reads.
    expect((await at.read(id))!.hint).toBeNull();
  });

  it('urgent words of the note are marked, and its line names the first', async () => {
    const { server, id } = await asked('She is Not eating since Friday');
    expect(await desk(server, refill).list()).toMatchObject([{ urgent_word: 'Not eating' }]);
    expect(await desk(server, refill).read(id)).toMatchObject({
      listed: { urgent_word: 'Not eating' },
      note: { urgent: [{ from: 7, to: 17 }] },
    });
  });

  it('a text to the owner never has the words of the note', async () => {
    const { server, id, told } = await asked('the drops of my neighbor');
    expect(await desk(server, refill).give(id, { name: 'approve' })).toBeNull();
    expect(JSON.stringify(await told())).not.toContain('neighbor');
    expect(await desk(server, refill).read(id)).toMatchObject({ note: { text: 'the drops of my neighbor' } });
  });
});

describe('what is recorded and taken back tells nobody (D-426)', () => {
  it('and the refill waits as before', async () => {
    const { server, id, states, told } = await asked();
    const at = desk(server, refill);
    await (await at.record(id, { name: 'approve' })).takeBack();
    expect([await states(), await told()]).toEqual([['received'], []]);
    expect(await at.give(id, { name: 'approve' })).toBeNull();
  });

  it('and what changed meanwhile wins: another answer, a pet that died, a medication that was withdrawn', async () => {
    const { server, id, states, told } = await asked();
    const at = desk(server, refill);
    const late = await at.record(id, { name: 'approve' });
    expect(await at.give(id, { name: 'decline', reason: 'not_treated' })).toBeNull();
    const before = (await told()).length;
    expect(await late.leave()).toEqual({ voided: 'The refill is declined already.' });
    expect((await told()).length).toBe(before);

    const second = await asked();
    const other = desk(second.server, refill);
    const approved = await other.record(second.id, { name: 'approve' });
    await second.server.db
      .updateTable('medications')
      .set({ withdrawn: true })
      .where('clinic_id', '=', second.server.clinicId)
      .execute();
    expect((await approved.leave()).voided).toContain('withdrawn');
    await second.server.db
      .updateTable('patients')
      .set({ deceased_at: '2026-11-20' })
      .where('clinic_id', '=', second.server.clinicId)
      .execute();
    expect(await other.read(second.id)).toMatchObject({ actions: [{ name: 'approve', blocked: 'Rex has died.' }, {}] });
    expect(await other.give(second.id, { name: 'decline' })).toBeNull();
    expect([await second.states(), await second.told()]).toEqual([['declined'], []]);
    expect(states).toBeDefined();
  });
});

describe('who approves (D-421)', () => {
  it('everybody where no member is a clinician, else clinicians alone; others mark it as seen', async () => {
    const { server, id, states, told } = await asked();
    expect(await desk(server, refill).list()).toMatchObject([{ needs_clinician: false }]);
    await staffMember(server, { name: 'Ada', providerId: 'ada' });
    const at = desk(server, refill);
    expect(await at.list()).toMatchObject([{ needs_clinician: true }]);
    await expect(at.record(id, { name: 'approve' })).rejects.toMatchObject({ code: 'not_allowed' });
    // Each is offered the one that they may give, filled.
    const [front, vet] = [
      await atDesk(server, { name: 'Marcus' }),
      await atDesk(server, { name: 'Ben', providerId: 'ben' }),
    ];
    const primaryOf = async (who: typeof front) =>
      (await who.item(`refill-${id}`)).actions.map(({ name, is_primary }) => [name, is_primary]);
    expect(await primaryOf(front)).toEqual([
      ['seen', true],
      ['decline', false],
    ]);
    expect(await primaryOf(vet)).toEqual([
      ['approve', true],
      ['decline', false],
    ]);
    expect((await vet.item(`refill-${id}`)).actions[0]!.will_read).toEqual({
      words: (await desk(server, refill, { ...ana, providerId: 'ada' }).preview(id, { name: 'approve' })).words,
      ways: 'Text and e-mail',
    });
    expect(await at.give(id, { name: 'seen' })).toBeNull();
    expect([await states(), await told()]).toEqual([['received'], []]);
    expect(await at.list()).toMatchObject([{ needs_clinician: true, place: 'waits' }]);
    expect(
      await desk(server, refill, { ...ana, name: 'Ada', providerId: 'ada' }).give(id, { name: 'approve' }),
    ).toBeNull();
    expect(await at.list()).toMatchObject([{ approved_by: 'Ada', needs_clinician: false }]);
  });

  it('says who approves from now on to a member whom it has become forbidden, whatever was answered before', async () => {
    const { server, id } = await asked();
    const front = await atDesk(server, { name: 'Marcus' });
    const item = `refill-${id}`;
    const ben = await staffMember(server, { name: 'Ben' });
    const beBen = (provider_id: string | null) =>
      server.db.updateTable('memberships').set({ provider_id }).where('person_id', '=', ben.personId).execute();
    const tried = async (version: string) => {
      await beBen('ben');
      const { status, body } = await front.tryAnswer(item, { name: 'approve', version });
      return [status, (body as { message: string }).message];
    };
    expect(await tried((await front.row(item)).version)).toEqual([
      422,
      'Only a clinician approves refills here now. Mark it as seen, and one is asked.',
    ]);
    await front.answer(item, { name: 'seen' });
    await beBen(null);
    expect(await tried((await front.row(item)).version)).toEqual([
      422,
      'Only a clinician approves refills here now. One has been asked already.',
    ]);
  });

  it('seen holds up no clinician, has left at once, and is not asked of its giver again', async () => {
    const { server, id } = await asked();
    const vet = await atDesk(server, { name: 'Ben', providerId: 'ben' });
    const front = await atDesk(server, { name: 'Marcus Bell' });
    const item = `refill-${id}`;
    const { answer } = await front.answer(item, { name: 'seen' });
    expect(answer.left_at).not.toBeNull();
    expect((await front.list()).rows).toMatchObject([{ id: item, place: 'waits' }]);
    expect(await front.item(item)).toMatchObject({
      actions: [{ name: 'decline', is_primary: false }],
      hint: 'A clinician approves it. Marcus has asked already.',
    });
    expect((await vet.tryAnswer(item, { name: 'approve' })).status).toBe(200);
    expect((await front.item(item)).hint).toBeNull();
  });
});
