import { lastBookableDate } from '../../../src/domain/booking/leadTime';
import type {
  BookingRule,
  Resource,
  RuleProvider,
  RuleRoom,
  RuleSegment,
  WorkingHours,
} from '../../../src/domain/booking/openTimes';
import type { Span } from '../../../src/domain/booking/spans';
import { isEnabled } from '../../../src/domain/shop/settings';
import * as limits from '../../../src/limits';
import type { Clinic, ServerProduct, ServerProvider } from '../../calls/clinic';
import { minuteOfClock } from '../../../src/domain/minuteOfDay';
import { LeastRecentlyUsed } from '../../system/leastRecentlyUsed';

/** What an owner wants to book; the products are rows of the catalogue. */
export type Wish = {
  products: readonly ServerProduct[];
  /** The requested clinicians; empty for any. */
  providerIds: readonly string[];
  locationId: string | null;
  isDropoff: boolean;
  /** The length in minutes and whether a room is needed, where no product is named (D-412). */
  plain?: { minutes: number; needsRoom: boolean };
  /** Today's date in the clinic's zone. */
  today: string;
};

type Times = { hours: WorkingHours[]; timeOff: Span[] };
const parsed = new WeakMap<ServerProvider, Times>();

/** Returns a clinician's hours and time off as numbers; they are parsed once for each version of the clinic. */
function timesOf(provider: ServerProvider): Times {
  const known = parsed.get(provider);
  if (known) return known;
  const times = {
    hours: provider.hours.map((row) => ({
      day: row.day,
      start: minuteOfClock(row.start),
      end: minuteOfClock(row.end),
      locationId: row.location_id ?? null,
    })),
    timeOff: provider.time_off.map((row) => ({ from: Date.parse(row.from), to: Date.parse(row.to) })),
  };
  parsed.set(provider, times);
  return times;
}

/** Returns the length of a visit of this type in minutes, all segments of a compound one together. */
export const minutesOf = ({
  segments,
  metadata,
}: Pick<ServerProduct, 'metadata'> & { segments?: readonly { minutes: number }[] | null | undefined }): number =>
  segments?.reduce((sum, { minutes }) => sum + minutes, 0) ?? metadata.time;

/**
 * Orders clinicians by metadata.order, then name (D-73). Where any clinician will do, the first free one in this order
 * is taken (D-220).
 */
const byOrder = (a: ServerProvider, b: ServerProvider): number =>
  (a.metadata?.order ?? Infinity) - (b.metadata?.order ?? Infinity) ||
  a.firstName.localeCompare(b.firstName) ||
  (a.id < b.id ? -1 : 1);

/** Lists the clinicians who can do all of the products at the location; never private ones (D-220). */
export function eligibleProviders(
  clinic: Clinic,
  products: readonly ServerProduct[],
  locationId: string | null,
): ServerProvider[] {
  const there = clinic.locations.find((location) => location.id === locationId)?.provider_user_ids;
  return clinic.providers
    .filter((provider) => !provider.private && (!there || there.includes(provider.id)))
    .filter((provider) => products.every((product) => worksFor(product).includes(provider.id)))
    .sort(byOrder);
}

/** Returns the ids of the clinicians whom the product or one of its segments names. */
const worksFor = (product: ServerProduct): string[] => [
  ...product.providerIds,
  ...(product.segments ?? []).flatMap((segment) => segment.providerIds),
];

const MOST_LANES = 100;

/**
 * Returns how many visits a clinician may have at the same time: the limit per time slot where it applies to
 * clinicians, else one (D-203, D-133).
 */
export function slotLimit(clinic: Clinic): number {
  const {
    enabled,
    apply_to_providers,
    limit = 1,
  } = clinic.shop.feature_settings.booking_limit_per_time_slot_enabled ?? {};
  return enabled && apply_to_providers ? Math.min(limit, MOST_LANES) : 1;
}

function visitResource(clinic: Clinic, key: string, lanes: number, isCompound: boolean): Resource {
  // If the clinic skips the check of availability, visits claim nothing; a compound visit always claims (D-203).
  const unchecked = isEnabled(clinic.shop.feature_settings, 'skip_provider_availability_check') && !isCompound;
  return { key, lanes: unchecked ? Infinity : lanes, takes: 'visit' };
}

const dropoffResource = (provider: ServerProvider): Resource => ({
  key: `dropoff:${provider.id}`,
  lanes: provider.maxDropoffs ?? Infinity,
  takes: 'day',
});

