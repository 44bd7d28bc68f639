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
import { findAccount, resendCode } from './client/lookup';
import { confirmNotice, keepContact, submitClientInfo, submitCode } from './saving/submit';
import { useAppDispatch, useAppSelector } from '../../state/store';

/** What every step needs: where the booking stands, the clinic, and what the owner can do. */
export function useBooking() {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => state.booking.draft);
  const position = useAppSelector((state) => state.booking.position);
  const params = useAppSelector((state) => state.booking.params);
  const isOnline = useAppSelector(selectIsOnline);
  const shop = useShop();
  const actions = useMemo(
    () => ({
      /** Tells the flow what happened at the step. */
      report: (event: FlowEvent) => dispatch(report(event)),
      /** Keeps what is being typed, so that a killed page comes back with it (D-38). */
      saveFormValues: (values: FormValues) => void dispatch(formTyped(values)),
      findAccount: (contacts: { phoneNumber: string; email: string }) => dispatch(findAccount(contacts)),
      submitClientInfo: (values: ClientInfoValues) => dispatch(submitClientInfo(values)),
      confirmNotice: () => dispatch(confirmNotice()),
      submitCode: (code: string) => dispatch(submitCode(code)),
      keepContact: () => dispatch(keepContact()),
      resendCode: () => dispatch(resendCode()),
      extendHold: () => dispatch(extendTime()),
    }),
    [dispatch],
  );
  return { draft, position, params, shop, isOnline, ...actions };
}

/** The clinic; the booking page is drawn only once it is there. */
export function useShop(): Shop {
  const shop = useAppSelector(selectShop);
  if (!shop) throw new Error('A booking step was drawn without its clinic');
  return shop;
}

/** A step that begins reads an older record anew, and shows what is known meanwhile. */
const recordAgeSeconds = 60;

/** The signed-in owner and their record; `client` is null where the clinic has none, and until it is known. */
export function useOwner(): { owner: User | null; client: ClientRecord | null; isClientKnown: boolean } {
  const owner = useAppSelector(selectOwner);
  const { data } = authApi.useClientByUserQuery(clientQuery(owner ?? { id: '' }), {
    skip: owner === null,
    refetchOnMountOrArgChange: recordAgeSeconds,
  });
  return { owner, client: owner ? (data ?? null) : null, isClientKnown: owner === null || data !== undefined };
}

/** The chosen type, several as one; null before one is chosen and while a resumed booking loads it. */
export function useProduct(): Product | null {
  const productToken = useAppSelector((state) => state.booking.params.productToken);
  bookingApi.useListProductsQuery(productsQuery(productToken));
  return useAppSelector(selectProduct);
}

/** The types of the visit, each by itself. */
export const useChosenProducts = (): readonly Product[] => useAppSelector(selectChosenProducts);

/**
 * How the appointment stands, as the owner may be told: by its status where that is known, else by how the clinic takes
 * bookings. `heard` is what a payment says of it. A payment link for no appointment, or for a past one, says neither (D-40).
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

/** The step's own Back; none where it would leave the page, which is the browser's to do (FLOW-13 to FLOW-20). */
export function useBack(): (() => void) | undefined {
  const dispatch = useAppDispatch();
  const isOut = useAppSelector((state) => isWayOut(state.booking.position, selectFacts(state, serverNow(state))));
  return isOut ? undefined : () => dispatch(goBack());
}
