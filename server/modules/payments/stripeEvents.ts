import type { FastifyInstance } from 'fastify';
import { NotSigned, readEvent, type AccountEvent } from '../../gateways/stripe/events';
import type { StripeKeys } from '../../gateways/stripe/connect';
import { ApiError } from '../../calls/errors';
import { eventCame } from '../../system/topics';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { recordEvent } from './recordEvent';
import { forgetRefusals, noteRefusal } from '../../db/refusals';
import { orUnavailable } from './setup';

/**
 * Receives Stripe's events at POST /api/webhooks/stripe (D-207). It is not part of the portal's API: no envelope, no
 * clinic in the headers, and the body is read as the signed bytes. An event that could not be recorded gets an error,
 * so that Stripe sends it again.
 */
export async function stripeEvents(app: FastifyInstance, services: Services, keys: StripeKeys): Promise<void> {
  await app.register(async (hook) => {
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hook.post('/webhooks/stripe', { bodyLimit: 512 * 1024 }, async (request) => {
      const given = await read(services, keys, request.body, request.headers['stripe-signature']);
      // The account of one clinic must not report on another's payments.
      if (given && (await isOfAccount(services, given))) await orUnavailable(() => recordEvent(services, given.event));
      return { received: true };
    });
  });
}

async function read(
  services: Services,
  keys: StripeKeys,
  body: unknown,
  signature: string | string[] | undefined,
): Promise<AccountEvent | null> {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string')
    throw new ApiError('validation', { message: 'The event is not signed.' });
  const now = services.clock.now();
  try {
    const event = readEvent(keys, body, signature, now);
    eventCame.tell({ outcome: 'accepted' });
    await forgetRefusals(services.db);
    return event;
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    eventCame.tell({ outcome: 'refused' });
    await noteRefusal(services.db, now);
    throw new ApiError('validation', { message: 'The event is not signed.' });
  }
}

async function isOfAccount({ db }: Services, { event, account }: AccountEvent): Promise<boolean> {
  const clinic = await loadClinic(db, event.clinicId);
  return clinic !== null && (clinic.shop.stripe_account ?? null) === account;
}
