import type { Product, Provider } from '../../../src/contract/catalogue';
import * as limits from '../../../src/limits';
import type { Clinic, ServerProduct, ServerProvider } from '../../calls/clinic';

/** Whether an owner with this product_token may see and book the type (D-71). */
const isVisible = (product: ServerProduct, token: string | undefined): boolean =>
  !product.hidden_from_clients || (Boolean(product.visibility_token) && product.visibility_token === token);

/**
 * Lists the appointment types that an owner with this product_token may see, by order_index, then name; those without
 * an order_index come last (D-71, D-73). Leaves out private clinicians and the fields that only the server needs.
 */
export function productsFor(clinic: Clinic, token: string | undefined): Product[] {
  const privates = new Set(clinic.providers.filter((provider) => provider.private).map((provider) => provider.id));
  return clinic.products
    .filter((product) => isVisible(product, token))
    .sort((a, b) => order(a.order_index) - order(b.order_index) || a.name.localeCompare(b.name, 'en'))
    .map(
      ({
        visibility_token: _token,
        deposit_amount: _deposit,
        needs_room: _room,
        meeting_url: _meeting,
        segments: _segments,
        ...product
      }) => ({
        ...product,
        providerIds: product.providerIds.filter((id) => !privates.has(id)),
      }),
    );
}

/**
 * Lists clinicians by metadata.order, then name, at most `size` of them; private ones only for staff, who may see but
 * not book them (D-14, D-73, D-220).
 */
export function providersFor(
  clinic: Clinic,
  size: string | undefined,
  { withPrivate }: { withPrivate: boolean },
): Provider[] {
  const most = Number(size);
  return clinic.providers
    .filter((provider) => withPrivate || !provider.private)
    .sort(byOrder)
    .slice(0, Number.isInteger(most) && most > 0 ? most : limits.providerListSize)
    .map(({ private: _private, hours: _hours, time_off: _off, ...provider }) => provider);
}

const byOrder = (a: ServerProvider, b: ServerProvider): number =>
  order(a.metadata?.order) - order(b.metadata?.order) || a.firstName.localeCompare(b.firstName, 'en');

const order = (index: number | null | undefined): number => index ?? Number.MAX_SAFE_INTEGER;
