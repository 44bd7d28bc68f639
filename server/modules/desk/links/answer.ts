import type { AnswerBody } from '../../../../src/contract/desk/inbox';
import { formatDateTime } from '../../../../src/domain/clinicTime';
import { linkState } from '../../../../src/domain/desk/answerLink';
import { ApiError } from '../../../calls/errors';
import type { Services } from '../../../calls/services';
import { inTransaction } from '../../../db/transaction';
import { acceptAppointment, declineAppointment } from '../../appointments/decide';
import { confirmations } from '../../appointments/ownerMessages';
import { lockVisit } from '../../appointments/repository';
import { visitOf } from '../../appointments/visit';
import { lockAnswerLink, useAnswerLink, type LinkUse } from '../../messages/answerLinks';
import type { Linked, WillRead } from './page';

/** An answer as the page's form sends it; `seen` is the time that the page showed, as an ISO 8601 instant. */
export type LinkAnswer = { use: LinkUse; seen: string; reason?: AnswerBody['reason']; words?: string };

/** Returns what the owner will read if the request is accepted; null where no message can reach the owner. */
export async function willReadOf({ config }: Services, { clinic, row }: Linked): Promise<WillRead> {
  const messages = confirmations(clinic, { ...visitOf(clinic, row), status: 'ACCEPTED' }, config.publicUrl);
  const [first] = messages;
  if (!first) return null;
  const ways = messages.map(({ channel }) => (channel === 'sms' ? 'text' : 'e-mail')).join(' and ');
  return { words: first.text, ways };
}

/**
 * Answers a request by its link and uses the link up, in one transaction. Returns null, or why nothing was done, where
 * the page says it: a link that has ended is shown as such.
 */
export async function answerByLink(
  services: Services,
  token: string,
  { clinic, row: { id } }: Linked,
  { use, seen }: LinkAnswer,
): Promise<string | null> {
  const now = services.clock.now();
  try {
    return await inTransaction(services.db, async (trx) => {
      const row = await lockVisit(trx, clinic.id, id);
      const link = await lockAnswerLink(trx, token);
      if (!row || !link) throw new ApiError('not_found');
      const state = linkState(
        { usedAt: link.used_at, endedAt: link.ended_at, expiresAt: link.expires_at },
        { status: row.status, startsAt: row.starts_at },
        now,
      );
      if (state !== 'live') return 'Nothing was changed.';
      if (seen !== row.starts_at.toISOString())
        return `The request is now for ${formatDateTime(row.starts_at, clinic.shop.timezone)}. Please answer again.`;
      if (use === 'accept') await acceptAppointment(trx, services, clinic.id, id);
      if (use === 'decline') await declineAppointment(trx, services, clinic.id, id);
      await useAnswerLink(trx, link, use, now);
      return null;
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_allowed') return error.message;
    throw error;
  }
}
