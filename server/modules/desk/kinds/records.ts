import { sql } from 'kysely';
import type { Item } from '../../../../src/contract/desk/inbox';
import { namesakeOf } from '../../../../src/domain/client/tie';
import { requestDue } from '../../../../src/domain/desk/due';
import { dateInZone } from '../../../../src/domain/clinicTime';
import { recordDate } from '../../../../src/domain/desk/whenAt';
import { likelyRecord, signedInWords, takenWords } from '../../../../src/domain/desk/likely';
import { ageWords } from '../../../../src/domain/pets/fromToday';
import { ApiError } from '../../../calls/errors';
import type { Db, Trx } from '../../../db/transaction';
import { locksOn } from '../../../db/locks';
import { run } from '../../../db/statements';
import { answerHours, openWeekOf } from '../../clinics/answerDue';
import { settleContacts } from '../../clients/contacts';
import { accountsOf, mergeClients, whatMoves, type Moving } from '../../clients/merge';
import { changeClient, findClientOf, insertClient, tieClient } from '../../clients/repository';
import { unclearOwners, type Unclear } from '../../clients/unclear';
import { fullName } from '../../messages/clinicNotice';
import { releaseUnseen } from '../../messages/pushFirst';
import { foldUser, lockSignIns, verifiedOf } from '../../users/fold';
import { findUser } from '../../users/repository';
import { ownerWords, phoneWords, todayOf } from '../about';
import type { Answering, AnswerRule, Kind, Listed, Preview, Reading, Shown } from '../kind';
import { action, asAnswered, bare, counted, preview, refuse } from './parts';

/** Owners who match several records: the clinic tells which is theirs, or that some are one (D-214). */

/** An owner as the desk names the thing: by the id of their account. */
type Thing = Unclear & { userId: string };

const find = async (db: Db, clinicId: string, userId: string): Promise<Thing | null> =>
  (await unclearOwners(db, clinicId, userId)).find((one): one is Thing => one.userId === userId) ?? null;

const nameOf = ({ own, firstName }: Unclear): string => (own ? fullName(own) : (firstName ?? ''));

const listedOf = ({ clinic }: Reading, thing: Thing): Listed => ({
  thingId: thing.userId,
  place: 'waits',
  pet: null,
  owner: nameOf(thing) || phoneWords(thing.phone) || thing.email || 'An owner',
  says: thing.records.length === 1 ? 'May be a known client' : 'Several records',
  what: counted(thing.records.length, 'record'),
  asked_at: thing.since.toISOString(),
  due_at:
    requestDue({ askedAt: thing.since, startsAt: null }, answerHours(clinic), openWeekOf(clinic))?.toISOString() ??
    null,
  urgent_word: null,
  approved_by: null,
  needs_clinician: false,
  offered_until: null,
  stamp: [thing.own?.id ?? '', ...thing.records, ...thing.taken.map((id) => `taken ${id}`)].join(' '),
});

type Proved = { name: string; phone: string | null; email: string | null; pets: string[] };

