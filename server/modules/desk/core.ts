import { createHash } from 'node:crypto';
import type { Answer, AnswerBody, InboxRow, Item, ItemKind, Presence } from '../../../src/contract/desk/inbox';
import { asGiven } from '../../../src/domain/desk/asGiven';
import { doneWords, giverFirst } from '../../../src/domain/desk/giver';
import { declinedText } from '../../../src/domain/desk/decline';
import { byDue, isLate } from '../../../src/domain/desk/order';
import { ApiError } from '../../calls/errors';
import type { Member } from '../../calls/member';
import type { AnsweredRow } from '../../db/documents';
import type { Db } from '../../db/transaction';
import { canonicalJson } from '../../system/canonicalJson';
import {
  answeredLately,
  answerReply,
  historyOf,
  isOnItsWay,
  itemIdOf,
  latestAnswers,
  latestAnswerTo,
  type AnswerRow,
  type GivenAnswer,
} from './answers';
import type { Kind, Listed, Reading } from './kind';
import { presences } from './presence';

/** The inbox: what its kinds list, with the answers of staff and who is at each item. */

export type Kinds = readonly Kind[];

export const kindNamed = (kinds: Kinds, name: string): Kind | undefined => kinds.find(({ kind }) => kind === name);

const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22);

/** Makes an item's line. Its version follows from all of it but who is at it. */
function rowOf(
  kind: ItemKind,
  { thingId, stamp, ...listed }: Listed,
  answer: GivenAnswer | null,
  presence: Presence[],
  personId: string | null,
): InboxRow {
  const given: Answer | null = answer && answerReply(answer, personId);
  const row = {
    ...listed,
    id: itemIdOf(kind, thingId),
    kind,
    place: answer !== null && isOnItsWay(answer) ? ('answered' as const) : listed.place,
    answer: given,
  };
  const version = hashOf([listed, stamp, given && { ...given, is_mine: false }]);
  return { ...row, presence, version };
}

/** Lists all that waits, in the order of the desk. */
export async function listInbox(db: Db, reading: Reading, kinds: Kinds, member: Member): Promise<InboxRow[]> {
  const { things, answers } = await listedThings(db, reading, kinds);
  const there = await presences(db, reading.clinic.id, member.personId, reading.now);
  return things
    .map(({ id, kind, listed }) => rowOf(kind, listed, answers.get(id) ?? null, there.get(id) ?? [], member.personId))
    .sort(byDue);
}

/** Lists what was answered in the last 14 days, the latest first, each as it was when it was answered. */
export async function listAnswered(
  db: Db,
  { clinic, now }: Reading,
  kinds: Kinds,
  member: Member,
): Promise<InboxRow[]> {
  const there = await presences(db, clinic.id, member.personId, now);
  return (await answeredLately(db, clinic.id, now)).flatMap((answer) => {
    const kind = kindNamed(kinds, answer.kind);
    if (!kind) return [];
    const row = rowOf(
      kind.kind,
      { ...asListed(answer.listed), thingId: answer.thing_id },
      answer,
      there.get(itemIdOf(answer.kind, answer.thing_id)) ?? [],
      member.personId,
    );
    return [row];
  });
}

const asListed = (row: AnsweredRow): Omit<Listed, 'thingId'> => ({
  ...row,
  place: 'answered',
  due_at: null,
  needs_clinician: false,
  offered_until: null,
  stamp: '',
});

/** Reads what the kinds list, and the latest answer to each, by item id. */
async function listedThings(db: Db, reading: Reading, kinds: Kinds) {
  const things: { id: string; kind: ItemKind; thingId: string; listed: Listed }[] = [];
  for (const { kind, list } of kinds)
    for (const listed of await list(db, reading))
      things.push({ id: itemIdOf(kind, listed.thingId), kind, thingId: listed.thingId, listed });
  return { things, answers: await latestAnswers(db, reading.clinic.id, things) };
}

