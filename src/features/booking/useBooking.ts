import { useMemo } from 'react';
import { authApi } from '../../api/auth';
import { serverNow } from '../../state/clock';
import { selectIsOnline } from '../../state/connection';
import { selectShop } from '../../state/clinic';
import { selectOwner } from '../../state/session';
import type { User } from '../../contract/auth';
import type { ClientRecord } from '../../contract/clients';
import type { Product } from '../../contract/catalogue';
import type { Shop } from '../../contract/shop';
import type { FormValues } from '../../domain/booking/draft';
import { isWayOut, type FlowEvent } from '../../domain/booking/flow';
import { bookedAs, type Booked } from '../../domain/payment/payment';
import type { ClientInfoValues } from '../../domain/validation/clientInfo';
import { bookingApi } from './api';
import { selectChosenProducts, selectProduct } from './store/chosenProducts';
import { clientQuery, isReturning, productsQuery, selectFacts } from './store/facts';
import { extendTime } from './hold/hold';
import { goBack, report } from './store/report';
import { formTyped } from './store/slice';
import { endContactStep } from './client/contactCode';
import { findAccount, resendCode } from './client/lookup';
import { confirmNotice, keepContact, submitClientInfo, submitCode } from './saving/submit';
import { useAppDispatch, useAppSelector } from '../../state/store';

/** Gives every step the booking's state, the clinic, and the actions that an owner can take. */
export function useBooking() {
  const draft = useAppSelector((state) => state.booking.draft);
  const position = useAppSelector((state) => state.booking.position);
  const params = useAppSelector((state) => state.booking.params);
  return { draft, position, params, ...useActions() };
}

/** The same without the booking's state: of the form, which each key changes, would all be drawn anew. */
export function useActions() {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const shop = useShop();
  const actions = useMemo(
    () => ({
      /** Reports to the flow what happened at the step. */
      report: (event: FlowEvent) => dispatch(report(event)),
      /** Saves what is being typed, so that it survives when the browser ends the page (D-38). */
      saveFormValues: (values: FormValues) => void dispatch(formTyped(values)),
      findAccount: (contacts: { phoneNumber: string; email: string }) => dispatch(findAccount(contacts)),
      submitClientInfo: (values: ClientInfoValues) => dispatch(submitClientInfo(values)),
      confirmNotice: () => dispatch(confirmNotice()),
      submitCode: (code: string) => dispatch(submitCode(code)),
      keepContact: () => dispatch(keepContact()),
      endContactStep: () => dispatch(endContactStep()),
      resendCode: () => dispatch(resendCode()),
      extendHold: () => dispatch(extendTime()),
    }),
    [dispatch],
  );
  return { shop, isOnline, ...actions };
}

/** Reads the clinic; may be called only once the clinic is loaded, as it is on the booking page. */
export function useShop(): Shop {
  const shop = useAppSelector(selectShop);
  if (!shop) throw new Error('A booking step was drawn without its clinic');
  return shop;
}

/** When a step begins, a record older than this is reloaded, seconds; until it arrives the old one is shown. */
const recordAgeSeconds = 60;

/** Reads the signed-in owner and their record; `client` is null where the clinic has none or while it is loading. */
export function useOwner(): { owner: User | null; client: ClientRecord | null; isClientKnown: boolean } {
  const owner = useAppSelector(selectOwner);
  const { data } = authApi.useClientByUserQuery(clientQuery(owner ?? { id: '' }), {
    skip: owner === null,
    refetchOnMountOrArgChange: recordAgeSeconds,
  });
  return { owner, client: owner ? (data ?? null) : null, isClientKnown: owner === null || data !== undefined };
}

/**
 * Reads the chosen appointment type, several types combined into one; null before the choice and while a resumed
 * booking loads it.
 */
export function useProduct(): Product | null {
  const productToken = useAppSelector((state) => state.booking.params.productToken);
  bookingApi.useListProductsQuery(productsQuery(productToken));
  return useAppSelector(selectProduct);
}

/** Reads the visit's appointment types one by one. */
export const useChosenProducts = (): readonly Product[] => useAppSelector(selectChosenProducts);

/**
 * Decides whether the owner is told "scheduled" or "requested": by the appointment's status where it is known, else by
 * how the clinic takes bookings. `heard` is the status that a payment reports. Neither for a payment link without an
 * appointment, or with a past one (D-40).
 */
export function useBookedAs(heard: string | null = null): Booked {
  const status = useAppSelector((state) => state.booking.bookedStatus) ?? heard;
  const isLink = useAppSelector((state) => state.booking.params.paymentId !== null);
  const isAutoAccept = useShop().metadata.isAutoAccept === true;
  if (status !== null || isLink) return bookedAs(status);
  return isAutoAccept ? 'scheduled' : 'requested';
}

/** Whether the client counts as returning (D-55). */
export const useIsReturning = (): boolean => useAppSelector((state) => isReturning(state, serverNow(state)));

/**
 * Returns the step's own Back; undefined where it would leave the page, which the browser's Back does (FLOW-13 to
 * FLOW-20).
 */
export function useBack(): (() => void) | undefined {
  const dispatch = useAppDispatch();
  const isOut = useAppSelector((state) => isWayOut(state.booking.position, selectFacts(state, serverNow(state))));
  return isOut ? undefined : () => dispatch(goBack());
}
