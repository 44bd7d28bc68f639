import { textUs } from '../../../src/contract/messages';
import type { Clinic } from '../../plugins/clinic';
import { countWithin } from '../../plugins/counters';
import { handle, type Handled } from '../../plugins/handlers';
import { phoneIdentifier } from '../auth/identifiers';
import { hashIdentifier } from '../auth/tokens';
import { ApiError } from '../../plugins/errors';
import type { NewMessage } from './outbox';

/** The message service (specification section 7). */
export const routes: Handled[] = [
  handle(textUs, async ({ clinic, session, db, body, address, now, services }) => {
    const phone = phoneIdentifier(body.phone_number, clinic.shop.phoneCode);
    if (phone === null) throw new ApiError('validation', { fields: { phone_number: 'must be ten digits' } });
    await countWithin(db, clinic.id, `text-us:address:${address}`, services.caps.textRequestsPerAddress, now);
    await countWithin(db, clinic.id, `text-us:phone:${hashIdentifier(services.config.secret, phone)}`, services.caps.textRequestsPerPhone, now);
    const id = services.ids.next();
    await db.insertInto('text_requests').values({ clinic_id: clinic.id, id, user_id: session.userId, phone, created_at: now }).execute();
    for (const notice of noticesToClinic(clinic, phone)) await services.messages.enqueue(db, notice);
    return { id, created_at: now.toISOString() };
  }),
];

/** What the clinic hears of a text-us request (D-107, D-218): where it wants to hear. */
function noticesToClinic({ id: clinicId, shop }: Clinic, phone: string): NewMessage[] {
  const text = `A visitor of your booking page would like you to text them at ${phone}.`;
  const kind = 'text_us';
  return [
    ...(shop.notify_email ? [{ clinicId, channel: 'email' as const, recipient: shop.notify_email, subject: 'Please text a visitor', text, kind }] : []),
    ...(shop.notify_phone ? [{ clinicId, channel: 'sms' as const, recipient: shop.notify_phone, text, kind }] : []),
  ];
}
