/** The clinic's feature settings (ENT-13). */
export type FeatureSettings = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a setting is on: `true` or `{ enabled: true }`; a missing one is off (D-75). */
export function isEnabled(settings: FeatureSettings, name: string): boolean {
  const value = settings[name];
  return value === true || (isRecord(value) && value['enabled'] === true);
}

/** A setting's parts, empty when it has none. */
export function partsOf(settings: FeatureSettings, name: string): Readonly<Record<string, unknown>> {
  const value = settings[name];
  return isRecord(value) ? value : {};
}

/** What the clinic has switched off (DISABLED-01, 06, 07, D-54). */
export const bookingSwitches = (settings: FeatureSettings) => ({
  bookingDisabled: isEnabled(settings, 'online_booking_disabled'),
  newDisabled: isEnabled(settings, 'new_client_booking_disabled'),
  returningDisabled: isEnabled(settings, 'returning_client_booking_disabled'),
});
export type BookingSwitches = ReturnType<typeof bookingSwitches>;

/** Nothing can be booked: switched off as a whole, or for both kinds of client (D-54). */
export const isBookingOff = (switches: Readonly<BookingSwitches>): boolean =>
  switches.bookingDisabled || (switches.newDisabled && switches.returningDisabled);
