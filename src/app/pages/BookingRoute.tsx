import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Shop } from '../../contract/shop';
import { bookingSwitches, isEnabled } from '../../domain/shop/settings';
import { BookingPage } from '../../features/booking/BookingPage';
import { entryParams } from '../../features/booking/open/entryParams';
import { keepOnHide } from '../../features/booking/listeners';
import { keepDraft } from '../../features/booking/draft/keepDraft';
import { openBooking } from '../../features/booking/open/openBooking';
import { bookingClosed } from '../../features/booking/store/slice';
import { ClientTypePoster } from '../../features/booking/steps/ClientTypePoster';
import { useNow } from '../clinic/useHoursMoment';
import { useShop, useTextUs } from '../clinic/shopContext';
import { cardFields } from './cardFields';
import { signInScreens } from './signInScreens';
import { useAppDispatch, useAppSelector } from '../../state/store';

/** The booking at the clinic's own address, or with the payment of a payment link. */
export function BookingRoute({ paymentId }: { paymentId: string | null }) {
  const dispatch = useAppDispatch();
  const shop = useShop();
  const onTextUs = useTextUs();
  const nowIso = useNow();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const isBank = new URLSearchParams(search).has(bankReturn);
  const isPaymentReturn = useBankReturn(isBank, shop.id, paymentId);
  const isOpen = useAppSelector((state) => state.booking.isOpen && state.booking.address === address);

  const isFollowed = useNavigationType() !== 'POP';
  const open = useCallback(() => {
    const params = { ...entryParams(new URLSearchParams(search), paymentId), isPaymentReturn };
    void dispatch(openBooking(address, params, isFollowed && params.appointment.length > 0));
  }, [address, search, paymentId, isPaymentReturn, isFollowed, dispatch]);
  useEffect(() => {
    if (!isOpen && !isBank) open();
  }, [isOpen, isBank, open]);
  useNewStart(shop, open);
  useEffect(() => keepOnHide(dispatch), [dispatch]);
  useEffect(
    () => () => {
      void dispatch(keepDraft());
      dispatch(bookingClosed());
    },
    [dispatch],
  );

  if (!isOpen) return null;
  return (
    <BookingPage
      onTextUs={onTextUs}
      signIn={signInScreens}
      cardFields={cardFields}
      clientType={({ view, onNew, onReturning, step }) => (
        <ClientTypePoster
          shop={shop}
          nowIso={nowIso}
          view={view}
          onNew={onNew}
          onReturning={onReturning}
          onTextUs={onTextUs}
          step={step}
        />
      )}
    />
  );
}

/**
 * Restarts a booking that has not gone on if the clinic opened or closed online booking since it was saved
 * (DISABLED-05, D-54).
 */
function useNewStart(shop: Shop, open: () => void): void {
  const { feature_settings: settings } = shop;
  const switches = JSON.stringify([bookingSwitches(settings), isEnabled(settings, 'pet_portal_enabled')]);
  const isAtStart = useAppSelector(({ booking }) => booking.isOpen && booking.position.step === 'client-type');
  const known = useRef(switches);
  const changed = useEffectEvent(() => {
    if (isAtStart && known.current !== switches) open();
    known.current = switches;
  });
  useEffect(() => changed(), [switches]);
}

/**
 * The query parameter with which the bank sends the owner back (QUERY-05). It is secret, so it is removed from the
 * address at once (D-99).
 */
const bankReturn = 'payment_intent_client_secret';
type Returned = { isPaymentReturn: true };
const isReturned = (state: unknown): state is Returned =>
  typeof state === 'object' && state !== null && 'isPaymentReturn' in state;

/**
 * Removes the bank's query from the address and continues the booking with that deposit, else the payment itself. True
 * when done.
 */
function useBankReturn(isBank: boolean, clinicId: string, paymentId: string | null): boolean {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    if (!isBank) return;
    const asked = import('../../features/booking/draft/savedDraft').then(({ isOwnBooking }) =>
      dispatch(isOwnBooking(clinicId, paymentId)),
    );
    void asked
      .catch(() => false)
      .then((isOwn) => {
        const pathname = isOwn || paymentId === null ? `/${clinicId}` : `/${clinicId}/${paymentId}`;
        return navigate(
          { pathname, search: '' },
          { replace: true, state: { isPaymentReturn: true } satisfies Returned },
        );
      });
  }, [isBank, clinicId, paymentId, dispatch, navigate]);
  return isReturned(state);
}
