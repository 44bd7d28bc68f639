import { sql } from 'kysely';
import { DAY } from '../../../src/limits';
import { defer, prepared } from '../../db/statements';
import type { Db, Trx } from '../../db/transaction';
import type { Clinic } from '../../calls/clinic';
import { hashToken, newToken } from '../../system/secrets';

/** How long a request can be answered by the link in its notice, milliseconds (D-423). */
const answerLinkMs = 7 * DAY;

/** What an answer link was used for. */
export type LinkUse = 'accept' | 'decline' | 'offer';

/**
 * Makes the link by which the clinic answers a request from its notice (D-423), and returns its token: the clinic, a
 * dot, and a secret, which is stored as a hash alone. A request's earlier links end. Null where the clinic gets no
 * notices.
 */
export function newAnswerLink(
  trx: Trx,
  { id: clinicId, shop }: Pick<Clinic, 'id' | 'shop'>,
  appointmentId: string,
  now: Date,
): string | null {
  if (!shop.notify_email && !shop.notify_phone) return null;
  const secret = newToken();
  defer(
    trx,
    prepared(
      'answer_link',
      sql<never>`
        with earlier as (
          update answer_links set ended_at = ${now}
          where clinic_id = ${clinicId} and appointment_id = ${appointmentId} and ended_at is null and used_at is null)
        insert into answer_links (clinic_id, token_hash, appointment_id, created_at, expires_at)
        values (${clinicId}, ${hashToken(secret)}, ${appointmentId}, ${now}, ${new Date(now.getTime() + answerLinkMs)})`,
    ),
  );
  return `${clinicId}.${secret}`;
}

/** A link's row by its token. Tokens given out before they named their clinic are a secret alone. */
function byToken(db: Db, token: string) {
  const [secret = '', clinicId] = token.split('.').reverse();
  return db
    .selectFrom('answer_links')
    .selectAll()
    .where('token_hash', '=', hashToken(secret))
    .$if(clinicId !== undefined, (query) => query.where('clinic_id', '=', clinicId!));
}

/** An answer link as it is stored. */
export type AnswerLink = NonNullable<Awaited<ReturnType<typeof findAnswerLink>>>;

/** Reads the link that a token opens; null for a token that was never given out. */
export async function findAnswerLink(db: Db, token: string) {
  return (await byToken(db, token).executeTakeFirst()) ?? null;
}

/** Reads and locks it until the transaction ends, so that of two that use it at once the second sees it used. */
export async function lockAnswerLink(trx: Trx, { clinic_id, token_hash }: AnswerLink): Promise<AnswerLink | null> {
  const locked = await trx
    .selectFrom('answer_links')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .where('token_hash', '=', token_hash)
    .forUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/** Uses a link up. */
export async function useAnswerLink(trx: Trx, link: AnswerLink, use: LinkUse, now: Date): Promise<void> {
  await trx
    .updateTable('answer_links')
    .set({ used_at: now, used_for: use })
    .where('clinic_id', '=', link.clinic_id)
    .where('token_hash', '=', link.token_hash)
    .execute();
}

/** Returns a delivered message's text without the tokens of its answer links, which are then in no table (D-423). */
export const withoutTokens = (text: string): string =>
  text.replace(/\/a\/([a-z0-9-]+\.)?[\w-]{43}(?![\w-])/g, '/a/...');
