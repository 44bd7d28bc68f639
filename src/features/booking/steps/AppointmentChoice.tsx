import { useEffect, useEffectEvent, useMemo } from 'react';
import { bookableTypes } from '../../../domain/booking/choices';
import { standingDraft } from '../../../domain/booking/standing';
import { bookAgain } from '../../../domain/booking/together';
import { offlineReason } from '../../../state/connection';
import { useWhenBack } from '../../../state/useWhenBack';
import { shopPhone } from '../../../domain/shop/phone';
import { FailedLoad } from '../../../ui/feedback/FailedLoad';
import { Notice } from '../../../ui/feedback/Notice';
import { Counter, Screen } from '../../../ui/layout/Screen';
import { RowsSkeleton } from '../../../ui/feedback/Skeleton';
import { bookingApi } from '../api';
import { productsQuery, providersQuery, selectLocation, staffProvidersQuery } from '../store/facts';
import { HeldTime } from '../hold/HeldTime';
import { draftSettled, speciesChosen, type PickerMessage } from '../store/slice';
import { useBack, useBooking, useIsReturning, useOwner, useProduct } from '../useBooking';
import { OpenTimes } from './appointment/OpenTimes';
import { Policy } from './appointment/Policy';
import { useVisitChoice, VisitRows, type Catalogue } from './appointment/VisitRows';
import { useAppDispatch, useAppSelector } from '../../../state/store';
import * as css from './AppointmentChoice.module.css';

const messages: Record<PickerMessage, (call: string) => string> = {
  /** The chosen time is taken (HOLD-06, HOLD-07). */
  'slot-gone': () => "We're sorry, this time is no longer available. Please choose another time.",
  /** What the clinic offers has changed since it was chosen (D-408). */
  'visit-refused': (call) =>
    `We're sorry, this appointment can't be booked online any more. Please choose another one, or call ${call}.`,
  /** The held time has run out (HOLD-08, HOLD-09). */
  'hold-expired': () => 'Your appointment slot has expired. Please select a new time slot.',
  /** Another tab has picked another time (D-203). */
  'hold-replaced': () =>
    'You chose a time in another tab, so this one is no longer held. Go on there, or choose a time here.',
};

/** Step 4: asks for the type, the clinician and the time. */
export function AppointmentChoice() {
  const { draft, shop, isOnline, report } = useBooking();
  const message = useAppSelector((state) => state.booking.pickerMessage);
  const { catalogue, hasFailed, retry } = useCatalogue();
  return (
    <Screen
      title="Your appointment"
      onBack={useBack()}
      hold={draft.hold ? <HeldTime onOpen={() => report('time-held')} /> : undefined}
    >
      <Counter>
        <div className={css.appointment}>
          {message && <Notice kind="error">{messages[message](shopPhone(shop)?.shown ?? shop.name)}</Notice>}
          {catalogue ? (
            <Picker {...catalogue} />
          ) : hasFailed ? (
            <FailedLoad onRetry={retry} reason={isOnline ? null : offlineReason}>
              We couldn't load the appointment types.
            </FailedLoad>
          ) : (
            <RowsSkeleton label="Loading appointment types" />
          )}
        </div>
      </Counter>
    </Screen>
  );
}

function Picker(catalogue: Catalogue) {
  const { draft, shop, report } = useBooking();
  const product = useProduct();
  const isReturning = useIsReturning();
  const location = useAppSelector(selectLocation);
  const types = bookableTypes(catalogue.products, catalogue.providers, isReturning, null, location);
  const forSpecies = bookableTypes(
    catalogue.products,
    catalogue.providers,
    isReturning,
    draft.species?.id ?? null,
    location,
  );
  const isEmpty = types.length === 0;
  useEffect(() => {
    if (isEmpty) report('availability-missing');
  }, [isEmpty, report]);
  const isStanding = useStandingDraft(catalogue);
  usePreselection(catalogue);
  if (isEmpty) return null;
  const phone = shopPhone(shop);
  return (
    <>
      <VisitRows {...catalogue} />
      {forSpecies.length === 0 && (
        <Notice kind="hint">{`There is no appointment for this species to book online. Please call ${phone?.shown ?? shop.name}.`}</Notice>
      )}
      {product && isStanding && <OpenTimes product={product} providers={catalogue.providers} />}
      <Policy />
    </>
  );
}

/** Loads the picker's three lists side by side. */
function useCatalogue(): { catalogue: Catalogue | null; hasFailed: boolean; retry: () => void } {
  const { params, isOnline } = useBooking();
  const { owner } = useOwner();
  const species = bookingApi.useListSpeciesQuery({});
  const products = bookingApi.useListProductsQuery(productsQuery(params.productToken));
  const providers = bookingApi.useListProvidersQuery(owner?.is_staff ? staffProvidersQuery : providersQuery);
  const retry = () =>
    [species, products, providers].filter((each) => each.isError).forEach((each) => void each.refetch());
  const hasFailed = species.isError || products.isError || providers.isError;
  useWhenBack(isOnline, retry);
  const catalogue =
    species.data && products.data && providers.data
      ? { species: species.data.data, products: products.data, providers: providers.data.content }
      : null;
  return { catalogue, hasFailed, retry };
}

/**
 * Removes choices from the draft that are no longer offered, and fills in those with only one option (D-57, D-74,
 * D-408). Returns false until that is done; no times are requested before.
 */
function useStandingDraft({ species, products, providers }: Catalogue): boolean {
  const { draft, shop } = useBooking();
  const dispatch = useAppDispatch();
  const isReturning = useIsReturning();
  const standing = useMemo(
    () => standingDraft(draft, { shop, species, products, providers, isReturning }),
    [draft, shop, species, products, providers, isReturning],
  );
  useEffect(() => {
    if (standing !== draft) dispatch(draftSettled(standing));
  }, [standing, draft, dispatch]);
  return standing === draft;
}

/**
 * Chooses the types of a booking to repeat, where they are still offered, and the species that they share (QUERY-06,
 * D-72).
 */
function usePreselection({ species, products, providers }: Catalogue): void {
  const { draft, params } = useBooking();
  const dispatch = useAppDispatch();
  const isReturning = useIsReturning();
  const location = useAppSelector(selectLocation);
  const choose = useVisitChoice(providers);
  const again = bookAgain(
    params.appointment,
    bookableTypes(products, providers, isReturning, draft.species?.id ?? null, location),
    providers,
    location,
  );
  const wanted = draft.species === null ? (species.find(({ id }) => id === again.speciesId) ?? null) : null;
  const hasType = draft.selectedProducts.length > 0;
  useEffect(() => {
    if (wanted) dispatch(speciesChosen({ id: wanted.id, name: wanted.name }));
  }, [wanted, dispatch]);
  const speciesId = draft.species?.id;
  const repeat = useEffectEvent(() => {
    if (!hasType) choose(again.products);
  });
  useEffect(() => {
    // Only once for a species, so that an owner's later choice stays.
    if (speciesId !== undefined) repeat();
  }, [speciesId]);
}