/** Reads the records with their pets and visits, in the order of the ids. */
async function recordsOf(db: Db, reading: Reading, ids: readonly string[], proved: Proved): Promise<Item['records']> {
  const { clinic, now } = reading;
  if (ids.length === 0) return [];
  const clients = await db
    .selectFrom('clients')
    .selectAll()
    .where('clinic_id', '=', clinic.id)
    .where('id', 'in', ids)
    .execute();
  const pets = await db
    .selectFrom('patients')
    .select(['client_id', 'name', 'species_id', 'breed', 'birthdate'])
    .where('clinic_id', '=', clinic.id)
    .where('client_id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const visits = await db
    .selectFrom('appointments')
    .select((select) => [
      'client_id',
      select.fn.countAll<string>().as('count'),
      sql<Date | null>`max(starts_at) filter (where starts_at < ${now})`.as('last'),
    ])
    .where('clinic_id', '=', clinic.id)
    .where('client_id', 'in', ids)
    .where('status', 'not in', ['DELETED', 'DECLINED'])
    .groupBy('client_id')
    .execute();
  const records = ids.flatMap((id) => {
    const row = clients.find((one) => one.id === id);
    if (!row) return [];
    const mine = pets.filter(({ client_id }) => client_id === id);
    const been = visits.find(({ client_id }) => client_id === id);
    const agrees = [
      ...([fullName(row), row.first_name ?? ''].some((name) => isNamed(name, proved.name)) ? ['name'] : []),
      ...(row.phone !== null && row.phone === proved.phone ? ['phone'] : []),
      ...(row.email !== null && row.email === proved.email ? ['email'] : []),
      ...(mine.some(({ name }) => proved.pets.some((one) => isNamed(name, one))) ? ['pets'] : []),
    ];
    const address = [row.address1, row.address2, row.city, row.state, row.zip].filter(Boolean).join(', ');
    return [
      {
        client_id: id,
        since: row.created_at.toISOString(),
        name: fullName(row),
        phone: row.phone === null ? null : phoneWords(row.phone),
        email: row.email,
        address: address || null,
        pets: mine.map((pet) => ({
          name: pet.name,
          species: clinic.species.find((one) => one.id === pet.species_id)?.name ?? null,
          about: [pet.breed, pet.birthdate === null ? null : ageWords(pet.birthdate, todayOf(reading))]
            .filter(Boolean)
            .join(', '),
        })),
        last_visit: been?.last?.toISOString() ?? null,
        visits: Number(been?.count ?? 0),
        agrees,
        is_likely: false,
      },
    ];
  });
  const likely = likelyRecord(records);
  return records.map((record, place) => ({ ...record, is_likely: place === likely?.place }));
}

/** Whether two names are equal as records are told apart by them. */
const isNamed = (one: string, other: string): boolean =>
  one.trim() !== '' &&
  namesakeOf(
    [
      { first_name: one, last_name: null },
      { first_name: null, last_name: null },
    ],
    other,
  ) !== null;

async function shownOf(db: Db, reading: Reading, thing: Thing): Promise<Shown> {
  const user = await findUser(db, reading.clinic.id, thing.userId);
  const verified = verifiedOf(user);
  const typed = thing.own
    ? await db
        .selectFrom('patients')
        .select('name')
        .where('clinic_id', '=', reading.clinic.id)
        .where('client_id', '=', thing.own.id)
        .orderBy('name')
        .execute()
    : [];
  const pets = typed.map(({ name }) => name);
  const records = await recordsOf(db, reading, thing.records, { ...verified, name: nameOf(thing), pets });
  const likely = likelyRecord(records);
  const isTaken = (record: (typeof records)[number] | undefined): boolean =>
    record !== undefined && thing.taken.includes(record.client_id);
  const why = [
    takenWords(records.filter(isTaken).map(({ name }) => name)),
    likely && !isTaken(records[likely.place]) ? likely.why : null,
  ].filter((one) => one !== null);
  return {
    ...bare,
    listed: listedOf(reading, thing),
    client_id: thing.own?.id ?? null,
    phone: thing.phone === null ? null : { value: phoneWords(thing.phone), is_confirmed: verified.phone !== null },
    email: thing.email === null ? null : { value: thing.email, is_confirmed: verified.email !== null },
    ask: {
      title: records.length === 1 ? 'Is this the same owner?' : 'Which record is theirs?',
      line: thing.own
        ? 'They have a new record, with what they booked.'
        : 'They have signed in, and no record is theirs yet.',
      state: 'Not told apart',
      money: null,
    },
    proved: {
      name: nameOf(thing),
      phone: verified.phone === null ? null : { value: phoneWords(verified.phone), is_confirmed: true },
      email: verified.email === null ? null : { value: verified.email, is_confirmed: true },
      asks: pets.length > 0 ? pets.join(', ') : null,
    },
    records,
    hint:
      why.join(' ') ||
      `Until you choose, ${nameOf(thing).split(' ')[0] || 'the owner'} sees ${thing.own ? 'the new record alone' : 'neither record'}.`,
    actions: [
      ...records.flatMap(({ client_id, is_likely }) =>
        thing.taken.includes(client_id) ? [] : [action('tie', 'This one', { client_id, is_primary: is_likely })],
      ),
      action('new_client', 'A new client'),
      ...(records.length + (thing.own ? 1 : 0) > 1 ? [action('merge', 'These are one', { tray: 'merge' })] : []),
    ],
  };
}

/** Why an owner's records are told apart no more. */
async function settledWords(db: Db, clinicId: string, userId: string): Promise<string> {
  const own = await findClientOf(db, clinicId, userId);
  return own ? `${ownerWords(own)} has a record by now.` : 'No records need to be told apart any more.';
}

const namesOf = async (db: Db, clinicId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('clients')
      .select(['first_name', 'last_name', 'phone', 'email'])
      .where('clinic_id', '=', clinicId)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  ).map(ownerWords);

/** What an answer does: which records it moves into which; the owner is tied to `into`, null for a new client. */
type Doing = { thing: Thing; into: string | null; from: string[] };

/** Works out what the answer does to the records as they are now. Throws `not_allowed` and `validation`. */
async function doingOf(db: Db, { clinic, thingId, body }: Answering): Promise<Doing> {
  const thing = await find(db, clinic.id, thingId);
  if (!thing) refuse(await settledWords(db, clinic.id, thingId));
  if (body.name === 'new_client') return { thing, into: null, from: [] };
  const all = [...(thing.own ? [thing.own.id] : []), ...thing.records];
  const into = body.client_id;
  if (into === undefined) throw new ApiError('validation', { fields: { client_id: 'Please choose the record.' } });
  if (!all.includes(into)) refuse('That record is not one of these any more.');
  if (body.name === 'tie' && thing.taken.includes(into)) refuse(signedInWords(await namesOf(db, clinic.id, [into])));
  const from = body.name === 'merge' ? all : thing.own ? [thing.own.id] : [];
  return { thing, into, from: from.filter((id) => id !== into) };
}

/** What a merge moves beside pets: how many of what. */
const countsOf = (moving: Moving): { count: number; words: string }[] =>
  (
    [
      [moving.appointments, 'visit'],
      [moving.payment_requests, 'payment'],
      [moving.refills, 'refill'],
      [moving.waitlisters, 'place on the waitlist', 'places on the waitlist'],
      [moving.insurance_quotes, 'insurance offer'],
      [moving.signIns, 'sign-in'],
    ] as [number, string, string?][]
  ).flatMap(([count, one, several]) => (count === 0 ? [] : [{ count, words: counted(count, one, several) }]));

const petNames = ({ pets }: Moving): string =>
  [...pets].map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ');

/** What a merge moves, a sentence each. */
function movesWords(moving: Moving): string[] {
  const moves = (count: number): string => (count === 1 ? 'moves' : 'move');
  const start = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return [
    ...(moving.patients > 0
      ? [`${start(counted(moving.patients, 'pet'))} ${moves(moving.patients)}: ${petNames(moving)}.`]
      : []),
    ...[...moving.namesakes].map(
      ([name, count]) => `${start(counted(count, 'pet'))} called ${name} will be in the record: pets are not made one.`,
    ),
    ...countsOf(moving).map(({ count, words }) => `${start(words)} ${moves(count)}.`),
  ];
}

/**
 * Which record went into which and what moved with it, for who wonders later: 'Sam Okoye’s record of Nov 2, 2026 went
 * into Samuel Okoye’s of Mar 4, 2024, with 2 pets (Tofu, Bo), one sign-in'.
 */
async function mergedWords(db: Db, { clinic }: Reading, into: string, from: readonly string[]): Promise<string> {
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'first_name', 'last_name', 'phone', 'email', 'created_at'])
    .where('clinic_id', '=', clinic.id)
    .where('id', 'in', [into, ...from])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const named = (row: (typeof rows)[number], record: string): string =>
    `${ownerWords(row)}’s ${record}of ${recordDate(dateInZone(row.created_at, clinic.shop.timezone))}`;
  const moving = await whatMoves(db, clinic.id, { into, from });
  const moved = [
    ...(moving.patients > 0 ? [`${counted(moving.patients, 'pet')} (${petNames(moving)})`] : []),
    ...countsOf(moving).map(({ words }) => words),
  ];
  const others = rows.filter(({ id }) => id !== into).map((row) => named(row, 'record '));
  const kept = rows.filter(({ id }) => id === into).map((row) => named(row, ''));
  return `${others.join(' and ')} went into ${kept.join()}${moved.length > 0 ? `, with ${moved.join(', ')}` : ''}`;
}

