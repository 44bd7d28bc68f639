import { array, coerce, object, optional, type, unknown, type Infer } from 'superstruct';
import { color, eachField, flag, https, id, number, optionals, text, toggle, whole, type Fields } from './fields';

/**
 * Everything that a clinic may set, each setting once: its name, the object that it belongs to, and the struct that
 * says what it takes. The clinic file, the stored clinic, the shop's reply and docs/settings.md are made of these;
 * `settingMeanings.ts` says what each means, in which unit, and what holds where a clinic does not set it. All of them
 * may be missing, and a missing switch is off (D-75).
 */

const day = whole(1, 7);
const times = {
  offline: flag(),
  startHour: whole(0, 23),
  startMinute: whole(0, 59),
  endHour: whole(0, 24),
  endMinute: whole(0, 59),
};

/** `shop.metadata` (ENT-11) and `shop.feature_settings` (ENT-13), in the order in which an export writes them. */
export const settings = {
  metadata: {
    isAutoAccept: flag(),
    thankYouPage: https(),
    isBookingShowThankYouPage: flag(),
    bookingPolicy: text(20_000),
    bookingMaxLeadTime: number(0, 525_600 * 2),
    bookingSlotInterval: whole(5, 240),
    isBookingSkipProvider: flag(),
    isBookingAnyone: flag(),
    isBookingShowProductPrice: flag(),
    isBookingShowProductDuration: flag(),
    businessHours: array(object({ day, ...optionals(times) })),
    googleMapUrl: https(),
    mapCoordinates: object({ lat: number(-90, 90), lng: number(-180, 180) }),
    isBookingShowMap: flag(),
    brandColor: color(),
  },
  feature_settings: {
    deposit_collection_v1_enabled: toggle(),
    deposit_policy_checkbox_enabled: toggle(),
    skip_provider_availability_check: toggle(),
    include_requested_provider_in_appointment_note: toggle(),
    hold_time_slots_enabled: toggle(),
    check_vetbridge_time_slot_availability: toggle(),
    ask_returning_clients_for_wellness_plan: toggle(),
    skip_demo_shop_booking_otp_enabled: toggle(),
    waitlist_ui_v1_enabled: toggle(),
    vertical_insure_enabled: toggle(),
    multi_location_v1_enabled: toggle(),
    hide_client_booking_hours_enabled: toggle(),
    client_online_cancellation_enabled: toggle(),
    pet_portal_medication_refills_enabled: toggle(),
    online_booking_disabled: toggle(),
    pet_portal_enabled: toggle(),
    new_client_booking_disabled: toggle(),
    returning_client_booking_disabled: toggle(),
    client_address_enabled: toggle(),
    client_dob_enabled: toggle(),
    pet_demographics_enabled: toggle<'sex' | 'birthdate' | 'breed' | 'color'>(),
    appointment_note_required_enabled: toggle(),
    client_phone_required_enabled: toggle(),
    client_email_required_enabled: toggle(),
    client_online_reschedule_enabled: toggle(),
    deposit_collection_policies: type({
      default: optional(text(20_000)),
      product_policies: optional(
        array(type({ product_id: id(), policy: optional(text(20_000)), payment_title_name: optional(text()) })),
      ),
      payment_title_name: optional(text()),
    }),
    booking_limit_per_time_slot_enabled: type({
      enabled: flag(),
      apply_to_providers: optional(flag()),
      limit: optional(whole(1, 1000)),
    }),
    custom_online_booking_client_type_text: type({ enabled: flag(), text: optional(text(500)) }),
    client_online_cancellation_settings: type({
      enabled: flag(),
      min_allowed_lead_time: optional(number(0, 365 * 86_400)),
    }),
    deposit_refund_hours: number(0, 365 * 24),
    answer_within_hours: number(1, 72),
    max_upcoming_appointments: whole(1, 1000),
    max_upcoming_appointments_new: whole(1, 1000),
  },
};
export type Settings = typeof settings;

/** The settings as a clinic writes them. Unknown ones are kept: a later version of the portal may know them. */
export const WrittenMetadata = type(optionals(settings.metadata));
export const FeatureSettings = type(optionals(settings.feature_settings));
export type FeatureSettings = Readonly<Infer<typeof FeatureSettings>>;

/** One day's opening (ENT-12); day 1 is Monday (D-109). A missing row is a closed day. */
export const BusinessHour = type({ day, ...times });
export type BusinessHour = Infer<typeof BusinessHour>;

/** The metadata as it is stored and sent: as written, with each day's times filled in. */
const stored = { ...settings.metadata, businessHours: array(BusinessHour) };
export const ShopMetadata = type(optionals(stored));
export type ShopMetadata = Readonly<Infer<typeof ShopMetadata>>;

/**
 * Settings as they are in a reply. A reader that coerces treats a setting that it does not understand, such as one of a
 * later version, as not set.
 */
const understood = <V extends object>(fields: Fields<V>) =>
  eachField(fields, (struct) =>
    coerce(optional(struct), unknown(), (value) => (struct.is(value) ? value : undefined)),
  ) as Fields<{ [K in keyof V]: V[K] | undefined }>;

/** The settings as the shop's reply carries them (API-18). */
export const sentMetadata = type(understood(stored));
export const sentFeatureSettings = type(understood(settings.feature_settings));

/** The feature settings that switch something on or off. */
export type Switch = {
  [K in keyof FeatureSettings]-?: NonNullable<FeatureSettings[K]> extends boolean | { enabled: boolean } ? K : never;
}[keyof FeatureSettings];
