import { sql } from 'kysely';
import { nearWords } from '../../../../src/domain/desk/words';
import { calledOtherwise } from '../../../../src/domain/pets/refill';
import { DAY } from '../../../../src/limits';
import type { Db } from '../../../db/transaction';
import { recipientColumns } from '../../messages/toOwner';
import { medicationAsked } from '../../pets/repository';
import { todayOf } from '../about';
import { isOnItsWay, itemIdOf, latestAnswers } from '../answers';
import type { Reading } from '../kind';

/** Refills as the desk reads them, each with what became of the other wishes for the same medication of the pet. */

/** How far apart two wishes for one medication are told beside each other. */
const apartMs = 30 * DAY;

/** Whether `twin` is another wish of the owner for what `refills` asks for, from about the same time. */
const isTwin = sql<boolean>`twin.clinic_id = refills.clinic_id and twin.client_id = refills.client_id
  and twin.patient_id = refills.patient_id and twin.medication_id = refills.medication_id and twin.id <> refills.id
  and twin.created_at between refills.created_at - ${apartMs} * interval '1 millisecond'
    and refills.created_at + ${apartMs} * interval '1 millisecond'`;

/** A mark that changes with what becomes of the twins, so that nobody approves one on what they read before another was. */
const twinMark = sql<string | null>`(
  select string_agg(twin.id || twin.state || coalesce(given.name, ''), ' ' order by twin.id)
  from refills as twin left join desk_answers as given
    on given.clinic_id = twin.clinic_id and given.kind = 'refill' and given.thing_id = twin.id
      and given.left_at is null and given.taken_back_at is null
  where ${isTwin} and twin.state <> 'declined')`;

/** The refills with pet, medication and owner, the oldest first. */
const refillRows = (db: Db, clinicId: string) =>
  db
    .selectFrom('refills')
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'refills.clinic_id').onRef('clients.id', '=', 'refills.client_id'),
    )
    .innerJoin('patients', (join) =>
      join.onRef('patients.clinic_id', '=', 'refills.clinic_id').onRef('patients.id', '=', 'refills.patient_id'),
    )
    .leftJoin('medications', (join) =>
      join
        .onRef('medications.clinic_id', '=', 'refills.clinic_id')
        .onRef('medications.id', '=', 'refills.medication_id'),
    )
    .select([
      'refills.id',
      'refills.created_at',
      'refills.note',
      'refills.state',
      'refills.state_at',
      'refills.approved_by',
      'refills.patient_id',
      'refills.medication_id',
      'patients.name as patient',
      'patients.species_id',
      'patients.deceased_at',
      medicationAsked.as('medication'),
      'medications.description as recorded',
      'medications.withdrawn',
      twinMark.as('twins'),
      ...recipientColumns,
    ])
    .where('refills.clinic_id', '=', clinicId)
    .orderBy('refills.created_at')
    .orderBy('refills.id');

/** Those that are neither picked up nor declined, however long ago they were asked for: their owners read so, too. */
export const openRefills = (db: Db, clinicId: string) =>
  refillRows(db, clinicId).where('refills.state', 'in', ['received', 'approved', 'ready']);

export type Row = Awaited<ReturnType<ReturnType<typeof refillRows>['execute']>>[number];

export const find = async (db: Db, clinicId: string, id: string): Promise<Row | null> =>
  (await refillRows(db, clinicId).where('refills.id', '=', id).executeTakeFirst()) ?? null;

/** What the record calls the medication by now, where the owner asked for something else and it is not given yet (D-408). */
export const otherwiseOf = ({ state, medication, recorded }: Row): string | null =>
  state === 'done' || state === 'declined' ? null : calledOtherwise(medication, recorded);

/** The medication as lists name it: what the owner asked for, with what became of it in the record; null for none. */
export function medicationWords(row: Row): string | null {
  if (row.medication === null) return null;
  const otherwise = otherwiseOf(row);
  return `${row.medication}${row.withdrawn ? ' (withdrawn)' : otherwise === null ? '' : ` (the record: ${otherwise})`}`;
}

/** Says what another wish for the same medication called it, where that is not what `row` calls it. */
export const asWords = (other: Row, row: Row): string =>
  calledOtherwise(row.medication, other.medication) === null ? '' : ` (as ${other.medication})`;

/** The states of a refill that is given, as far as it has come. */
export const givenStates: readonly string[] = ['approved', 'ready', 'done'];
const givenFirst = (a: Row, b: Row): number =>
  Number(givenStates.includes(b.state)) - Number(givenStates.includes(a.state));

/**
 * The twins that are not declined: those that are
 * given first, also by an answer that has not left yet and `leadsTo` that state, then the latest.
 */
export async function othersLike(
  db: Db,
  clinicId: string,
  row: Row,
  leadsTo: (answer: string) => string | undefined,
): Promise<Row[]> {
  const others = await refillRows(db, clinicId)
    .where(sql<boolean>`exists (select from refills as twin where twin.id = ${row.id} and ${isTwin})`)
    .where('refills.state', '<>', 'declined')
    .clearOrderBy()
    .orderBy('refills.created_at', 'desc')
    .execute();
  const answers = await latestAnswers(
    db,
    clinicId,
    others.map(({ id }) => ({ kind: 'refill', thingId: id })),
  );
  return others
    .map((other) => {
      const answer = answers.get(itemIdOf('refill', other.id));
      const to = answer && isOnItsWay(answer) ? leadsTo(answer.name) : undefined;
      return to && givenStates.includes(to) ? { ...other, state: to, state_at: answer!.at } : other;
    })
    .sort(givenFirst);
}

const stands: Readonly<Record<string, string>> = {
  received: 'waits too',
  approved: 'was approved',
  ready: 'is ready for pick-up since',
  done: 'was picked up',
};

/** How many of the others the sentence names. */
const namedMost = 3;

/** Says that the same medication was asked for by itself as well, so that nobody gives it twice; null where it was not. */
export function twiceWords(reading: Reading, row: Row, others: readonly Row[]): string | null {
  const near = (at: Date) => nearWords(at, reading.clinic.shop.timezone, todayOf(reading));
  const said = others.slice(0, namedMost).map((other, place) => {
    const { created_at, state, state_at } = other;
    const stand = `${stands[state] ?? 'has moved on'}${givenStates.includes(state) ? ` ${near(state_at)}` : ''}`;
    return place === 0
      ? `The same medication was asked for ${near(created_at)} as well${asWords(other, row)}: that one ${stand}.`
      : `And ${near(created_at)}${asWords(other, row)}: that one ${stand}.`;
  });
  return said.join(' ') || null;
}