function segmentsOf(clinic: Clinic, wish: Wish): RuleSegment[] {
  const [product] = wish.products;
  const compound = wish.products.length === 1 && product?.segments?.length ? product.segments : null;
  const isDropoff = wish.isDropoff && !compound;
  const eligible = eligibleProviders(clinic, wish.products, wish.locationId);
  const chosen = eligible.filter((provider) => wish.providerIds.length === 0 || wish.providerIds.includes(provider.id));
  const lanes = slotLimit(clinic);

  const ruleProvider = (provider: ServerProvider): RuleProvider => ({
    id: provider.id,
    resource: isDropoff
      ? dropoffResource(provider)
      : visitResource(clinic, `provider:${provider.id}`, lanes, compound !== null),
    ...timesOf(provider),
  });
  const rooms = clinic.rooms.map((room): RuleRoom => ({
    id: room.id,
    locationId: room.location_id ?? null,
    resource: visitResource(clinic, `room:${room.id}`, 1, compound !== null),
  }));

  if (compound) {
    return compound.map((segment) => {
      const able = (list: ServerProvider[]) =>
        list.filter((provider) =>
          (segment.providerIds.length === 0 ? product!.providerIds : segment.providerIds).includes(provider.id),
        );
      // A requested clinician takes the segments that they can do; the other segments keep their own clinicians.
      const asked = able(chosen);
      return {
        minutes: segment.minutes,
        providers: (asked.length > 0 ? asked : able(eligible)).map(ruleProvider),
        rooms: segment.needs_room ? rooms : null,
      };
    });
  }
  return [
    {
      minutes: wish.plain?.minutes ?? wish.products.reduce((sum, one) => sum + one.metadata.time, 0),
      providers: chosen.map(ruleProvider),
      rooms: !isDropoff && (wish.plain?.needsRoom ?? wish.products.some((one) => one.needs_room)) ? rooms : null,
    },
  ];
}

/** The latest rules of a clinic's present version. */
const rules = new WeakMap<Clinic, LeastRecentlyUsed<string, BookingRule>>();
const rulesMost = 20;

/**
 * Returns the rule that decides which start times a wish has, apart from what is claimed (D-213). The products of the
 * wish must be the clinic's own. While the clinic's version stays, the same wish gets the same object.
 */
export function bookingRule(clinic: Clinic, wish: Wish): BookingRule {
  const known = rules.get(clinic) ?? new LeastRecentlyUsed<string, BookingRule>(rulesMost);
  rules.set(clinic, known);
  const { products, ...rest } = wish;
  return known.get(JSON.stringify([products.map(({ id }) => id), rest]), () => ruleOf(clinic, wish));
}

function ruleOf(clinic: Clinic, wish: Wish): BookingRule {
  return {
    zone: clinic.shop.timezone,
    interval: clinic.shop.metadata.bookingSlotInterval ?? limits.slotIntervalMinutes,
    locationId: wish.locationId,
    segments: segmentsOf(clinic, wish),
    lastDate: lastBookableDate(clinic.shop.metadata, wish.today),
  };
}

/** The clinician and the room picked for a segment; null or absent for any that is free. */
export type PickedFor = { providerId?: string | null | undefined; roomId?: string | null | undefined };

type SegmentFields = {
  secondary_date_time_provider_id?: string | null | undefined;
  secondary_room_id?: string | null | undefined;
  tertiary_date_time_provider_id?: string | null | undefined;
  tertiary_room_id?: string | null | undefined;
};

/**
 * Returns what a hold or a booking names for each segment (D-63); the times of the later segments follow from the first
 * one.
 */
export const pickedFor = (body: SegmentFields, providerId: string, roomId: string | null | undefined): PickedFor[] => [
  { providerId, roomId },
  { providerId: body.secondary_date_time_provider_id, roomId: body.secondary_room_id },
  { providerId: body.tertiary_date_time_provider_id, roomId: body.tertiary_room_id },
];

/** Narrows the rule to the picked clinicians. A picked room is only tried first, since owners do not choose rooms. */
export function narrowed(rule: BookingRule, picked: readonly PickedFor[]): BookingRule {
  const segments = rule.segments.map((segment, index): RuleSegment => {
    const { providerId, roomId } = picked[index] ?? {};
    return {
      minutes: segment.minutes,
      providers: providerId ? segment.providers.filter((provider) => provider.id === providerId) : segment.providers,
      rooms: segment.rooms && [...segment.rooms].sort((a, b) => Number(b.id === roomId) - Number(a.id === roomId)),
    };
  });
  return { ...rule, segments };
}
