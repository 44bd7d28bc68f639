import { isAnyOf } from '@reduxjs/toolkit';
import { selectShop } from '../../state/clinic';
import { serverNow } from '../../state/clock';
import { ownerReplaced, selectOwner, signedOut } from '../../state/session';
import { holdLeft } from '../../domain/booking/draft';
import { bookingSwitches } from '../../domain/shop/settings';
import { keepDraft, keepDraftAtOnce } from './draft/keepDraft';
import { openBooking } from './open/openBooking';
import { report } from './store/report';
import type { AppDispatch, AppStartListening } from '../../state/store';

/** How long typing may go on before it is saved, milliseconds. */
const typingPause = 400;
/** How often the countdown is looked at: a phone that slept is late by no more than this, milliseconds. */
const tick = 1000;

/** What follows from the booking's actions: saving the draft, ending the hold, starting over after signing out. */
export function startBookingListeners(startListening: AppStartListening): void {
  /** A step entered is saved at once, anything else when it has been quiet for a moment (D-38). */
  startListening({
    predicate: (_, now, before) =>
      now.booking.draft !== before.booking.draft || now.booking.entered !== before.booking.entered,
    effect: async (_, api) => {
      api.cancelActiveListeners();
      if (api.getState().booking.entered === api.getOriginalState().booking.entered) await api.delay(typingPause);
      await api.dispatch(keepDraft());
    },
  });

  /** One absolute deadline, also for a hold that a reload brought back (D-61). */
  startListening({
    predicate: (_, now, before) => now.booking.draft.hold !== before.booking.draft.hold,
    effect: async (_, api) => {
      api.cancelActiveListeners();
      if (!api.getState().booking.draft.hold) return;
      for (;;) {
        const left = holdLeft(api.getState().booking.draft, serverNow(api.getState(), api.extra));
        if (left <= 0) break;
        await api.delay(Math.min(left, tick));
      }
      api.dispatch(report('hold-expired'));
    },
  });

  /** The first question has other answers for an owner whom the clinic knows, where it does not take both kinds (D-54). */
  startListening({
    predicate: (_, now, before) => {
      const { newDisabled, returningDisabled } = bookingSwitches(selectShop(now)?.feature_settings ?? {});
      const isAsked =
        now.booking.isOpen &&
        now.booking.position.step === 'client-type' &&
        now.booking.entered !== before.booking.entered;
      return isAsked && (newDisabled || returningDisabled) && selectOwner(now) !== null;
    },
    effect: async (_, api) => {
      const { knowOwner } = await import('./client/ownerRecord');
      await api.dispatch(knowOwner());
    },
  });

  /** Signed out, here or in another tab: the next booking is nobody's (D-308). */
  startListening({
    matcher: isAnyOf(signedOut, ownerReplaced),
    effect: async (_, api) => {
      const { isOpen, address, params } = api.getState().booking;
      if (isOpen) await api.dispatch(openBooking(address, { ...params, redirect: null }, true));
    },
  });
}

/** Saves what was typed last when the page goes away; there may be no later moment (D-38). Returns what stops it. */
export function keepOnHide(dispatch: AppDispatch): () => void {
  const onHide = () => {
    if (document.visibilityState === 'hidden') dispatch(keepDraftAtOnce());
  };
  const onLeave = () => dispatch(keepDraftAtOnce());
  document.addEventListener('visibilitychange', onHide);
  addEventListener('pagehide', onLeave);
  return () => {
    document.removeEventListener('visibilitychange', onHide);
    removeEventListener('pagehide', onLeave);
  };
}
