import { checkTimeSlot, createHold, extendHold, openTimes, type TimeSlot } from '../../../src/contract/availability';
import type { Output } from '../../../src/contract/endpoint';
import { dateInZone } from '../../../src/domain/clinicTime';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import type { Session } from '../../calls/session';
import type { Db } from '../../db/transaction';
import { ownAppointment, wishToMove } from '../appointments/access';
import { extendHold as extend, holdStart, mustHoldFewer } from '../schedule/hold';
import { bookingRule, narrowed, pickedFor, type PickedFor, type Wish } from '../schedule/rule';
import { isOpen, searchOpenTimes } from './search';
import { isOfferedThere, mustBeOffered, mustExist, plainWish, wishOf, type Asked } from '../schedule/wish';

type Call = { clinic: Clinic; session: Session | null; db: Db; now: Date };

const todayOf = ({ clinic, now }: Call): string => dateInZone(now, clinic.shop.timezone);

/**
 * Returns what the caller wants to book: the types named in the body, or, for a move, those of the caller's own
 * appointment (D-42). Throws `not_found` for anybody else's appointment.
 */
async function wishOfCall(call: Call, asked: Asked, movedId: string | null | undefined): Promise<Wish> {
  const { clinic, session, db } = call;
  if (!movedId) return wishOf(clinic, asked, todayOf(call));
  if (!session) throw new ApiError('not_found');
  return wishToMove(clinic, await ownAppointment(db, { clinic, session }, movedId), asked.providerIds, todayOf(call));
}

type NamedStart = Parameters<typeof pickedFor>[0] & {
  provider_id: string;
  room_id?: string | null | undefined;
  appointment_type_id?: string | null | undefined;
  appointment_type_ids?: string[] | undefined;
  product_token?: string | null | undefined;
  location_id?: string | null | undefined;
  is_dropoff?: boolean | undefined;
  appointment_id?: string | null | undefined;
};

/**
 * Checks the start that a hold or a check names against the catalogue, and returns the wish and who is picked for each
 * segment. Throws `not_found` for what the clinic does not have, and `not_allowed` for what it does not offer. `plain`
 * makes the wish where the body names neither types nor an appointment.
 */
async function namedStart(
  call: Call,
  body: NamedStart,
  plain?: () => Wish,
): Promise<{ wish: Wish; picked: PickedFor[] }> {
  const picked = pickedFor(body, body.provider_id, body.room_id);
  const providers = picked.flatMap(({ providerId }) => providerId ?? []);
  mustExist(call.clinic, { providers, rooms: picked.map(({ roomId }) => roomId) });
  const productIds = body.appointment_type_ids ?? (body.appointment_type_id ? [body.appointment_type_id] : []);
  const asked = {
    productIds,
    productToken: body.product_token,
    providerIds: [],
    locationId: body.location_id,
    isDropoff: body.is_dropoff,
  };
  const isPlain = productIds.length === 0 && !body.appointment_id;
  const wish = isPlain && plain ? plain() : await wishOfCall(call, asked, body.appointment_id);
  mustBeOffered(call.clinic, wish, providers, body.is_dropoff === true);
  return { wish, picked };
}

/** Adds the name of its room to each start, which only staff are told (ROLE-01, D-14). */
function withRooms(found: Output<typeof openTimes>, { rooms }: Clinic): Output<typeof openTimes> {
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  const named = (time: TimeSlot): TimeSlot => ({ ...time, room_name: names.get(time.room_id ?? '') ?? null });
  return { ...found, data: found.data.map((day) => ({ ...day, times: day.times.map(named) })) };
}

/** Routes of contract/availability: start times, and checking or holding one. */
export const routes: Handled[] = [
  handle(openTimes, async ({ body, clinic, session, db, now, address }) => {
    const asked = {
      productIds: body.productIds,
      productToken: body.product_token,
      providerIds: body.providerIds,
      locationId: body.location_id,
      isDropoff: body.is_dropoff,
    };
    const wish = await wishOfCall({ clinic, session, db, now }, asked, body.appointment_id);
    const rule = bookingRule(clinic, wish);
    const found = await searchOpenTimes(db, {
      clinicId: clinic.id,
      rule: isOfferedThere(clinic, wish) ? rule : { ...rule, lastDate: '' },
      from: body.exact_start_date || body.date > wish.today ? body.date : wish.today,
      days: body.days_to_check,
      windows: body.max_attempts,
      sessionId: session?.id ?? null,
      appointmentId: body.appointment_id ?? null,
      address,
      now,
    });
    return session?.staff ? withRooms(found, clinic) : found;
  }),

  handle(
    createHold,
    async ({ body, clinic, session, db, now, address, services }) => {
      const call = { clinic, session, db, now };
      const { wish, picked } = await namedStart(call, body, () => plainWish(clinic, body, todayOf(call)));
      const hold = await holdStart(db, {
        clinicId: clinic.id,
        rule: narrowed(bookingRule(clinic, wish), picked),
        at: Date.parse(body.from_date),
        sessionId: session.id,
        appointmentId: body.appointment_id ?? undefined,
        productId: wish.products[0]?.id ?? null,
        now,
        newId: services.ids.next,
      });
      await mustHoldFewer(db, { clinicId: clinic.id, sessionId: session.id, address, now }, services);
      return hold;
    },
    { transaction: true, holdOf: ({ id }) => id },
  ),

  handle(
    extendHold,
    ({ params, clinic, session, db, now, services }) =>
      extend(db, services, { clinicId: clinic.id, id: params.id, sessionId: session.id, now }),
    { transaction: true },
  ),

  handle(checkTimeSlot, async ({ body, clinic, session, db, now }) => {
    const { wish, picked } = await namedStart({ clinic, session, db, now }, body);
    const rule = narrowed(bookingRule(clinic, wish), picked);
    const reader = { sessionId: session.id, appointmentId: body.appointment_id, now };
    return { available: await isOpen(db, clinic.id, rule, Date.parse(body.start_time), reader) };
  }),
];
