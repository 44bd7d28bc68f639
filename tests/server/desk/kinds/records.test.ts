import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../server/db/transaction';
import { mergeClients } from '../../../../server/modules/clients/merge';
import { records } from '../../../../server/modules/desk/kinds/records';
import { importClinicFile } from '../../../../server/modules/clinicFile/import';
import { clientByUser, upsertClient } from '../../../../src/contract/clients';
import { listAudit } from '../../../../src/contract/desk/staff';
import { listAppointments } from '../../../../src/contract/appointments';
import type { TestServer } from '../../../support/server';
import { client, clinicFile, patient } from '../../../support/clinicFile';
import { manyClinics, upsertBody } from '../../booking/support';
import { atDesk, leaveNow } from '../support';
import { desk } from './support';

const open = manyClinics();
const phone = '+15125550155';

const al = client({
  id: 'al',
  first_name: 'Al',
  last_name: 'Fox',
  phone,
  patients: [patient({ id: 'p-al', name: 'Ajax' })],
});
const bea = client({ id: 'bea', first_name: 'Bea', last_name: 'Fox', phone, email: 'bea@example.com' });

/** Somebody whose proved phone is in two records, before or after they have a new one. */
async function unclear(isNew: boolean, firstName = 'Bea', lists: Parameters<typeof open>[0] = {}) {
  const server = await open({ clients: [al, bea], ...lists });
  const { token, user } = await server.signIn(phone, { firstName });
  const own = isNew
    ? await server.api(upsertClient, { body: upsertBody({ first_name: firstName, last_name: 'Doe' }) }, { token })
    : null;
  const sees = async () => (await server.api(clientByUser, { query: { user_id: user.id } }, { token }))?.id ?? null;
  return { server, token, id: user.id, own: own?.id ?? null, at: desk(server, records), sees };
}