const buttons: Readonly<Record<string, string>> = {
  tie: 'This one',
  new_client: 'A new client',
  merge: 'Make them one',
};

/** The accounts that the answer makes one, the one that stays first. */
const accountsIn = async (db: Db, clinicId: string, { thing, into, from }: Doing): Promise<string[]> => [
  ...new Set([...(into === null ? [] : await accountsOf(db, clinicId, [into, ...from])), thing.userId]),
];

/** Who signs in again where several accounts are made one. */
async function signInAgain(db: Db, clinicId: string, gone: readonly string[]): Promise<string[]> {
  const users = await Promise.all(gone.map((id) => findUser(db, clinicId, id)));
  const contacts = users.flatMap((user) => {
    const { email, phone } = verifiedOf(user);
    return email ?? (phone === null ? [] : phoneWords(phone));
  });
  if (contacts.length === 0) return [];
  const either = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(contacts);
  return [`The sign-ins become one. Who signed in by ${either} signs in again, by any of these contacts.`];
}

async function previewOf(db: Db, answering: Answering): Promise<Preview> {
  const doing = await doingOf(db, answering);
  const { thing, into, from } = doing;
  const [stays, ...gone] = await accountsIn(db, answering.clinic.id, doing);
  const name = nameOf(thing) || 'The owner';
  const does = [
    ...(from.length > 0 ? movesWords(await whatMoves(db, answering.clinic.id, { into, from })) : []),
    ...(await signInAgain(db, answering.clinic.id, gone)),
    into === null
      ? thing.own
        ? `${name} keeps the new record.`
        : `${name} gets a new record.`
      : `${name} sees the pets and visits of this record${stays !== thing.userId ? ' from their next sign-in on' : ''}.`,
  ];
  return preview(buttons[answering.body.name] ?? 'Answer', { does });
}

