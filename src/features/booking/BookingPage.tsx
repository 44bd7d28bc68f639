import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react';
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
  /** The first question. The app passes it in, because the server renders the same markup. */
  clientType: (answers: {
    view: ClientTypeView;
    onNew: () => void;
    onReturning: () => void;
    step: string;
  }) => ReactNode;
}

/** Shows the booking: one page with one step at a time, in the order that the flow's table decides. */
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
  // Runs before the step's own effects, which may focus a field.
  useLayoutEffect(() => {
    if (shown.entered > 1) window.scrollTo(0, 0);
  }, [shown.entered]);

  if (leave) return null;
  const View = shown.step === 'client-type' ? null : stepViews[shown.step];
  return (
    <OutsideContext.Provider value={outside}>
      {View ? (
        <Suspense fallback={<Waiting />}>
          <View key={shown.entered} />
        </Suspense>
      ) : (
        clientType({
          view,
          onNew: () => void painted().then(() => dispatch(report('new-chosen'))),
          onReturning: () => void painted().then(() => dispatch(report('returning-chosen'))),
          step: String(shown.entered),
        })
      )}
    </OutsideContext.Provider>
  );
}

type Shown = { step: Step; entered: number };

/**
 * Returns the step to draw. The first screen stays visible until the next step is rendered in the background, so that a
 * tap during the page's start responds at once. A step with fields is replaced immediately.
 */
function useShown(now: Shown): Shown {
  const last = useDeferredValue(now);
  return last.step === 'client-type' ? last : now;
}

/** Shows the empty frame while a step's code is loading. */
function Waiting() {
  return (
    <Screen>
      <Counter>
        <FormSkeleton label="Loading" />
      </Counter>
    </Screen>
  );
}

/**
 * Navigates away when the flow leaves the booking page, replacing the page's history entry (QUERY-03, DISABLED-05,
 * D-32).
 */
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
    // Where nothing can be booked, the address tells the portal why the owner was sent there (DISABLED-05).
    const query = {
      ...(isOff && leave.leave === 'pets' ? { redirect: 'pets' } : {}),
      ...(productToken ? { product_token: productToken } : {}),
    };
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
    navigate({ pathname: `/${clinicId}/${leave.leave}`, search }, { replace: true });
  }, [leave, isClear, dispatch, navigate, clinicId, productToken, pathname, isOff]);
}
