import type { Product } from '../../contract/catalogue';
import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';

/** Whether the type requires a deposit from this kind of client (DEP-09, D-94). */
export function isDepositRequired(
  settings: FeatureSettings,
  product: Pick<Product, 'metadata'>,
  isReturning: boolean,
): boolean {
  const { depositRequiredBeforeBooking, collectDepositFromNewClients, collectDepositFromReturningClients } =
    product.metadata;
  return (
    isEnabled(settings, 'deposit_collection_v1_enabled') &&
    depositRequiredBeforeBooking === true &&
    (isReturning ? collectDepositFromReturningClients : collectDepositFromNewClients) === true
  );
}
