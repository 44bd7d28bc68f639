import type { FeatureSettings } from '../../contract/settings';
import * as limits from '../../limits';

/**
 * How many upcoming appointments the clinic lets an owner have at a time (D-404): the number that it sets, else the one
 * in `most`. For an owner whom the clinic does not know, the number is never higher than for one whom it knows.
 */
export function mostUpcoming(
  { max_upcoming_appointments, max_upcoming_appointments_new }: FeatureSettings,
  isKnown: boolean,
  most: Readonly<Record<'known' | 'unknown', number>> = {
    known: limits.upcomingMost,
    unknown: limits.upcomingMostUnknown,
  },
): number {
  const known = max_upcoming_appointments ?? most.known;
  return isKnown ? known : Math.min(known, max_upcoming_appointments_new ?? most.unknown);
}
