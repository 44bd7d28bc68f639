import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VisitReason } from '../../../../src/contract/desk/inbox';
import { linkState } from '../../../../src/domain/desk/answerLink';
import { urgentPlaces } from '../../../../src/domain/desk/urgent';
import { is } from 'superstruct';
import { countWithin, everyClinic, mustHaveRoom } from '../../../calls/counters';
import { ApiError } from '../../../calls/errors';
import type { Services } from '../../../calls/services';
import type { Db } from '../../../db/transaction';
import { getVisit } from '../../appointments/repository';
import { keywordActions } from '../../catalogue/repository';
import { loadClinic } from '../../clinics/repository';
import { findAnswerLink } from '../../messages/answerLinks';
import { wasPicked } from '../kinds/request';
import { answerByLink, answeredBy, willReadOf, type LinkAnswer } from './answer';
import type { DrawnPage } from './look';
import { answerPage, endedPage, plainPage, type Linked, type Typed } from './page';

const bodyLimit = 8 * 1024;
/** The longest text of one's own that an answer takes, characters. */
const wordsMost = 500;

/**
 * Serves the answer links of the clinic's notices (D-423). GET shows a request and changes nothing; POST answers it and
 * leads back to GET. `callerOf` tells which caller tries are counted by.
 */
export function answerPages(
  app: FastifyInstance,
  services: Services,
  callerOf: (request: FastifyRequest) => string,
): void {
  const { config, db, clock } = services;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  /** The link's request; throws `not_found` for a token that was never given out, and counts those (D-404). */
  const linked = async (request: FastifyRequest<ForToken>): Promise<Linked> => {
    const counted = { clinicId: everyClinic, whose: callerOf(request), now: clock.now() };
    await mustHaveRoom(db, services, 'answerLinkMissesPerAddress', counted);
    const found = await findLinked(db, request.params.token);
    if (found !== null) {
      request.clinicId = found.clinic.id;
      return found;
    }
    await countWithin(db, services, 'answerLinkMissesPerAddress', counted);
    throw new ApiError('not_found');
  };

  const show = async (
    reply: FastifyReply,
    found: Linked,
    {
      fault = null,
      tried = null,
      typed = null,
    }: { fault?: string | null; tried?: LinkAnswer['use'] | null; typed?: Typed | null } = {},
  ): Promise<FastifyReply> => {
    const state = stateOf(found, clock.now());
    if (state !== 'live') {
      const answered = await answeredBy(db, found, state, clock.now());
      return send(
        reply.code(state === 'used' ? 200 : 410),
        endedPage(found, state, { publicUrl: config.publicUrl, tried, typed, answered }),
      );
    }
    const told = await willReadOf(services, found);
    const said = 'blocked' in told ? told.blocked : fault;
    const urgent = urgentPlaces(await keywordActions(db, found.clinic.id), {
      note: found.row.note,
      productIds: found.row.details.productIds ?? [found.row.product_id],
    });
    return send(
      reply.code(fault === null ? 200 : 422),
      answerPage(found, { publicUrl: config.publicUrl, told, urgent, fault: said, typed }),
    );
  };

  const refused = (reply: FastifyReply, error: unknown): FastifyReply => {
    if (!(error instanceof ApiError)) throw error;
    const { code, details } = error;
    if (details.retryAfter !== undefined) reply.header('retry-after', String(details.retryAfter));
    const page =
      code === 'too_many_requests'
        ? plainPage('Too many tries', 'Please try again later, or sign in at the desk.', config.publicUrl)
        : plainPage(
            'This link does not work',
            'It may be cut off. Open it again from the whole notice, or sign in at the desk. Nothing was changed.',
            config.publicUrl,
          );
    return send(reply.code(error.status), page);
  };

  app.get<ForToken>('/a/:token', async (request, reply) => {
    try {
      return await show(reply, await linked(request));
    } catch (error) {
      return refused(reply, error);
    }
  });

  app.post<ForToken>('/a/:token', async (request, reply) => {
    try {
      if (isForeign(request, config.publicUrl)) throw new ApiError('not_allowed');
      const found = await linked(request);
      const given = answerOf(request.body);
      if (given === null)
        return await show(reply, found, {
          fault: 'Nothing was sent. Choose a reason; for another reason, write it in your own words.',
          typed: typedIn(request.body),
        });
      const fault = await answerByLink(services, found, given);
      if (fault !== null)
        return await show(reply, (await findLinked(db, request.params.token)) ?? found, {
          fault,
          tried: given.use,
          typed: given.use === 'decline' ? typedIn(request.body) : null,
        });
      return await reply.headers(headers).redirect(`/a/${request.params.token}`, 303);
    } catch (error) {
      return refused(reply, error);
    }
  });
}

type ForToken = { Params: { token: string } };

const stateOf = ({ link, row, isPicked }: Linked, now: Date) =>
  linkState(
    { usedAt: link.used_at, endedAt: link.ended_at, expiresAt: link.expires_at },
    { status: row.status, startsAt: row.starts_at, isPicked },
    now,
  );

/** Reads what a token opens; null for a token that was never given out. */
async function findLinked(db: Db, token: string): Promise<Linked | null> {
  const link = await findAnswerLink(db, token);
  const clinic = link === null ? null : await loadClinic(db, link.clinic_id);
  if (!link || !clinic) return null;
  const row = await getVisit(db, clinic.id, link.appointment_id);
  return { clinic, link, row, isPicked: await wasPicked(db, clinic.id, row.id) };
}

/**
 * No cache, no search engine and no other site learns of the page; this server's own form still tells its origin, which
 * a stricter referrer policy would hide.
 */
const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow, noarchive',
} as const;

const send = (reply: FastifyReply, { html, policy }: DrawnPage): FastifyReply =>
  reply.headers(headers).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);

/** Whether another site's page sent the form. Browsers tell; a program that tells nothing needs the token anyway. */
const isForeign = ({ headers: { origin, 'sec-fetch-site': site } }: FastifyRequest, publicUrl: string): boolean =>
  (origin !== undefined && origin !== publicUrl) || (site !== undefined && site !== 'same-origin');

/** What a form that declines had in it, so that nothing typed is lost with the page that comes back. */
const typedIn = (body: unknown): Typed | null =>
  body instanceof URLSearchParams && body.get('answer') === 'decline'
    ? { reason: body.get('reason'), words: (body.get('words') ?? '').slice(0, wordsMost) }
    : null;

/** Reads the form; null where it is incomplete. */
function answerOf(body: unknown): LinkAnswer | null {
  if (!(body instanceof URLSearchParams)) return null;
  const [use, seen, reason] = [body.get('answer'), body.get('seen') ?? '', body.get('reason')];
  const words = (body.get('words') ?? '').trim().slice(0, wordsMost);
  if (use === 'accept' || use === 'offer') return { use, seen };
  if (use !== 'decline' || !is(reason, VisitReason) || (reason === 'other' && words === '')) return null;
  return { use, seen, reason, ...(words !== '' && { words }) };
}
