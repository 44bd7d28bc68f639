import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';

/** What the insurer has to know about a pet and its owner before it makes an offer (D-102). */
export type OfferDetails = {
  clientId: string | null;
  petName: string;
  speciesName: string;
  email: string | null;
  state: string | null;
  zip: string | null;
};

const insured: ReadonlySet<string> = new Set(['dog', 'cat']);

/**
 * Whether the clinic offers insurance for a pet of this species and none of the details that the insurer needs is
 * missing (INS-01, INS-05, D-102).
 */
export function isOffered(
  settings: FeatureSettings,
  { clientId, petName, speciesName, email, state, zip }: OfferDetails,
): boolean {
  const has = (text: string | null): boolean => (text ?? '').trim() !== '';
  return (
    isEnabled(settings, 'vertical_insure_enabled') &&
    insured.has(speciesName.trim().toLowerCase()) &&
    has(clientId) &&
    has(petName) &&
    has(email) &&
    (has(state) || has(zip))
  );
}
