import type { Trx, Db } from '../../../db/transaction';
import { notesWith } from '../../clients/contacts';
import { changeClient } from '../../clients/repository';
import { fullName } from '../../messages/clinicNotice';
import type { Answering, Left, Reading } from '../kind';
import { readdress } from '../../clients/readdress';
import { recentlyFrom } from './parts';
import { recipientColumns } from '../../messages/toOwner';
import { contactMark, contactWord, givenUp, sameWay, type Contacted, type Row, type To } from './undeliveredRows';

/** Corrects the contact that a message did not reach. */

const kindOf = ({ channel }: Pick<To, 'channel'>): 'phone' | 'email' => (channel === 'sms' ? 'phone' : 'email');

/** Another client of the clinic who has a contact, and whether they have shown by a code that it is theirs. */
type Other = { name: string; hasProved: boolean };

/** Who else at the clinic has the contact; who has proved it goes first. */
export async function othersWith(db: Db, clinicId: string, row: Contacted, to: To): Promise<Other[]> {
  const kind = kindOf(to);
  const owner = await db
    .selectFrom('clients')
    .select('user_id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', row.client_id)
    .executeTakeFirst();
  const proved = await db
    .selectFrom('users')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where(kind, '=', to.recipient)
    .where(`${kind}_verified_at`, 'is not', null)
    .execute();
  const provers = proved.map(({ id }) => id).filter((id) => id !== owner?.user_id);
  const records = await db
    .selectFrom('clients')
    .select(['user_id', 'first_name', 'last_name'])
    .where('clinic_id', '=', clinicId)
    .where('id', '<>', row.client_id)
    .where((is) => is(is.ref('metadata', '->').key('merged_into'), 'is', null))
    .where((is) => is.or([is(kind, '=', to.recipient), ...(provers.length > 0 ? [is('user_id', 'in', provers)] : [])]))
    .orderBy('id')
    .execute();
  const known = records.map((one) => ({
    name: fullName(one) || 'Another client',
    hasProved: one.user_id !== null && provers.includes(one.user_id),
  }));
  // Somebody who signed up with it and has no record yet.
  const isNameless = provers.some((id) => records.every(({ user_id }) => user_id !== id));
  return [...known, ...(isNameless ? [{ name: 'Another owner', hasProved: true }] : [])].sort(
    (a, b) => Number(b.hasProved) - Number(a.hasProved),
  );
}

/** Says who else has the contact, so that nobody reads another owner's news unseen; null for nobody. */
export function sharedWords(others: readonly Other[], to: To): string | null {
  const [first] = others;
  if (!first) return null;
  return first.hasProved
    ? `${first.name} has this ${contactWord(to)}, confirmed by a code, and will read what is sent there.`
    : `${others.map(({ name }) => name).join(' and ')} ${others.length === 1 ? 'has' : 'have'} this ${contactWord(to)}, too.`;
}

/** The owner's other messages that were given up at the same contact. */
export const alsoThere = async (db: Db, { clinic, now }: Reading, row: Contacted): Promise<Row[]> =>
  (
    await givenUp(db, clinic.id)
      .where('messages.failed_at', '>', recentlyFrom(now))
      .where('messages.channel', '=', row.channel)
      .where('messages.recipient', '=', row.recipient)
      .where('messages.id', '<>', row.id)
      .execute()
  ).filter(({ client_id }) => client_id === row.client_id);

/**
 * Puts the clinic's own contact in the record: it is not a typed one that waits for its owner's proof (D-401). The
 * owner's other messages that did not arrive at the old one are for the new one from then on; they wait to be sent.
 */
export async function correct(trx: Trx, answering: Answering, row: Contacted, to: To): Promise<void> {
  const { clinic, now } = answering;
  const kind = kindOf(to);
  const others = await alsoThere(trx, answering, row);
  const { pending, unverified } = row.metadata;
  const { [kind]: _, ...waiting } = pending ?? {};
  await changeClient(
    trx,
    clinic.id,
    row.client_id,
    {
      [kind]: to.recipient,
      metadata: notesWith(row.metadata, {
        pending: waiting,
        unverified: (unverified ?? []).filter((one) => one !== kind),
      }),
    },
    now,
  );
  const from = sameWay(row)?.recipient ?? row.recipient;
  await readdress(trx, clinic.id, { clientId: row.client_id, kind, from, to: to.recipient });
  if (others.length === 0) return;
  await trx
    .updateTable('messages')
    .set({ recipient: to.recipient, attempts: 0 })
    .where('clinic_id', '=', clinic.id)
    .where(
      'id',
      'in',
      others.map(({ id }) => id),
    )
    .where('failed_at', 'is not', null)
    .execute();
}

/** The contacts of the owner of a message that may have been taken back since it was answered; null for no owner. */
async function contactedBy(trx: Trx, { clinic, thingId, ids }: Answering): Promise<Contacted | null> {
  const owner = await trx
    .selectFrom('clients')
    .select(recipientColumns)
    .where('clinic_id', '=', clinic.id)
    .where('id', '=', ids['client'] ?? '')
    .executeTakeFirst();
  if (!owner) return null;
  const channel = (ids['to'] ?? '') as Row['channel'];
  const row = { ...owner, id: thingId, channel, recipient: '' };
  return { ...row, recipient: sameWay(row)?.recipient ?? '' };
}

/**
 * Corrects the contact although the message is not sent any more, for the reason `why`: what the owner is told next goes
 * there. Nothing is done where the record has another contact since.
 */
export async function correctAlone(trx: Trx, answering: Answering, to: To, why: string): Promise<Left> {
  const row = await contactedBy(trx, answering);
  if (row === null || answering.ids['had'] !== contactMark(row)) return { voided: why };
  await correct(trx, answering, row, to);
  const did = `${answering.ids['did'] ?? ''}. ${why.replace(/\.$/, '')}`;
  return { voided: null, instead: { words: 'corrected, not sent any more', did } };
}
