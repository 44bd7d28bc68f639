import { textUsDue } from '../../../../src/domain/desk/due';
import { nameInMessage } from '../../../../src/domain/messageText';
import type { Db } from '../../../db/transaction';
import { answerHours, openWeekOf } from '../../clinics/answerDue';
import { fullName } from '../../messages/clinicNotice';
import { phoneWords } from '../about';
import type { Kind, Listed, Reading, Shown } from '../kind';
import { action, bare, preview, recentlyFrom, refuse } from './parts';

/** Visitors who asked for a text (D-107), and whose number it may be. */

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

function listedOf({ clinic }: Reading, row: Row, owners: readonly Perhaps[]): Listed {
  const names = owners.map((one) => nameInMessage(fullName(one))).filter(Boolean);
  return {
    thingId: row.id,
    place: row.state === 'answered' ? 'answered' : 'waits',
    pet: null,
    owner: phoneWords(row.phone),
    says: 'Text us',
    what: names.length === 0 ? '' : `${isOwn(row) ? '' : 'perhaps '}${names.join(' or ')}`,
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

function shownOf(reading: Reading, row: Row, owners: readonly Perhaps[]): Shown {
  const [only] = owners;
  return {
    ...bare,
    listed: listedOf(reading, row, owners),
    client_id: owners.length === 1 ? only!.id : null,
    phone: { value: phoneWords(row.phone), is_confirmed: isOwn(row) },
    ask: {
      title: 'Would like to be texted',
      line:
        owners.length === 0
          ? 'No record has this number.'
          : `${owners.map((one) => fullName(one) || 'A record without a name').join(' and ')} ${owners.length === 1 ? 'has' : 'have'} this number.`,
      state: row.state === 'answered' ? 'Answered' : 'Open',
      money: null,
    },
    hint: 'Text or call the number, then mark it as answered.',
    actions: row.state === 'answered' ? [] : [action('answered', 'Mark answered', { is_primary: true })],
  };
}

const alreadyAnswered = 'This is answered already.';

export const textUs: Kind = {
  kind: 'text_us',
  list: async (db, reading) => {
    const rows = await textRequests(db, reading.clinic.id)
      .where('text_requests.state', '=', 'open')
      .where('text_requests.created_at', '>', recentlyFrom(reading.now))
      .execute();
    const owners = await ownersWith(
      db,
      reading.clinic.id,
      rows.map(({ phone }) => phone),
    );
    return rows.map((row) =>
      listedOf(
        reading,
        row,
        owners.filter(({ phone }) => phone === row.phone),
      ),
    );
  },
  read: async (db, reading, thingId) => {
    const row = await textRequests(db, reading.clinic.id).where('text_requests.id', '=', thingId).executeTakeFirst();
    return row ? shownOf(reading, row, await ownersWith(db, reading.clinic.id, [row.phone])) : null;
  },
  answers: {
    answered: {
      preview: async (db, { clinic, thingId }) => {
        const row = await textRequests(db, clinic.id).where('text_requests.id', '=', thingId).executeTakeFirst();
        if (row?.state !== 'open') refuse(alreadyAnswered);
        return preview('Mark answered', { does: ['The visitor sees on their page that you have answered.'] });
      },
      record: async (trx, { clinic, thingId }) => {
        const row = await textRequests(trx, clinic.id).where('text_requests.id', '=', thingId).executeTakeFirst();
        if (row?.state !== 'open') refuse(alreadyAnswered);
        return { words: 'answered', ids: { text_request: thingId } };
      },
      leave: async (trx, { clinic, thingId, now }) => {
        const changed = await trx
          .updateTable('text_requests')
          .set({ state: 'answered', answered_at: now })
          .where('clinic_id', '=', clinic.id)
          .where('id', '=', thingId)
          .where('state', '=', 'open')
          .returning('id')
          .executeTakeFirst();
        return { voided: changed ? null : alreadyAnswered };
      },
      takeBack: async () => {},
    },
  },
};
