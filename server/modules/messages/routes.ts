import { listTextRequests, textUs } from '../../../src/contract/messages';
import { handle, type Call, type Handled } from '../../calls/handlers';
import { phoneIdentifier } from '../contacts/identifiers';
import { hashIdentifier } from '../../system/secrets';
import { ApiError } from '../../calls/errors';
import { clinicNotice, told, type Notice } from './clinicNotice';

/** The message service (API-60). */
export const routes: Handled[] = [
  handle(
    textUs,
    async (call) => {
      const { clinic, session, db, now, services } = call;
      const phone = phoneOf(call);
      const id = services.ids.next();
      await db
        .insertInto('text_requests')
        .values({ clinic_id: clinic.id, id, user_id: session.userId, phone, created_at: now })
        .execute();
      await services.messages.enqueueAll(
        db,
        clinicNotice(
          clinic,
          noticeOf(id, told(phone, phone === session.phone), session.userId),
          services.config.publicUrl,
        ),
      );
      return { id, created_at: now.toISOString() };
    },
    {
      transaction: true,
      caps: { textRequestsPerPhone: (call) => hashIdentifier(call.services.config.secret, phoneOf(call)) },
    },
  ),

  handle(listTextRequests, async ({ db, clinic, session }) => {
    const rows = await db
      .selectFrom('text_requests')
      .select(['id', 'phone', 'state', 'answered_at', 'created_at'])
      .where('clinic_id', '=', clinic.id)
      .where('user_id', '=', session.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(({ id, phone, state, answered_at, created_at }) => ({
      id,
      phone_number: phone,
      state,
      state_at: (answered_at ?? created_at).toISOString(),
      created_at: created_at.toISOString(),
    }));
  }),
];

function phoneOf({ body, clinic }: Call<typeof textUs>): string {
  const phone = phoneIdentifier(body.phone_number, clinic.shop.phoneCode);
  if (phone === null) throw new ApiError('validation', { fields: { phone_number: 'must be ten digits' } });
  return phone;
}

/**
 * Makes the notice of a text-us request (D-107, D-218). Nothing is sent to the number, since it was only typed (D-401).
 */
function noticeOf(id: string, phone: string, userId: string): Notice {
  const text = `A visitor of your booking page would like you to text them at ${phone}.`;
  return {
    kind: 'text_us',
    desk: { kind: 'text_us', id },
    of: { id: userId, name: 'a visitor' },
    subject: 'Please text a visitor',
    lines: [text],
    short: text,
  };
}
