import { visitReasons, type AnswerBody } from '../../../../src/contract/desk/inbox';
import { dateClockWords } from '../../../../src/domain/desk/clockWords';
import { dateInZone } from '../../../../src/domain/clinicTime';
import { linkState, type LinkState } from '../../../../src/domain/desk/answerLink';
import { giverFirst } from '../../../../src/domain/desk/giver';
import { nearWords } from '../../../../src/domain/desk/words';
import { ApiError } from '../../../calls/errors';
import type { Services } from '../../../calls/services';
import { inTransaction, type Db } from '../../../db/transaction';
import { diedOf } from '../../appointments/patient';
import { lockVisit } from '../../appointments/repository';
import { lockAnswerLink, useAnswerLink, type LinkUse } from '../../messages/answerLinks';
import { writeAudit } from '../../staff/audit';
import { answerNow, itemIdOf, latestAnswerTo, lockThing, preview, type Given } from '../answers';
import { request } from '../kinds/request';
import { ownWords, type Answers, type Declines, type Linked } from './page';

/** An answer as the page's form sends it; `seen` is the time that the page showed, as an ISO 8601 instant. */
export type LinkAnswer = { use: LinkUse; seen: string; reason?: AnswerBody['reason']; words?: string };

const givenOf = (services: Services, { clinic, row }: Linked, body: Given['body']): Given => ({
  clinic,
  now: services.clock.now(),
  services,
  kind: request,
  thingId: row.id,
  body,
  giver: { way: 'link' },
});

/** What a refused answer's sentence says; anything else is thrown on. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_allowed') return error.message;
  throw error;
}

async function declinesOf(services: Services, found: Linked): Promise<Declines> {
  const told: Declines['told'] = [];
  let money: Declines['money'] = null;
  for (const reason of visitReasons) {
    const shown = await preview(services.db, givenOf(services, found, { name: 'decline', reason, words: ownWords }));
    told.push({ reason, willRead: shown.words === null ? null : { words: shown.words, ways: shown.ways } });
    money = shown.money;
  }
  return { told, money };
}

/**
 * Returns what the owner will read if the request is accepted or declined, or why it cannot be answered now, such as by somebody's
 * answer at the desk that is on its way.
 */
export async function willReadOf(services: Services, found: Linked): Promise<Answers | { blocked: string }> {
  try {
    const { words, ways } = await preview(services.db, givenOf(services, found, { name: 'accept' }));
    return {
      willRead: words === null ? null : { words, ways },
      hindered: await diedOf(services.db, found.clinic.id, found.row.patient_id),
      declines: await declinesOf(services, found),
    };
  } catch (error) {
    return { blocked: sentenceOf(error) };
  }
}

/**
 * Answers a request by its link and uses the link up, in one transaction; the answer leaves at once (D-423). Returns
 * null, or why nothing was done.
 */
export async function answerByLink(
  services: Services,
  found: Linked,
  { use, seen, ...why }: LinkAnswer,
): Promise<string | null> {
  const { clinic, row: asked } = found;
  const now = services.clock.now();
  try {
    return await inTransaction(services.db, async (trx) => {
      // In the order in which answers at the desk lock.
      await lockThing(trx, clinic.id, 'request', asked.id);
      const row = await lockVisit(trx, clinic.id, asked.id);
      const link = await lockAnswerLink(trx, found.link);
      if (!row || !link) throw new ApiError('not_found');
      const state = linkState(
        { usedAt: link.used_at, endedAt: link.ended_at, expiresAt: link.expires_at },
        { status: row.status, startsAt: row.starts_at, isPicked: found.isPicked },
        now,
      );
      if (state !== 'live') return 'Nothing was changed.';
      if (seen !== row.starts_at.toISOString())
        return `The request is now for ${dateClockWords(row.starts_at, clinic.shop.timezone)}. Please answer again.`;
      if (use === 'offer')
        await writeAudit(trx, {
          clinicId: clinic.id,
          personId: null,
          way: 'link',
          what: 'request: another time will be offered',
          itemId: itemIdOf('request', row.id),
          ids: { appointment: row.id },
          now,
        });
      else await answerNow(trx, givenOf(services, { ...found, row }, { name: use, ...why }));
      await useAnswerLink(trx, link, use, now);
      return null;
    });
  } catch (error) {
    return sentenceOf(error);
  }
}

const stateOf: Readonly<Record<string, LinkState>> = { accept: 'accepted', decline: 'declined' };

/** Who has accepted or declined the request, as its state says, with the time: 'Ben declined this today 7:56pm.' */
export async function answeredBy(db: Db, { clinic, row }: Linked, state: LinkState, now: Date): Promise<string | null> {
  const answer = await latestAnswerTo(db, clinic.id, 'request', row.id);
  const zone = clinic.shop.timezone;
  const isIt = answer?.voided === null && stateOf[answer.name] === state;
  return isIt
    ? `${giverFirst({ by: answer.by, is_mine: false })} ${state} this ${nearWords(answer.at, zone, dateInZone(now, zone))}.`
    : null;
}
