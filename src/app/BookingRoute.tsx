import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BookingPage } from '../features/booking/BookingPage';
import { entryParams } from '../features/booking/entryParams';
import { keepOnHide } from '../features/booking/listeners';
import { keepDraft } from '../features/booking/keeping';
import { openBooking } from '../features/booking/open';
import { bookingClosed } from '../features/booking/slice';
import { ClientTypePoster } from './frame/ClientTypePoster';
import { useShop, useTextUs } from './shopContext';
import { signInScreens } from './signIn';
import { useAppDispatch, useAppSelector } from './store';

/** The booking at the clinic's own address. */
export function BookingRoute() {
  const dispatch = useAppDispatch();
  const shop = useShop();
  const onTextUs = useTextUs();
  const [nowIso] = useState(() => new Date().toISOString());
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const isOpen = useAppSelector((state) => state.booking.isOpen && state.booking.address === address);

  useEffect(() => {
    if (!isOpen) void dispatch(openBooking(address, entryParams(new URLSearchParams(search))));
  }, [isOpen, address, search, dispatch]);
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
      clientType={({ view, onNew, onReturning, step }) => (
        <ClientTypePoster shop={shop} nowIso={nowIso} view={view} onNew={onNew} onReturning={onReturning} onTextUs={onTextUs} step={step} />
      )}
    />
  );
}
