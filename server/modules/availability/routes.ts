import { createHold, extendHold, openTimes } from '../../../src/contract/availability';
import { dateInZone } from '../../../src/domain/clinicTime';
import { withTransaction } from '../../db/connection';
import { handle, type Handled } from '../../plugins/handlers';
import { extendHold as extend, holdStart, mustHoldFewer } from './hold';
import { bookingRule, narrowed, pickedFor } from './rule';
import { searchOpenTimes } from './search';
import { isOfferedThere, mustBeOffered, mustExist, wishOf } from './wish';

/** Calls of contract/availability: start times, and holding one. */
export const routes: Handled[] = [
  handle(openTimes, async ({ body, clinic, session, db, now }) => {
    const today = dateInZone(now, clinic.shop.timezone);
    const wish = wishOf(clinic, { productIds: body.productIds, productToken: body.product_token, providerIds: body.providerIds, locationId: body.location_id, isDropoff: body.is_dropoff }, today);
    const rule = bookingRule(clinic, wish);
    const from = body.exact_start_date || body.date > today ? body.date : today;
    return searchOpenTimes(db, {
      clinicId: clinic.id, rule: isOfferedThere(clinic, wish) ? rule : { ...rule, lastDate: '' },
      from, days: body.days_to_check, windows: body.max_attempts, sessionId: session?.id ?? null, now,
    });
  }),

  handle(createHold, async ({ body, clinic, session, db, now, address, services }) => {
    const today = dateInZone(now, clinic.shop.timezone);
    const picked = pickedFor(body, body.provider_id, body.room_id);
    const providers = picked.flatMap(({ providerId }) => providerId ?? []);
    mustExist(clinic, { providers, rooms: picked.map(({ roomId }) => roomId) });
    const wish = wishOf(clinic, { productIds: [body.appointment_type_id], productToken: body.product_token, providerIds: [], locationId: body.location_id, isDropoff: body.is_dropoff }, today);
    mustBeOffered(clinic, wish, providers, body.is_dropoff === true);
    return withTransaction(db, async (trx) => {
      await mustHoldFewer(trx, clinic.id, address, now, services);
      return holdStart(trx, {
        clinicId: clinic.id, rule: narrowed(bookingRule(clinic, wish), picked), at: Date.parse(body.from_date),
        sessionId: session.id, productId: body.appointment_type_id, now, newId: services.ids.next,
      });
    });
  }),

  handle(extendHold, ({ params, clinic, session, now, services }) => extend(services, clinic.id, params.id, session.id, now)),
];