async function carryOut(trx: Trx, answering: Answering): Promise<void> {
  const { clinic, now, services, thingId: userId } = answering;
  const { thing, into, from } = await doingOf(trx, answering);
  const user = await findUser(trx, clinic.id, userId);
  const verified = verifiedOf(user);
  if (into === null) {
    if (thing.own) await forgetDuplicates(trx, clinic.id, thing.own.id, now);
    else
      await insertClient(
        trx,
        clinic.id,
        {
          id: services.ids.next(),
          user_id: userId,
          first_name: user?.first_name ?? null,
          last_name: null,
          ...verified,
          address1: null,
          address2: null,
          city: null,
          state: null,
          country: null,
          zip: null,
          metadata: {},
        },
        now,
      );
    return;
  }
  await lockSignIns(trx, clinic.id, [userId]);
  const accounts = await accountsIn(trx, clinic.id, { thing, into, from });
  if (from.length > 0) await mergeClients(trx, clinic.id, { into, from, now });
  await tieClient(trx, clinic.id, into, userId);
  const [owner] = await accountsOf(trx, clinic.id, [into]);
  if (owner !== undefined) await foldUser(trx, clinic.id, { into: owner, from: userId, now });
  if (answering.body.name === 'tie' && thing.own?.id === into) await forgetDuplicates(trx, clinic.id, into, now);
  const stays = owner ?? userId;
  const proved = verifiedOf(await findUser(trx, clinic.id, stays));
  await settleContacts(trx, clinic.id, stays, { email: null, phone: null }, proved, now);
  await releaseFolded(trx, clinic.id, accounts, now);
}

