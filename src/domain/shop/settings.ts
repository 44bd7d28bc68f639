import type { FeatureSettings, Switch } from '../../contract/settings';

/** Whether a setting is on: `true` or `{ enabled: true }`; a missing one is off (D-75). */
export function isEnabled(settings: { readonly [S in Switch]?: unknown }, name: Switch): boolean {
  const value = settings[name];
  return (
    value === true || (typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true)
  );
}

/** What the clinic has switched off (DISABLED-01, 06, 07, D-54). */
export const bookingSwitches = (settings: FeatureSettings) => ({
  bookingDisabled: isEnabled(settings, 'online_booking_disabled'),
  newDisabled: isEnabled(settings, 'new_client_booking_disabled'),
  returningDisabled: isEnabled(settings, 'returning_client_booking_disabled'),
});
export type BookingSwitches = ReturnType<typeof bookingSwitches>;

/** Whether nothing can be booked: booking is switched off as a whole, or for both kinds of client (D-54). */
export const isBookingOff = (switches: Readonly<BookingSwitches>): boolean =>
  switches.bookingDisabled || (switches.newDisabled && switches.returningDisabled);
