import {
  answerItem,
  inbox,
  inboxItem,
  openings,
  previewAnswer,
  setPresence,
  undoAnswer,
} from '../../../src/contract/desk/inbox';
import { handle, type Handled } from '../../calls/handlers';
import { nextVisits } from '../appointments/repository';
import { answerHours } from '../clinics/answerDue';
import { visitOf } from '../appointments/visit';
import { clinicianOf, ownerWords } from './about';
import { answerReply, givenReply, lockThing, preview, recordAnswer, takeBack, type Given } from './answers';
import { kindNamed, namedBy, readItem, readRow, type Kinds } from './core';
import { openingsFor } from './openings';
import { notePresence, presences } from './presence';
import { listFor } from './unchanged';

const nextMost = 3;

/** Routes of contract/desk/inbox, for these kinds of things. */
export const routes = (kinds: Kinds): Handled[] => [
  handle(inbox, async (call) => {
    const { db, clinic, now, query, member } = call;
    const list = await listFor(db, call, kinds, member, { isAnswered: query.answered === '1', known: query.known });
    const next_visits = (await nextVisits(db, clinic.id, now, nextMost)).map((row) => ({
      at: row.starts_at.toISOString(),
      pet: row.patient_name ?? '',
      species: clinic.species.find(({ id }) => id === row.species_id)?.name ?? null,
      owner: ownerWords(row),
      what: [visitOf(clinic, row).productName, clinicianOf(clinic, row.provider_id)].filter(Boolean).join(', '),
    }));
    const answer_within_hours = answerHours(clinic);
    return { ...list, now: now.toISOString(), answer_within_hours, next_visits };
  }),

  handle(inboxItem, (call) => readItem(call.db, call, namedBy(kinds, call.params.id), call.member)),

  handle(previewAnswer, async (call) => {
    const named = namedBy(kinds, call.params.id);
    const { version, ...body } = call.body;
    const { row } = await readRow(call.db, call, named, call.member);
    const given: Given = { ...readingOf(call), ...named, body, giver: { way: 'desk', member: call.member } };
    return preview(call.db, given, { version, versionNow: row.version });
  }),

  handle(
    answerItem,
    async (call) => {
      const named = namedBy(kinds, call.params.id);
      const { version, ...body } = call.body;
      await lockThing(call.db, call.clinic.id, named.kind.kind, named.thingId);
      const { row, listed } = await readRow(call.db, call, named, call.member);
      const given: Given = { ...readingOf(call), ...named, body, giver: { way: 'desk', member: call.member } };
      const answer = await recordAnswer(call.db, given, listed, { version, versionNow: row.version });
      await notePresence(
        call.db,
        { clinicId: call.clinic.id, kind: named.kind.kind, thingId: named.thingId },
        call.member,
        'left',
        call.now,
      );
      return {
        answer: answerReply(answer, call.member.personId),
        row: (await readRow(call.db, call, named, call.member)).row,
      };
    },
    { transaction: true },
  ),

  handle(
    undoAnswer,
    async (call) => {
      const answer = await takeBack(call.db, readingOf(call), (name) => kindNamed(kinds, name), call.params.id);
      const named = namedBy(kinds, `${answer.kind}-${answer.thing_id}`);
      const { row } = await readRow(call.db, call, named, call.member);
      const { stays } = answer.ids;
      return { row, given: givenReply(call.clinic, answer), ...(stays !== undefined && { stays }) };
    },
    { transaction: true },
  ),

  handle(openings, (call) =>
    openingsFor(call.db, call, namedBy(kinds, call.params.id), {
      from: call.query.from,
      date: call.query.date,
      isAny: call.query.any === '1',
    }),
  ),

  handle(
    setPresence,
    async (call) => {
      const { kind, thingId } = namedBy(kinds, call.params.id);
      const thing = { clinicId: call.clinic.id, kind: kind.kind, thingId };
      await readRow(call.db, call, { kind, thingId }, call.member);
      await notePresence(call.db, thing, call.member, call.body.state, call.now);
      const there = await presences(call.db, call.clinic.id, call.member.personId, call.now, thing);
      return { presence: there.get(call.params.id) ?? [] };
    },
    { transaction: true },
  ),
];

const readingOf = ({ clinic, now, services }: Given | Pick<Given, 'clinic' | 'now' | 'services'>) => ({
  clinic,
  now,
  services,
});
