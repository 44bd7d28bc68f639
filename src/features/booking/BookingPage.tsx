import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { painted } from '../../ui/behaviour/painted';
import { FormSkeleton } from '../../ui/feedback/Skeleton';
import { Counter, Screen } from '../../ui/layout/Screen';
import { clientTypeView, isWayOut, type ClientTypeView } from '../../domain/booking/flow';
import type { Step } from '../../domain/booking/steps';
import { OutsideContext, type BookingOutside } from './outside';
import { selectFacts } from './store/facts';
import { useHistoryTrap } from './historyTrap';
import { goBack, report } from './store/report';
import { leaveTaken, selectPosition } from './store/slice';
import { preloadAfter, stepViews } from './steps/lazySteps';
import { selectShop } from '../../state/clinic';
import { serverNow } from '../../state/clock';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { useAppDispatch, useAppSelector } from '../../state/store';

export interface BookingPageProps extends BookingOutside {
  /** The first question; the same markup that the server writes, so it comes from outside. */
  clientType: (answers: {
    view: ClientTypeView;
    onNew: () => void;
    onReturning: () => void;
    step: string;
  }) => ReactNode;
}

/** The booking: one page, one step at a time, in the order that the flow's table decides. */
export function BookingPage({ clientType, onTextUs, signIn, cardFields }: BookingPageProps) {
  const dispatch = useAppDispatch();
  const position = useAppSelector(selectPosition);
  const entered = useAppSelector((state) => state.booking.entered);
  const shown = useShown(useMemo(() => ({ step: position.step, entered }), [position.step, entered]));
  const leave = useAppSelector((state) => state.booking.leave);
  const view = useAppSelector((state) =>
    shown.step === 'client-type' ? clientTypeView(selectFacts(state, serverNow(state))) : 'both',
  );
  const outside = useMemo(() => ({ onTextUs, signIn, cardFields }), [onTextUs, signIn, cardFields]);

  const isTrapped = useAppSelector(
    (state) => leave === null && !isWayOut(position, selectFacts(state, serverNow(state))),
  );
  const isClear = useHistoryTrap(isTrapped, entered, () => dispatch(goBack()));
  useLeaving(isClear);
  useEffect(() => preloadAfter(position.step), [position.step]);

  if (leave) return null;
  const View = shown.step === 'client-type' ? null : stepViews[shown.step];
  return (
    <OutsideContext.Provider value={outside}>
      {View ? (
        <Suspense fallback={<Waiting />}>
          <View key={shown.entered} />
          <Arrival entered={shown.entered} />
        </Suspense>
      ) : (
        <>
          {clientType({
            view,
            onNew: () => void painted().then(() => dispatch(report('new-chosen'))),
            onReturning: () => void painted().then(() => dispatch(report('returning-chosen'))),
            step: String(shown.entered),
          })}
          <Arrival entered={shown.entered} />
        </>
      )}
    </OutsideContext.Provider>
  );
}

type Shown = { step: Step; entered: number };

/**
 * The step to draw. The first screen stays until what follows it is drawn behind it, so that the tap on it, which often
 * comes while the page is still starting, is answered at once; a step with something to fill in is never shown too long.
 */
function useShown(now: Shown): Shown {
  const last = useDeferredValue(now);
  return last.step === 'client-type' ? last : now;
}

/** A step that has arrived is read from its start: scrolled up, focus at its beginning. Not on the page's own first draw. */
function Arrival({ entered }: { entered: number }) {
  const isFirst = useRef(entered === 1);
  // Before the step's own effects, which may go to the field that it is about.
  useLayoutEffect(() => {
    if (!isFirst.current) window.scrollTo(0, 0);
  }, [entered]);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // A step that has put the focus into its own field keeps it there.
    const work = document.getElementById('work');
    if (!work?.contains(document.activeElement)) work?.focus({ preventScroll: true });
  }, [entered]);
  return null;
}

/** The frame alone, while a step's code is on its way. */
function Waiting() {
  return (
    <Screen>
      <Counter>
        <FormSkeleton label="Loading" />
      </Counter>
    </Screen>
  );
}

/** Follows the flow out of the booking page, in place of the page's own history entry (QUERY-03, DISABLED-05, D-32). */
function useLeaving(isClear: boolean): void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = useAppSelector((state) => state.booking.leave);
  const productToken = useAppSelector((state) => state.booking.params.productToken);
  const clinicId = useAppSelector((state) => state.session.clinicId);
  const isOff = useAppSelector((state) => isBookingOff(bookingSwitches(selectShop(state)?.feature_settings ?? {})));
  useEffect(() => {
    if (!leave || !isClear) return;
    dispatch(leaveTaken());
    if (leave.leave === 'back') {
      navigate(-1);
      return;
    }
    // Where nothing can be booked the portal is told why the owner comes (DISABLED-05).
    const query = {
      ...(isOff && leave.leave === 'pets' ? { redirect: 'pets' } : {}),
      ...(productToken ? { product_token: productToken } : {}),
    };
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
    navigate({ pathname: `/${clinicId}/${leave.leave}`, search }, { replace: true });
  }, [leave, isClear, dispatch, navigate, clinicId, productToken, pathname, isOff]);
}