/** What a clinic's members see in the menu: how much waits for the clinic, and how much of it is late. */
export async function countWaiting(db: Db, reading: Reading, kinds: Kinds): Promise<{ waits: number; late: number }> {
  const { things, answers } = await listedThings(db, reading, kinds);
  const waiting = things.filter(({ id, listed }) => {
    const answer = answers.get(id);
    return listed.place === 'waits' && !(answer && isOnItsWay(answer));
  });
  return { waits: waiting.length, late: waiting.filter(({ listed }) => isLate(listed, reading.now)).length };
}

/** The version of a whole list, with who is at what. */
export const versionOf = (rows: readonly InboxRow[]): string =>
  hashOf(rows.map(({ id, version, presence }) => [id, version, presence]));

/** What an item's id names: its kind and the thing's own id. Throws `not_found` for a kind that there is not. */
export function namedBy(kinds: Kinds, id: string): { kind: Kind; thingId: string } {
  const cut = id.indexOf('-');
  const kind = cut < 0 ? undefined : kindNamed(kinds, id.slice(0, cut));
  if (!kind) throw new ApiError('not_found');
  return { kind, thingId: id.slice(cut + 1) };
}

type Named = { kind: Kind; thingId: string };

/** Reads an item's line as it is now. Throws `not_found` for none of the clinic's. */
export async function readRow(
  db: Db,
  reading: Reading,
  { kind, thingId }: Named,
  member: Member,
): Promise<{ row: InboxRow; listed: Listed }> {
  const shown = await kind.read(db, reading, thingId);
  if (!shown) throw new ApiError('not_found');
  const answer = await latestAnswerTo(db, reading.clinic.id, kind.kind, thingId);
  const there = await presences(db, reading.clinic.id, member.personId, reading.now, { kind: kind.kind, thingId });
  const presence = there.get(itemIdOf(kind.kind, thingId)) ?? [];
  return { row: rowOf(kind.kind, shown.listed, answer, presence, member.personId), listed: shown.listed };
}

/** What an answer said or did, as what happened: a decline with its reason as its owner reads it. */
function toldOf({ name, body, words, ids, taken_back_at, voided }: AnswerRow): string {
  const isDone = voided === null && taken_back_at === null;
  const more = name === 'decline' ? declinedText((body as AnswerBody).reason, (body as AnswerBody).words) : null;
  // What a merge did is told of one that was done alone.
  const all = [doneWords({ words, voided }), more ?? (isDone ? ids['did'] : null)].filter(Boolean).join(': ');
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}`;
}

/** Reads an item with what staff did to it. While an answer is on its way it takes no other one. */
export async function readItem(db: Db, reading: Reading, { kind, thingId }: Named, member: Member): Promise<Item> {
  const shown = await kind.read(db, { ...reading, reader: member }, thingId);
  if (!shown) throw new ApiError('not_found');
  const { listed, ...item } = shown;
  const given = await historyOf(db, reading.clinic.id, kind.kind, thingId);
  const latest = given.findLast((one) => one.taken_back_at === null) ?? null;
  const there = await presences(db, reading.clinic.id, member.personId, reading.now, { kind: kind.kind, thingId });
  const presence = there.get(itemIdOf(kind.kind, thingId)) ?? [];
  const told = given.map((one) => ({
    at: one.at.toISOString(),
    who: giverFirst({ by: one.by, is_mine: false }),
    what: toldOf(one),
    state: one.taken_back_at === null ? one.voided : ['Taken back', one.ids['stays']].filter(Boolean).join('. '),
  }));
  return {
    row: rowOf(kind.kind, listed, latest, presence, member.personId),
    ...item,
    ...(latest !== null && isOnItsWay(latest) ? asGiven(item, kind.kind, latest) : {}),
    happened: [...item.happened, ...told].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    actions: latest !== null && isOnItsWay(latest) ? [] : item.actions,
  };
}
