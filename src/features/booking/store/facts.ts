import { createSelector } from '@reduxjs/toolkit';
import { cachedAnswer } from '../../../state/apiCache';
import { selectOwner } from '../../../state/session';
import { selectShop } from '../../../state/clinic';
import type { listProducts, listProviders, Product, Provider } from '../../../contract/catalogue';
import type { clientByUser, ClientRecord } from '../../../contract/clients';
import type { User } from '../../../contract/auth';
import type { Switch } from '../../../contract/settings';
import { bookableTypes } from '../../../domain/booking/choices';
import { isDepositRequired } from '../../../domain/booking/deposit';
import type { Facts } from '../../../domain/booking/flow';
import { isReturningClient, isReturningFor } from '../../../domain/client/clientType';
import { isOffered, type OfferDetails } from '../../../domain/insurance/offer';
import { doLocationsApply, locationOf, type Location } from '../../../domain/shop/locations';
import { bookingSwitches, isEnabled } from '../../../domain/shop/settings';
import type { RootState } from '../../../state/store';

/** The arguments of the clinic-wide lists, the same everywhere so that each is loaded once. */
export const productsQuery = (productToken: string | null) => ({
  query: productToken === null ? {} : { product_token: productToken },
});
export const providersQuery = { query: { size: '10000', showPrivate: 'false' } };
/** Staff also see the names of private clinicians (D-73); nobody is offered them. */
export const staffProvidersQuery = { query: { size: '10000', showPrivate: 'true' } };
export const clientQuery = (owner: Pick<User, 'id'>) => ({ query: { user_id: owner.id } });

/** The signed-in owner's record at the clinic, null while unknown or where there is none. */
export const selectClient = (state: RootState): ClientRecord | null => {
  const owner = selectOwner(state);
  return owner ? cachedAnswer<typeof clientByUser>(state, 'clientByUser', clientQuery(owner)) : null;
};

/** The clinic's bookable types as this address offers them, null until they are loaded. */
export const selectProducts = (state: RootState): readonly Product[] | null =>
  cachedAnswer<typeof listProducts>(state, 'listProducts', productsQuery(state.booking.params.productToken));

/** The clinic's clinicians as the owner may see them, null until they are loaded. */
export const selectProviders = (state: RootState): readonly Provider[] | null => {
  const query = selectOwner(state)?.is_staff ? staffProvidersQuery : providersQuery;
  return cachedAnswer<typeof listProviders>(state, 'listProviders', query)?.content ?? null;
};

/** Where the booking is for; null where locations do not matter, and before one is chosen (D-57). */
export const selectLocation = createSelector(
  [selectShop, (state: RootState) => state.booking.draft.location],
  (shop, chosen): Location | null => shop && locationOf(shop, chosen),
);

/** The first type of the visit, which decides about its deposit (D-94); null before one is chosen or loaded. */
export const selectFirstProduct = createSelector(
  [selectProducts, (state: RootState) => state.booking.draft.selectedProducts[0]?.products[0]?.id],
  (products, id) => products?.find((product) => product.id === id) ?? null,
);

/** Whether the client counts as returning: by the record once it is known, else by the answer, the given one while it is being given (D-55). */
export const isReturning = (state: RootState, now: number, answer = state.booking.draft.returningClientFlow): boolean =>
  isReturningFor(selectClient(state), answer, new Date(now));

/** Whether a deposit is still to be paid (DEP-09). A clinic without a card provider asks for none: it gets a request (D-216). */
function isDepositDue(state: RootState, now: number): boolean {
  const shop = selectShop(state);
  const product = selectFirstProduct(state);
  if (!shop || !product || state.booking.draft.deposit_paid || shop.client_config?.card_provider === 'none')
    return false;
  return isDepositRequired(shop.feature_settings, product, isReturning(state, now));
}

/** What an insurance offer has to know; what the form did not ask comes from the clinic's record (D-102). */
export function offerDetails(state: RootState): OfferDetails {
  const { customer, clientId, species } = state.booking.draft;
  const client = selectClient(state);
  const said = (text: string | undefined, known: string | null | undefined): string | null =>
    text?.trim() || known || null;
  return {
    clientId,
    petName: customer?.petName ?? '',
    speciesName: species?.name ?? '',
    email: said(customer?.email, client?.email),
    state: said(customer?.state, client?.state),
    zip: said(customer?.zip, client?.zip),
  };
}

/** All that the flow's next step depends on, at `now` by the server's clock; `answer` is one to client type that is being given. */
export function selectFacts(state: RootState, now: number, answer?: boolean): Facts {
  const { draft, params } = state.booking;
  const shop = selectShop(state);
  const isOn = (name: Switch): boolean => shop !== null && isEnabled(shop.feature_settings, name);
  const client = selectClient(state);
  const [products, providers] = [selectProducts(state), selectProviders(state)];
  return {
    signedIn: selectOwner(state) !== null,
    knownReturning: isReturningClient(client?.created_at, new Date(now)),
    skipOtp: shop?.is_demo === true && isOn('skip_demo_shop_booking_otp_enabled'),
    redirect: params.redirect,
    paymentLink: params.paymentId !== null,
    ...bookingSwitches(shop?.feature_settings ?? {}),
    portalEnabled: isOn('pet_portal_enabled'),
    locationsApply: shop !== null && doLocationsApply(shop),
    hasAvailability:
      !products ||
      !providers ||
      bookableTypes(products, providers, isReturning(state, now, answer), null, selectLocation(state)).length > 0,
    hasTime: draft.time !== null,
    depositRequired: isDepositDue(state, now),
    insuranceOffered:
      shop !== null && state.connection.isOnline && isOffered(shop.feature_settings, offerDetails(state)),
    appointmentSaved: draft.isSaved,
    depositBegun: draft.paymentRequestId !== null,
    charging: state.booking.isCharging,
    contactChanged: Boolean(draft.askedContact),
  };
}
