import { textUsDue } from '../../../../src/domain/desk/due';
import { nameInMessage } from '../../../../src/domain/messageText';
import type { Db } from '../../../db/transaction';
import { answerHours, openWeekOf } from '../../clinics/answerDue';
import { fullName } from '../../messages/clinicNotice';
import { phoneWords } from '../about';
import type { Kind, Listed, Reading, Shown } from '../kind';
import { action, bare, preview, recentlyFrom, refuse } from './parts';

/**
 * Visitors who asked for a text (D-107), and whose number it may be. A number that asks again while it waits is one line
 * that says how often, by its first wish: whoever texts it has answered them all.
 */

/** The wishes to be texted, the oldest first; `own` is the verified phone of who asked. */
export const textRequests = (db: Db, clinicId: string) =>
  db
    .selectFrom('text_requests')
    .leftJoin('users', (join) =>
      join.onRef('users.clinic_id', '=', 'text_requests.clinic_id').onRef('users.id', '=', 'text_requests.user_id'),
    )
    .select([
      'text_requests.id',
      'text_requests.phone',
      'text_requests.state',
      'text_requests.created_at',
      'users.phone as own',
      'users.phone_verified_at',
    ])
    .where('text_requests.clinic_id', '=', clinicId)
    .orderBy('text_requests.created_at')
    .orderBy('text_requests.id');

type Row = Awaited<ReturnType<ReturnType<typeof textRequests>['execute']>>[number];
type Perhaps = { id: string; phone: string | null; first_name: string | null; last_name: string | null };

/** The records with one of the phones. */
const ownersWith = async (db: Db, clinicId: string, phones: readonly string[]): Promise<Perhaps[]> =>
  phones.length === 0
    ? []
    : db
        .selectFrom('clients')
        .select(['id', 'phone', 'first_name', 'last_name'])
        .where('clinic_id', '=', clinicId)
        .where('phone', 'in', [...new Set(phones)])
        .where((is) => is(is.ref('metadata', '->').key('merged_into'), 'is', null))
        .orderBy('id')
        .execute();

export const isOwn = (row: Pick<Row, 'phone' | 'own' | 'phone_verified_at'>): boolean =>
  row.phone === row.own && row.phone_verified_at !== null;

/** The open wishes of a number, or of all, as they are listed. */
const openRequests = (db: Db, { clinic, now }: Reading, phone?: string) =>
  textRequests(db, clinic.id)
    .where('text_requests.state', '=', 'open')
    .where('text_requests.created_at', '>', recentlyFrom(now))
    .$if(phone !== undefined, (query) => query.where('text_requests.phone', '=', phone!))
    .execute();

/** The wishes of one number, the oldest first, and the records with it. */
type Asked = { all: readonly Row[]; owners: readonly Perhaps[] };

const timesAsked = ({ all }: Asked): string => (all.length > 1 ? `asked ${all.length} times` : '');

function listedOf({ clinic }: Reading, row: Row, asked: Asked): Listed {
  const names = asked.owners.map((one) => nameInMessage(fullName(one))).filter(Boolean);
  const whose = names.length === 0 ? '' : `${asked.all.some(isOwn) ? '' : 'perhaps '}${names.join(' or ')}`;
  return {
    thingId: row.id,
    place: row.state === 'answered' ? 'answered' : 'waits',
    pet: null,
    owner: phoneWords(row.phone),
    says: 'Text us',
    what: [timesAsked(asked), whose].filter(Boolean).join(', '),
    asked_at: row.created_at.toISOString(),
    due_at:
      row.state === 'answered'
        ? null
        : (textUsDue(row.created_at, answerHours(clinic), openWeekOf(clinic))?.toISOString() ?? null),
    urgent_word: null,
    approved_by: null,
    needs_clinician: false,
    offered_until: null,
    stamp: row.state,
  };
}

function shownOf(reading: Reading, row: Row, asked: Asked): Shown {
  const { all, owners } = asked;
  const [only] = owners;
  const often = timesAsked(asked);
  return {
    ...bare,
    listed: listedOf(reading, row, asked),
    client_id: owners.length === 1 ? only!.id : null,
    phone: { value: phoneWords(row.phone), is_confirmed: all.some(isOwn) },
    ask: {
      title: 'Would like to be texted',
      line: [
        owners.length === 0
          ? 'No record has this number.'
          : `${owners.map((one) => fullName(one) || 'A record without a name').join(' and ')} ${owners.length === 1 ? 'has' : 'have'} this number.`,
        ...(often ? [`It ${often}.`] : []),
      ].join(' '),
      state: row.state === 'answered' ? 'Answered' : 'Open',
      money: null,
    },
    happened: all.map(({ created_at }) => ({
      at: created_at.toISOString(),
      who: phoneWords(row.phone),
      what: 'Asked to be texted',
      state: null,
    })),
    hint: 'Text or call the number, then mark it as answered.',
    actions: row.state === 'answered' ? [] : [action('answered', 'Mark answered', { is_primary: true })],
  };
}

const alreadyAnswered = 'This is answered already.';

export const textUs: Kind = {
  kind: 'text_us',
  list: async (db, reading) => {
    const rows = await openRequests(db, reading);
    const byPhone = new Map<string, Row[]>();
    for (const row of rows) byPhone.set(row.phone, [...(byPhone.get(row.phone) ?? []), row]);
    const owners = await ownersWith(db, reading.clinic.id, [...byPhone.keys()]);
    return [...byPhone].map(([phone, all]) =>
      listedOf(reading, all[0]!, { all, owners: owners.filter((one) => one.phone === phone) }),
    );
  },
  read: async (db, reading, thingId) => {
    const row = await textRequests(db, reading.clinic.id).where('text_requests.id', '=', thingId).executeTakeFirst();
    if (!row) return null;
    const open = row.state === 'open' ? await openRequests(db, reading, row.phone) : [];
    const all = open.some(({ id }) => id === row.id) ? open : [row];
    return shownOf(reading, row, { all, owners: await ownersWith(db, reading.clinic.id, [row.phone]) });
  },
  answers: {
    answered: {
      preview: async (db, { clinic, thingId }) => {
        const row = await textRequests(db, clinic.id).where('text_requests.id', '=', thingId).executeTakeFirst();
        if (row?.state !== 'open') refuse(alreadyAnswered);
        return preview('Mark answered', { does: ['The visitor sees on their page that you have answered.'] });
      },
      record: async (trx, { clinic, thingId, now }) => {
        const row = await textRequests(trx, clinic.id).where('text_requests.id', '=', thingId).executeTakeFirst();
        if (row?.state !== 'open') refuse(alreadyAnswered);
        return { words: 'answered', ids: { text_request: thingId, seen_at: now.toISOString() } };
      },
      leave: async (trx, { clinic, thingId, now, ids }) => {
        const answered = trx
          .updateTable('text_requests')
          .set({ state: 'answered', answered_at: now })
          .where('clinic_id', '=', clinic.id)
          .where('state', '=', 'open');
        const changed = await answered.where('id', '=', thingId).returning('phone').executeTakeFirst();
        // Who asked once more after the answer is not answered by it.
        if (changed && ids['seen_at'])
          await answered
            .where('phone', '=', changed.phone)
            .where('created_at', '<=', new Date(ids['seen_at']))
            .execute();
        return { voided: changed ? null : alreadyAnswered };
      },
      takeBack: async () => {},
    },
  },
};
