import type { Presence } from '../../../src/contract/desk/inbox';
import { MINUTE } from '../../../src/limits';
import type { Member } from '../../calls/member';
import type { Db, Trx } from '../../db/transaction';
import { itemIdOf } from './answers';

/** Who is at an item of the inbox. It ends after two minutes without a sign. */
const restMs = 2 * MINUTE;

type Thing = { clinicId: string; kind: string; thingId: string };

/** Notes that the member reads or answers the thing, or has left it. */
export async function notePresence(
  trx: Trx,
  { clinicId, kind, thingId }: Thing,
  member: Member,
  state: 'reading' | 'answering' | 'left',
  now: Date,
): Promise<void> {
  const mine = { clinic_id: clinicId, kind, thing_id: thingId, person_id: member.personId };
  if (state === 'left') {
    await trx
      .deleteFrom('desk_presence')
      .where((where) => where.and(mine))
      .execute();
    return;
  }
  const is_answering = state === 'answering';
  const isOver = new Date(now.getTime() - restMs);
  await trx
    .insertInto('desk_presence')
    .values({ ...mine, name: member.name || member.email, is_answering, since: now, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'kind', 'thing_id', 'person_id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        is_answering,
        // Who comes back after a rest, or begins to answer, is there since now.
        since: row
          .case()
          .when(
            row.and([row('desk_presence.seen_at', '>', isOver), row('desk_presence.is_answering', '=', is_answering)]),
          )
          .then(row.ref('desk_presence.since'))
          .else(now)
          .end(),
        seen_at: now,
      })),
    )
    .execute();
}

/** Reads which others than the person are at the clinic's items, by item id; with a thing only at that one. */
export async function presences(
  db: Db,
  clinicId: string,
  personId: string,
  now: Date,
  only?: { kind: string; thingId: string },
): Promise<Map<string, Presence[]>> {
  const rows = await db
    .selectFrom('desk_presence')
    .select(['kind', 'thing_id', 'person_id', 'name', 'is_answering', 'since'])
    .where('clinic_id', '=', clinicId)
    .where('person_id', '!=', personId)
    .where('seen_at', '>', new Date(now.getTime() - restMs))
    .$if(only !== undefined, (query) => query.where('kind', '=', only!.kind).where('thing_id', '=', only!.thingId))
    .orderBy('since')
    .orderBy('person_id')
    .execute();
  const found = new Map<string, Presence[]>();
  for (const { kind, thing_id, person_id, name, is_answering, since } of rows) {
    const id = itemIdOf(kind, thing_id);
    found.set(id, [...(found.get(id) ?? []), { person_id, name, is_answering, since: since.toISOString() }]);
  }
  return found;
}
