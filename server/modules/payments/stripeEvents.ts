import type { FastifyInstance } from 'fastify';
import { NotSigned, readEvent, type Heard } from '../../gateways/stripe/events';
import type { StripeKeys } from '../../gateways/stripe/connect';
import { ApiError } from '../../calls/errors';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { hearEvent } from './recordEvent';
import { orUnavailable } from './setup';

/**
 * Where Stripe tells of charges and refunds: POST /api/webhooks/stripe (D-207). It is no call of the portal's API: no envelope, no
 * clinic in the headers, and the body stays as it was signed. An event that could not be heard is sent again by Stripe.
 */
export async function stripeEvents(app: FastifyInstance, services: Services, keys: StripeKeys): Promise<void> {
  await app.register(async (hook) => {
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hook.post('/webhooks/stripe', { bodyLimit: 512 * 1024 }, async (request) => {
      const heard = read(keys, request.body, request.headers['stripe-signature'], services.clock.now());
      // Whoever holds one clinic's account cannot speak of another's payments.
      if (heard && (await isOfAccount(services, heard))) await orUnavailable(() => hearEvent(services, heard.event));
      return { received: true };
    });
  });
}

function read(keys: StripeKeys, body: unknown, signature: string | string[] | undefined, now: Date): Heard {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string')
    throw new ApiError('validation', { message: 'The event is not signed.' });
  try {
    return readEvent(keys, body, signature, now);
  } catch (error) {
    throw error instanceof NotSigned ? new ApiError('validation', { message: 'The event is not signed.' }) : error;
  }
}

async function isOfAccount({ db }: Services, { event, account }: NonNullable<Heard>): Promise<boolean> {
  const clinic = await loadClinic(db, event.clinicId);
  return clinic !== null && (clinic.shop.stripe_account ?? null) === account;
}
