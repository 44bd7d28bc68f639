import type { FeatureSettings } from '../shop/settings';

/** How many upcoming appointments an owner may have, whom the clinic knows or does not know yet, where the clinic says nothing else (D-404). */
export const upcomingMost = { known: 10, unknown: 4 } as const;

/** The settings by which a clinic says another number. */
export const upcomingSettings = {
  known: 'max_upcoming_appointments',
  unknown: 'max_upcoming_appointments_new',
} as const;

/**
 * How many upcoming appointments the clinic lets an owner have at a time (D-404): a whole number from 1 as the clinic
 * sets it, else the number given by `most`. An owner whom the clinic does not know never has more than one whom it knows.
 */
export function mostUpcoming(
  settings: FeatureSettings,
  isKnown: boolean,
  most: Readonly<Record<'known' | 'unknown', number>> = upcomingMost,
): number {
  const set = (kind: 'known' | 'unknown'): number => {
    const value = settings[upcomingSettings[kind]];
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : most[kind];
  };
  return isKnown ? set('known') : Math.min(set('known'), set('unknown'));
}