/** Lets go out what waited for a device of the accounts that folding them has just signed out. */
async function releaseFolded(trx: Trx, clinicId: string, accounts: readonly string[], now: Date): Promise<void> {
  const ended = await trx
    .selectFrom('sessions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', 'in', accounts)
    .where('ended_at', '=', now)
    .execute();
  for (const { id } of ended) await releaseUnseen(trx, clinicId, id, now);
}

/** Notes that no other record is the owner's. */
async function forgetDuplicates(trx: Trx, clinicId: string, id: string, now: Date): Promise<void> {
  const { metadata } = await trx
    .selectFrom('clients')
    .select('metadata')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { possible_duplicates: _, ...notes } = metadata;
  await changeClient(trx, clinicId, id, { metadata: notes }, now);
}

const ruleOf = (words: string): AnswerRule => ({
  preview: previewOf,
  record: async (trx, answering) => {
    const { thing, into, from } = await doingOf(trx, answering);
    const isMerge = into !== null && from.length > 0;
    return {
      words,
      ids: {
        user: thing.userId,
        ...(thing.taken.length > 0 && { taken: thing.taken.join(' ') }),
        ...(into !== null && { into }),
        ...(isMerge && { from: from.join(' '), did: await mergedWords(trx, answering, into, from) }),
      },
    };
  },
  leave: async (trx, answering) => {
    const { clinic, thingId, ids } = answering;
    await run(trx, locksOn(clinic.id, [`user:${thingId}`]));
    const doing = await doingOf(trx, answering).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_allowed') return error.message;
      throw error;
    });
    if (typeof doing === 'string') return { voided: doing };
    const since = doing.thing.taken.filter((id) => !(ids['taken'] ?? '').split(' ').includes(id));
    if (since.length > 0) return { voided: signedInWords(await namesOf(trx, clinic.id, since)) };
    // What was looked at is what is done: a record that came or went since is looked at again.
    if (doing.from.join(' ') !== (ids['from'] ?? '')) return { voided: 'The records have changed meanwhile.' };
    await carryOut(trx, answering);
    return { voided: null };
  },
  takeBack: async () => {},
});

/** A thing that waits no more: the record that is the owner's by now, else what the last answer did. */
async function toldApart(db: Db, reading: Reading, userId: string): Promise<Shown | null> {
  const own = await findClientOf(db, reading.clinic.id, userId);
  if (!own) {
    const shown = await asAnswered(db, reading, 'records', userId);
    return (
      shown && {
        ...shown,
        ask: {
          title: 'Told apart',
          line: 'They see their record from their next sign-in on.',
          state: 'Answered',
          money: null,
        },
      }
    );
  }
  const told = { userId, firstName: own.first_name, email: own.email, phone: own.phone, since: own.created_at };
  return {
    ...bare,
    listed: {
      ...listedOf(reading, { ...told, own, records: [], taken: [] }),
      place: 'answered',
      what: '',
      due_at: null,
    },
    client_id: own.id,
    ask: { title: 'Told apart', line: `${ownerWords(own)} has a record.`, state: 'Answered', money: null },
  };
}

export const records: Kind = {
  kind: 'records',
  list: async (db, reading) =>
    (await unclearOwners(db, reading.clinic.id))
      .filter((one): one is Thing => one.userId !== null)
      .map((thing) => listedOf(reading, thing)),
  read: async (db, reading, thingId) => {
    const thing = await find(db, reading.clinic.id, thingId);
    if (thing) return shownOf(db, reading, thing);
    return toldApart(db, reading, thingId);
  },
  answers: { tie: ruleOf('told apart'), new_client: ruleOf('a new client'), merge: ruleOf('made one') },
};