describe('an owner whose contact is in several records (D-214)', () => {
  it('sees none of them until the clinic says which; the list, the item and why', async () => {
    const { at, id, sees } = await unclear(false);
    expect(await at.list()).toMatchObject([{ thingId: id, owner: 'Bea', says: 'Several records', place: 'waits' }]);
    expect(await at.read(id)).toMatchObject({
      proved: { name: 'Bea', phone: { is_confirmed: true } },
      records: [
        { client_id: 'al', agrees: ['phone'], is_likely: false, pets: [{ name: 'Ajax', species: 'Dog' }] },
        { client_id: 'bea', agrees: ['name', 'phone'], is_likely: true },
      ],
      hint: 'Only this record agrees in name and phone.',
      actions: [
        { name: 'tie', client_id: 'al', is_primary: false },
        { name: 'tie', client_id: 'bea', is_primary: true },
        { name: 'new_client' },
        { name: 'merge' },
      ],
    });
    expect(await sees()).toBeNull();
  });

  it('is tied to the record that the clinic names, once the answer has left', async () => {
    const { at, id, sees } = await unclear(false);
    const given = await at.record(id, { name: 'tie', client_id: 'al' });
    expect(await sees()).toBeNull();
    expect(await given.leave()).toEqual({ voided: null });
    expect([await sees(), await at.list()]).toEqual(['al', []]);
    expect(await at.read(id)).toMatchObject({ listed: { place: 'answered' }, actions: [] });
    await expect(at.record(id, { name: 'tie', client_id: 'bea' })).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('or gets a record of their own', async () => {
    const { at, id, sees } = await unclear(false);
    expect(await at.preview(id, { name: 'new_client' })).toMatchObject({ does: ['Bea gets a new record.'] });
    expect(await at.give(id, { name: 'new_client' })).toBeNull();
    expect(['al', 'bea', null]).not.toContain(await sees());
    expect(await at.list()).toEqual([]);
  });

  it('keeps the new record that they have, or brings it into the one that is theirs', async () => {
    const kept = await unclear(true);
    expect(await kept.at.give(kept.id, { name: 'new_client' })).toBeNull();
    expect([await kept.sees(), await kept.at.list()]).toEqual([kept.own, []]);

    const { at, id, own, sees, server } = await unclear(true);
    const preview = await at.preview(id, { name: 'tie', client_id: 'bea' });
    expect(preview.does).toEqual(['One sign-in moves.', 'Bea Doe sees the pets and visits of this record.']);
    expect(await at.give(id, { name: 'tie', client_id: 'bea' })).toBeNull();
    expect([await sees(), await at.list()]).toEqual(['bea', []]);
    const row = await server.db
      .selectFrom('clients')
      .select(['user_id', 'metadata'])
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', own!)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: null, metadata: { merged_into: 'bea' } });
  });

  it('says of pets with the same name that they stay apart', async () => {
    const named = (id: string) => patient({ id, name: 'Nugget' });
    const { at, id } = await unclear(false, 'Bea', {
      clients: [
        { ...al, patients: [named('n1'), named('n2'), patient({ id: 'n3', name: 'Ajax' })] },
        { ...bea, patients: [named('n4'), patient({ id: 'n5', name: 'Bo' })] },
      ],
    });
    expect((await at.preview(id, { name: 'merge', client_id: 'bea' })).does).toEqual([
      '3 pets move: Ajax, Nugget (2).',
      '3 pets called Nugget will be in the record: pets are not made one.',
      'Bea sees the pets and visits of this record.',
    ]);
    expect((await at.preview(id, { name: 'tie', client_id: 'al' })).does).toEqual([
      'Bea sees the pets and visits of this record.',
    ]);
  });

  it('says afterwards which record went into which, and what moved', async () => {
    const { id, server } = await unclear(true, 'Bea', {
      clients: [
        { ...al, patients: [patient({ id: 'n1', name: 'Nugget' }), patient({ id: 'n2', name: 'Ajax' })] },
        { ...bea, patients: [patient({ id: 'n3', name: 'Nugget' })] },
      ],
    });
    const ana = await atDesk(server);
    await ana.answer(`records-${id}`, { name: 'merge', client_id: 'bea' });
    server.clock.advance(20_000);
    await leaveNow(server);
    const did =
      'Al Fox’s record of Nov 1, 2024 and Bea Doe’s record of Nov 21, 2026 went into Bea Fox’s of Nov 1, 2024, with 2 pets (Ajax, Nugget), one sign-in';
    expect((await ana.item(`records-${id}`)).happened).toMatchObject([{ what: `Made one: ${did}` }]);
    const { lines } = await server.api(listAudit, { query: {} }, { token: ana.token });
    expect(lines.map(({ what }) => what)).toContain(`records: made one: ${did}`);
  });

  it('waits since the second record came, however old the account is', async () => {
    const { at, id, server } = await unclear(false, 'Bea', { clients: [al] });
    expect(await at.list()).toEqual([]);
    server.clock.advance(100 * 86_400_000);
    const came = server.clock.now();
    await server.db
      .insertInto('clients')
      .values({ ...bare, clinic_id: server.clinicId, id: 'cy', phone, created_at: came })
      .execute();
    // The one record was theirs at the sign-in; let go, both are unclear from the day the second one came.
    await server.db
      .updateTable('clients')
      .set({ user_id: null })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', 'al')
      .execute();
    expect(await at.list()).toMatchObject([{ thingId: id, asked_at: came.toISOString() }]);
  });

  it('what is taken back, or settled meanwhile, changes nothing', async () => {
    const { at, id, sees, server } = await unclear(false);
    await (await at.record(id, { name: 'merge', client_id: 'bea' })).takeBack();
    const [late, merge] = [
      await at.record(id, { name: 'tie', client_id: 'bea' }),
      await at.record(id, { name: 'merge', client_id: 'bea' }),
    ];
    expect(await at.give(id, { name: 'tie', client_id: 'al' })).toBeNull();
    for (const one of [late, merge]) expect(await one.leave()).toEqual({ voided: 'Al Fox has a record by now.' });
    expect(await sees()).toBe('al');
    expect(await ownersOf(server)).toEqual({ al: ['p-al'] });
    await expect(at.preview('nobody', { name: 'tie', client_id: 'al' })).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('one of whose records was signed in to meanwhile stays to be told apart; the audit says what was not done, and why', async () => {
    const { server, id, sees } = await unclear(false);
    const ana = await atDesk(server);
    const item = `records-${id}`;
    await ana.answer(item, { name: 'merge', client_id: 'al' });
    const bea = await server.signIn('bea@example.com');
    const beaSees = async () =>
      (await server.api(clientByUser, { query: { user_id: bea.user.id } }, { token: bea.token }))?.id;
    expect(await beaSees()).toBe('bea');
    server.clock.advance(20_000);
    await leaveNow(server);
    const reason = 'Bea Fox signed in meanwhile by another contact.';
    expect((await ana.list()).rows).toMatchObject([{ id: item, place: 'waits', answer: { voided: reason } }]);
    const { lines } = await server.api(listAudit, { query: {} }, { token: ana.token });
    expect(lines[0]).toMatchObject({
      what: expect.stringMatching(/, not sent: Bea Fox signed in meanwhile by another contact$/) as string,
      taken_back_at: null,
    });
    // The other record is not given to whoever proves the contact that both have.
    await server.signIn(phone);
    expect(await sees()).toBeNull();
    // A merge that was not done is not told as if it were.
    expect((await ana.item(item)).happened).toMatchObject([{ what: 'Made one, not carried out', state: reason }]);
    expect(await ana.item(item)).toMatchObject({
      hint: 'Bea Fox has signed in by another contact, so that record is taken.',
      actions: [{ name: 'tie', client_id: 'al' }, { name: 'new_client' }, { name: 'merge' }],
    });
    // Looked at as it is now, they can be made one: whoever proves a contact of either signs in to it.
    await ana.answer(item, { name: 'merge', client_id: 'al' });
    server.clock.advance(20_000);
    await leaveNow(server);
    expect([(await ana.list()).rows, await beaSees(), await ownersOf(server)]).toEqual([[], 'al', { al: ['p-al'] }]);
    expect(await ana.item(item)).toMatchObject({
      row: { place: 'answered', answer: { words: 'made one', voided: null } },
      ask: { line: 'They see their record from their next sign-in on.' },
    });
    const again = await server.signIn(phone);
    expect(await server.api(clientByUser, { query: { user_id: again.user.id } }, { token: again.token })).toMatchObject(
      {
        id: 'al',
      },
    );
  });

  it('has what waited for a push to the account that is no more sent at once (D-441)', async () => {
    const { at, id, token, server } = await unclear(true);
    await server.signIn('bea@example.com');
    const { id: session } = await server.db
      .selectFrom('sessions')
      .select('id')
      .where('clinic_id', '=', server.clinicId)
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const now = server.clock.now();
    const later = new Date(now.getTime() + 3_600_000);
    const told = { clinic_id: server.clinicId, subject: null, body_text: '', body_html: null, kind: 'reminder' };
    const sent = { demo_code: null, appointment_id: null, attempts: 0, last_error: null, created_at: now };
    const open = { expires_at: null, delivered_at: null, failed_at: null, change_id: 'c1' };
    await server.db
      .insertInto('messages')
      .values([
        { ...told, ...sent, ...open, id: 'm1', channel: 'push', recipient: session, next_attempt_at: now },
        { ...told, ...sent, ...open, id: 'm2', channel: 'sms', recipient: phone, next_attempt_at: later },
      ])
      .execute();
    expect(await at.give(id, { name: 'merge', client_id: 'bea' })).toBeNull();
    await expect(server.api(clientByUser, { query: { user_id: id } }, { token })).rejects.toThrow();
    const { next_attempt_at: due } = await server.db
      .selectFrom('messages')
      .select('next_attempt_at')
      .where('id', '=', 'm2')
      .executeTakeFirstOrThrow();
    expect(due).toEqual(server.clock.now());
  });

  it('whose records were all signed in to by another contact: neither is simply theirs', async () => {
    const server = await open({ clients: [{ ...al, email: 'al@example.com' }, bea] });
    await server.signIn('al@example.com');
    await server.signIn('bea@example.com');
    const { user } = await server.signIn(phone, { firstName: 'Sam' });
    const at = desk(server, records);
    expect(await at.list()).toMatchObject([{ thingId: user.id, owner: 'Sam', says: 'Several records' }]);
    expect(await at.read(user.id)).toMatchObject({
      hint: 'Al Fox and Bea Fox have each signed in by another contact. A call tells who this is.',
      actions: [{ name: 'new_client' }, { name: 'merge' }],
    });
    await expect(at.record(user.id, { name: 'tie', client_id: 'al' })).rejects.toMatchObject({ code: 'not_allowed' });
    expect(await at.give(user.id, { name: 'new_client' })).toBeNull();
    expect(await at.list()).toEqual([]);
  });

  it('does not do more than was looked at: a record that came meanwhile', async () => {
    const { at, id, server } = await unclear(false);
    const merge = await at.record(id, { name: 'merge', client_id: 'bea' });
    await server.db
      .insertInto('clients')
      .values({ ...bare, clinic_id: server.clinicId, id: 'cy', phone, created_at: server.clock.now() })
      .execute();
    expect(await merge.leave()).toEqual({ voided: 'The records have changed meanwhile.' });
    expect(await ownersOf(server)).toEqual({ al: ['p-al'] });
  });
});

const bare = {
  user_id: null,
  first_name: 'Cy',
  last_name: null,
  email: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  country: null,
  zip: null,
  metadata: '{}',
  changed_at: null,
};

/** Each record's pets. */
async function ownersOf(server: TestServer): Promise<Record<string, string[]>> {
  const rows = await server.db
    .selectFrom('patients')
    .select(['id', 'client_id'])
    .where('clinic_id', '=', server.clinicId)
    .orderBy('id')
    .execute();
  const owners: Record<string, string[]> = {};
  for (const { id, client_id } of rows) (owners[client_id] ??= []).push(id);
  return owners;
}

/** Every row that belongs to a client, without whose it is. */
async function belongings(server: TestServer): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['patients', 'appointments', 'payment_requests', 'refills', 'insurance_quotes'] as const) {
    const rows = await server.db.selectFrom(table).select('id').where('clinic_id', '=', server.clinicId).execute();
    lines.push(...rows.map(({ id }) => `${table} ${id}`));
  }
  const listed = await server.db
    .selectFrom('waitlisters')
    .select('appointment_id')
    .where('clinic_id', '=', server.clinicId)
    .execute();
  return [...lines, ...listed.map((row) => `waitlisters ${row.appointment_id}`)].sort();
}

const clientIdsIn = async (server: TestServer): Promise<Set<string>> => {
  const ids = new Set<string>();
  for (const table of [
    'patients',
    'appointments',
    'payment_requests',
    'refills',
    'insurance_quotes',
    'waitlisters',
  ] as const)
    for (const row of await server.db
      .selectFrom(table)
      .select('client_id')
      .where('clinic_id', '=', server.clinicId)
      .execute())
      ids.add(row.client_id);
  return ids;
};

describe('a merge moves everything and loses nothing (D-214)', () => {
  const has = fc.record({
    pets: fc.nat({ max: 3 }),
    visits: fc.nat({ max: 4 }),
    payments: fc.nat({ max: 2 }),
    refills: fc.nat({ max: 2 }),
  });

  it(
    'whatever the records have, whichever is chosen; the owner signs in and sees all',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(has, { minLength: 2, maxLength: 3 }),
          fc.nat(),
          fc.boolean(),
          async (all, pick, isNew) => {
            const clients = all.map((one, index) =>
              client({
                id: `c${index}`,
                first_name: 'Al',
                last_name: `Fox ${index}`,
                phone,
                ...(index === 1 && { email: 'al@example.com', city: 'Austin' }),
                patients: Array.from({ length: one.pets }, (_, pet) =>
                  patient({ id: `p${index}-${pet}`, name: `Pet ${pet}` }),
                ),
              }),
            );
            const { server, token, id, own, at, sees } = await unclear(isNew, 'Al', { clients });
            const now = server.clock.now();
            for (const [index, one] of all.entries()) {
              const common = { clinic_id: server.clinicId, client_id: `c${index}`, created_at: now };
              for (let visit = 0; visit < one.visits; visit += 1) {
                const at = new Date(now.getTime() + (visit + 1) * 86_400_000);
                await server.db
                  .insertInto('appointments')
                  .values({
                    ...common,
                    id: `a${index}-${visit}`,
                    patient_id: one.pets > 0 ? `p${index}-0` : null,
                    product_id: 'exam',
                    provider_id: 'ada',
                    room_id: null,
                    starts_at: at,
                    ends_at: new Date(at.getTime() + 1_800_000),
                    status: 'ACCEPTED',
                    note: null,
                    is_dropoff: false,
                    details: '{}',
                    changed_at: null,
                    reminded_for: null,
                    linked_for: null,
                  })
                  .execute();
                if (visit === 0)
                  await server.db
                    .insertInto('waitlisters')
                    .values({ ...common, appointment_id: `a${index}-0`, id: `w${index}` })
                    .execute();
              }
              for (let paid = 0; paid < one.payments; paid += 1)
                await server.db
                  .insertInto('payment_requests')
                  .values({
                    ...common,
                    id: `m${index}-${paid}`,
                    appointment_id: null,
                    product_id: 'exam',
                    amount_cents: 1000 * (index + 1) + paid,
                    status: 'complete',
                  })
                  .execute();
              for (let refill = 0; one.pets > 0 && refill < one.refills; refill += 1)
                await server.db
                  .insertInto('refills')
                  .values({
                    ...common,
                    id: `r${index}-${refill}`,
                    patient_id: `p${index}-0`,
                    medication_id: null,
                    note: 'more',
                    state_at: now,
                  })
                  .execute();
            }
            const before = await belongings(server);
            const ids = [...clients.map((one) => one.id), ...(own === null ? [] : [own])];
            const into = ids[pick % ids.length]!;
            const preview = await at.preview(id, { name: 'merge', client_id: into });
            expect(await belongings(server)).toEqual(before);
            const given = await at.record(id, { name: 'merge', client_id: into });
            expect(await sees()).toBe(own);
            expect(await given.leave()).toEqual({ voided: null });

            expect(await belongings(server)).toEqual(before);
            expect([...(await clientIdsIn(server))]).toEqual(before.length === 0 ? [] : [into]);
            expect([await sees(), await at.list()]).toEqual([into, []]);
            const owned = await server.api(clientByUser, { query: { user_id: id } }, { token });
            expect(owned!.patients).toHaveLength(all.reduce((sum, one) => sum + one.pets, 0));
            expect(owned!.phone).toBe(phone);
            const moved = all.reduce((sum, one, index) => (`c${index}` === into ? sum : sum + one.pets), 0);
            expect(preview.does.some((line) => /pets? moves?:/.test(line))).toBe(moved > 0);
            const { content: listed } = await server.api(
              listAppointments,
              { query: { user_id: id, size: '100' } },
              { token },
            );
            expect(listed).toHaveLength(all.reduce((sum, one) => sum + one.visits, 0));
            // The owner signs in anew, elsewhere, and is the same.
            const again = await server.signIn(phone);
            expect(again.user.id).toBe(id);
            // The clinic's file comes again as it was: nothing goes back, and nothing is unclear again.
            await importClinicFile(server.db, clinicFile({ shop: { id: server.clinicId }, clients }), {
              now: server.clock.now(),
              demoMode: true,
            });
            expect(await belongings(server)).toEqual(before);
            expect([...(await clientIdsIn(server))]).toEqual(before.length === 0 ? [] : [into]);
            expect(await at.list()).toEqual([]);
          },
        ),
        { numRuns: 6 },
      );
    },
  );
});

