/**
 * The bodies of the calls that hold a time, check it and create the appointment (D-62, D-63, D-94, D-95). What they say
 * about people, prices and flags are hints, which the server works out again (D-201).
 */

import { CUSTOMER_SITE, type CreateAppointment } from '../../contract/appointments';
import type { TimeSlot } from '../../contract/availability';
import type { Product } from '../../contract/catalogue';
import type { Shop } from '../../contract/shop';
import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';
import { tidySpaces } from '../validation/name';
import { sanitiseNote } from '../validation/note';
import type { Draft, PickedTime } from './draft';
import { MINUTE } from '../../limits';

/** The second and third segment of a start for a call's body, null where the start has none (D-63). */
export const segments = (from: TimeSlot | PickedTime) => ({
  secondary_date_time: from.secondary_date_time ?? null,
  secondary_date_time_provider_id: from.secondary_date_time_provider_id ?? null,
  secondary_room_id: from.secondary_room_id ?? null,
  tertiary_date_time: from.tertiary_date_time ?? null,
  tertiary_date_time_provider_id: from.tertiary_date_time_provider_id ?? null,
  tertiary_room_id: from.tertiary_room_id ?? null,
});

/** Makes the draft's picked time from the slot that the owner tapped on a day, with all segments (D-63). */
export const pickedTime = (date: string, slot: TimeSlot): PickedTime => ({
  date,
  dateTime: slot.dateTime,
  dateTimeLabel: slot.label,
  dateTimeProviderId: slot.provider_id,
  roomId: slot.room_id,
  ...segments(slot),
});

/**
 * The types in a call's body. One type is in its own field; several are in a list as well, and the field has the first
 * of them.
 */
const typesOf = ({ product, productIds = [] }: { product: Pick<Product, 'id'>; productIds?: readonly string[] }) => ({
  appointment_type_id: product.id,
  ...(productIds.length > 1 && { appointment_type_ids: [...productIds] }),
});

/**
 * The blocked_time body, which holds a time that is about to be picked (API-30, D-62). `deadline` is an ISO instant.
 */
export const holdBody = (given: {
  time: PickedTime;
  product: Pick<Product, 'id' | 'metadata'>;
  /** All types of the visit, where there are several. */
  productIds?: readonly string[];
  locationId: string | null;
  userId: string | null;
  deadline: string;
  now: Date;
  productToken?: string | null;
  isDropoff?: boolean;
}) => ({
  provider_id: given.time.dateTimeProviderId,
  room_id: given.time.roomId,
  expire: given.deadline,
  last_modified_by: given.userId,
  last_modified_date: given.now.toISOString(),
  title: 'Online booking hold',
  from_date: given.time.dateTime,
  to_date: new Date(Date.parse(given.time.dateTime) + given.product.metadata.time * MINUTE).toISOString(),
  ...typesOf(given),
  location_id: given.locationId,
  product_token: given.productToken ?? null,
  is_dropoff: given.isDropoff ?? false,
  ...segments(given.time),
});

/** The time_slots/check body for a picked time, with all of its segments (API-31, D-59, D-63). */
export const slotCheckBody = (given: {
  time: PickedTime;
  product: Pick<Product, 'id' | 'metadata'>;
  /** All types of the visit, where there are several. */
  productIds?: readonly string[];
  locationId: string | null;
  productToken: string | null;
  isDropoff: boolean;
}) => ({
  provider_id: given.time.dateTimeProviderId,
  room_id: given.time.roomId,
  start_time: given.time.dateTime,
  duration: given.product.metadata.time,
  ...typesOf(given),
  location_id: given.locationId,
  product_token: given.productToken,
  is_dropoff: given.isDropoff,
  ...segments(given.time),
});

/**
 * Whether an overlap with other appointments is ignored: the clinic's limit per time slot is above 1, the clinic skips
 * the availability check, or the time has several segments (SAVE-02 to 04, D-133).
 */
export function ignoresOverlap(settings: FeatureSettings, hasSecondary: boolean): boolean {
  const { enabled, apply_to_providers, limit = 1 } = settings.booking_limit_per_time_slot_enabled ?? {};
  const isLimited = enabled === true && apply_to_providers === true && limit > 1;
  return isLimited || isEnabled(settings, 'skip_provider_availability_check') || hasSecondary;
}

/**
 * Whether the appointment is saved as a request: the clinic does not accept appointments automatically, or the deposit
 * is paid after saving (DEP-10, SAVE-01, D-95).
 */
export const savesAsRequest = (shop: Pick<Shop, 'metadata'>, isBeforeDeposit: boolean): boolean =>
  shop.metadata.isAutoAccept !== true || isBeforeDeposit;

/**
 * The create call's body; null while the draft lacks a species, a type, a time or the owner's answers (API-38, D-128).
 */
export function appointmentBody(
  draft: Draft,
  shop: Pick<Shop, 'metadata' | 'feature_settings'>,
  given: { userId: string; isReturning: boolean; isBeforeDeposit?: boolean; productToken?: string | null },
): CreateAppointment | null {
  const { time, customer, species, selectedProducts } = draft;
  const requested = selectedProducts[0]?.provider ?? null;
  const products = selectedProducts.flatMap((group) =>
    group.products.map((product) => ({
      id: product.id,
      anyone: group.provider === null,
      // The clinician of the start's first segment. A clinician who was asked for may do another segment (D-408).
      providerId: time?.dateTimeProviderId ?? '',
      label: product.name,
    })),
  );
  if (!time || !customer || !species || products.length === 0) return null;
  return {
    source: CUSTOMER_SITE,
    products,
    userId: given.userId,
    isReminderSMS: draft.allowRemind,
    isReminderEmail: draft.allowRemind,
    isSendConfirmation: draft.allowRemind,
    isReturningClient: given.isReturning,
    roomId: time.roomId,
    date: time.dateTime,
    ...segments(time),
    location_id: draft.location?.id ?? null,
    note: sanitiseNote(draft.note) || null,
    isDropoff: draft.isDropoff,
    speciesId: species.id,
    speciesName: species.name,
    patientId: customer.patientId,
    patientName: tidySpaces(customer.petName),
    sex: customer.sex,
    birthdate: customer.birthdate,
    client_dob: customer.clientDob,
    breed: customer.breed,
    breed_id: customer.breed_id,
    patient_color_id: customer.patient_color_id,
    patient_sex_id: customer.patient_sex_id,
    ignoreOverlap: ignoresOverlap(shop.feature_settings, Boolean(time.secondary_date_time)),
    confirmed_keyword_action: draft.confirmed_keyword_action,
    time_slot_calendar_id: draft.hold?.time_slot_calendar_id ?? null,
    specific_doctor_requested: requested !== null,
    // Only where the start does not say it: a server of the version before refuses the field.
    ...(requested && (requested.id !== time.dateTimeProviderId || time.secondary_date_time)
      ? { requested_provider_id: requested.id }
      : {}),
    saveAsRequest: savesAsRequest(shop, given.isBeforeDeposit ?? false),
    referral_source: draft.referralSource,
    has_wellness_plan: customer.hasWellnessPlan,
    deposit_paid: draft.deposit_paid,
    product_token: given.productToken ?? null,
  };
}
