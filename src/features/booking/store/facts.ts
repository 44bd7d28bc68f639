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
import { isOffered, type OfferDetails } from '../../../domain/insurance/offered';
import { doLocationsApply, locationOf, type Location } from '../../../domain/shop/locations';
import { bookingSwitches, isEnabled } from '../../../domain/shop/settings';
import type { RootState } from '../../../state/store';

/** Returns the arguments of the clinic-wide lists; the same everywhere, so that each list is loaded once. */
export const productsQuery = (productToken: string | null) => ({
  query: productToken === null ? {} : { product_token: productToken },
});
export const providersQuery = { query: { size: '10000', showPrivate: 'false' } };
/** The argument with which staff also load the names of private clinicians (D-73), who are offered to nobody. */
export const staffProvidersQuery = { query: { size: '10000', showPrivate: 'true' } };
export const clientQuery = (owner: Pick<User, 'id'>) => ({ query: { user_id: owner.id } });

/** Selects the signed-in owner's record at the clinic; null while loading and where there is none. */
export const selectClient = (state: RootState): ClientRecord | null => {
  const owner = selectOwner(state);
  return owner ? cachedAnswer<typeof clientByUser>(state, 'clientByUser', clientQuery(owner)) : null;
};

/** Selects the clinic's bookable types for this address; null until they are loaded. */
export const selectProducts = (state: RootState): readonly Product[] | null =>
  cachedAnswer<typeof listProducts>(state, 'listProducts', productsQuery(state.booking.params.productToken));

/** Selects the clinic's clinicians that the owner may see; null until they are loaded. */
export const selectProviders = (state: RootState): readonly Provider[] | null => {
  const query = selectOwner(state)?.is_staff ? staffProvidersQuery : providersQuery;
  return cachedAnswer<typeof listProviders>(state, 'listProviders', query)?.content ?? null;
};

/** Selects the booking's location; null where locations do not matter, and before one is chosen (D-57). */
export const selectLocation = (state: RootState): Location | null => {
  const shop = selectShop(state);
  return shop && locationOf(shop, state.booking.draft.location);
};

/** Selects the visit's first type, which decides about the deposit (D-94); null before one is chosen or loaded. */
export const selectFirstProduct = (state: RootState): Product | null => {
  const id = state.booking.draft.selectedProducts[0]?.products[0]?.id;
  return selectProducts(state)?.find((product) => product.id === id) ?? null;
};

/**
 * Whether the client counts as returning: by the record once it is loaded, else by the answer in the draft or the given
 * `answer` (D-55).
 */
export const isReturning = (state: RootState, now: number, answer = state.booking.draft.returningClientFlow): boolean =>
  isReturningFor(selectClient(state), answer, new Date(now));

/**
 * Whether a deposit is still to be paid (DEP-09). Clinics without a card provider ask for none and get a request
 * (D-216).
 */
function isDepositDue(state: RootState, now: number): boolean {
  const shop = selectShop(state);
  const product = selectFirstProduct(state);
  if (!shop || !product || state.booking.draft.deposit_paid || shop.client_config?.card_provider === 'none')
    return false;
  return isDepositRequired(shop.feature_settings, product, isReturning(state, now));
}

/**
 * Collects what an insurance offer needs; details that the form did not ask for come from the clinic's record (D-102).
 * There is no pet to insure where the booked appointment is for another one than was chosen last (D-97).
 */
export function offerDetails(state: RootState): OfferDetails {
  const { customer, clientId, species, notTaken } = state.booking.draft;
  const client = selectClient(state);
  const said = (text: string | undefined, known: string | null | undefined): string | null =>
    text?.trim() || known || null;
  return {
    clientId,
    petName: notTaken?.includes('pet') ? '' : (customer?.petName ?? ''),
    speciesName: species?.name ?? '',
    email: said(customer?.email, client?.email),
    state: said(customer?.state, client?.state),
    zip: said(customer?.zip, client?.zip),
  };
}

/**
 * Collects the flow's facts at `now`, by the server's clock; `answer` is the answer to client type that is being given.
 */
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
    createUnheard: Boolean(draft.isCreateSent),
    depositBegun: draft.paymentRequestId !== null,
    charging: state.booking.isCharging,
    contactChanged: Boolean(draft.askedContact),
  };
}