describe('a contact of a record that was merged away (D-214)', () => {
  const seenBy = async (server: TestServer, identifier: string) => {
    const { token, user } = await server.signIn(identifier);
    return (await server.api(clientByUser, { query: { user_id: user.id } }, { token }))?.id ?? null;
  };
  const merge = (server: TestServer, into: string, from: string[]) =>
    inTransaction(server.db, (trx) => mergeClients(trx, server.clinicId, { into, from, now: server.clock.now() }));

  it('signs its owner in to the record that has everything now, each time', async () => {
    const { server, at, id, sees } = await unclear(false);
    expect(await at.give(id, { name: 'merge', client_id: 'al' })).toBeNull();
    expect(await sees()).toBe('al');
    for (const identifier of ['bea@example.com', 'bea@example.com', phone])
      expect(await seenBy(server, identifier)).toBe('al');
    const { phone: kept } = await server.db
      .selectFrom('clients')
      .select('phone')
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', 'al')
      .executeTakeFirstOrThrow();
    expect(kept).toBe(phone);
  });

  it('also where they had signed in before the merge, and had no record', async () => {
    const twin = client({ id: 'twin', first_name: 'Cy', last_name: 'Ode', email: 'bea@example.com' });
    const server = await open({ clients: [al, bea, twin] });
    expect(await seenBy(server, 'bea@example.com')).toBeNull();
    expect(await seenBy(server, '+15125550155')).toBeNull();
    await merge(server, 'al', ['bea', 'twin']);
    expect(await seenBy(server, phone)).toBe('al');
    expect(await seenBy(server, 'bea@example.com')).toBe('al');
  });

  it('also where nobody has a sign-in yet, over several merges', async () => {
    const cy = client({ id: 'cy', first_name: 'Cy', last_name: 'Ode', email: 'cy@example.com' });
    const server = await open({ clients: [al, bea, cy] });
    await merge(server, 'cy', ['bea']);
    await merge(server, 'al', ['cy']);
    expect(await seenBy(server, 'bea@example.com')).toBe('al');
    expect(await seenBy(server, 'cy@example.com')).toBe('al');
  });

  it('shows nobody anything where it was only typed', async () => {
    const server = await open({ clients: [al, bea] });
    await server.db
      .updateTable('clients')
      .set({ metadata: JSON.stringify({ unverified: ['email'] }) })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', 'bea')
      .execute();
    await merge(server, 'al', ['bea']);
    expect(await seenBy(server, 'bea@example.com')).toBeNull();
  });
});
