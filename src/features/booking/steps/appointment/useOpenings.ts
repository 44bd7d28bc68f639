import { useEffect, useEffectEvent, useState } from 'react';
import { selectIsOnline } from '../../../../state/connection';
import { useWhenBack } from '../../../../state/useWhenBack';
import { dateInZone } from '../../../../domain/clinicTime';
import {
  isExhausted,
  newSearch,
  nextWindow,
  shownDates,
  reaching,
  wantMore,
  withAnswer,
  type DateSearch,
} from '../../../../domain/booking/dateSearch';
import { leadDays } from '../../../../domain/booking/leadTime';
import type { DateSlot } from '../../../../contract/availability';
import { bookingApi } from '../../api';
import { useServerClock } from '../../../../state/clock';
import { useShop } from '../../useBooking';
import { useAppDispatch, useAppSelector } from '../../../../state/store';
import { once } from '../../../../api/once';

/** The criteria of the search for open times. */
export type Wish = {
  productIds: string[];
  providerIds: string[];
  isDropoff: boolean;
  locationId: string | null;
  productToken: string | null;
  /** The appointment to be moved: its own time counts as free (D-42). */
  appointmentId?: string;
};

export type Openings = {
  dates: readonly DateSlot[];
  status: 'busy' | 'ready' | 'failed';
  /** Whether a further search would find nothing (APPT-14). */
  isExhausted: boolean;
  more: () => void;
  retry: () => void;
};

type State = { key: string; search: DateSearch; hasFailed: boolean };
const fresh = (key: string): State => ({ key, search: newSearch, hasFailed: false });

/**
 * Searches open dates, five at a time, until enough are found or none are left (D-58). Changed criteria start a new
 * search. `through`: a chosen day that the dates must reach, so that a resumed draft shows it.
 */
export function useOpenings(wish: Wish | null, through: string | null): Openings {
  const dispatch = useAppDispatch();
  const shop = useShop();
  const isOnline = useAppSelector(selectIsOnline);
  const userId = useAppSelector((state) => state.session.user?.id ?? null);
  const clock = useServerClock();
  const key = JSON.stringify(wish);
  const [state, setState] = useState(() => fresh(key));
  const { search, hasFailed } = state.key === key ? state : fresh(key);

  const lead = leadDays(shop.metadata);
  const today = dateInZone(new Date(clock()), shop.timezone);
  const wanted = reaching(search, through);
  const window = wish && !hasFailed ? nextWindow(wanted, today, lead) : null;
  const ask = window && JSON.stringify(window);

  // Only the criteria and the window start a request; the other values are just read.
  const request = useEffectEvent(() => {
    if (!wish || !window) return null;
    const body = {
      productIds: wish.productIds,
      providerIds: wish.providerIds,
      is_dropoff: wish.isDropoff,
      location_id: wish.locationId,
      client_booking: true as const,
      user_id: userId,
      product_token: wish.productToken,
      appointment_id: wish.appointmentId ?? null,
      ...window,
    };
    return once(dispatch(bookingApi.endpoints.openTimes.initiate({ body }, { forceRefetch: true })));
  });
  const answered = useEffectEvent((data: Parameters<typeof withAnswer>[1] | undefined) =>
    setState({ key, search: data ? withAnswer(wanted, data) : wanted, hasFailed: !data }),
  );
  useEffect(() => {
    if (!ask) return undefined;
    let isCurrent = true;
    void request()?.then(({ data }) => {
      if (isCurrent) answered(data);
    });
    return () => {
      isCurrent = false;
    };
  }, [key, ask]);

  const retry = () => setState({ key, search, hasFailed: false });
  useWhenBack(isOnline, () => {
    if (hasFailed) retry();
  });

  return {
    dates: shownDates(wanted),
    status: hasFailed ? 'failed' : window ? 'busy' : 'ready',
    isExhausted: isExhausted(search, today, lead) && search.dates.length <= search.wanted,
    more: () => setState({ key, search: wantMore(search), hasFailed: false }),
    retry,
  };
}
