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

/** The pause in typing after which the draft is saved, milliseconds. */
const typingPause = 400;
/** How often the countdown is checked, milliseconds; after a phone wakes from sleep, it is at most this late. */
const tick = 1000;

/** Starts the listeners that save the draft, end the hold and start over after signing out. */
export function startBookingListeners(startListening: AppStartListening): void {
  /** Saves at once when a step is entered or a time's countdown changes, otherwise after a pause (D-38). */
  startListening({
    predicate: (_, now, before) =>
      now.booking.draft !== before.booking.draft || now.booking.entered !== before.booking.entered,
    effect: async (_, api) => {
      api.cancelActiveListeners();
      const [now, before] = [api.getState().booking, api.getOriginalState().booking];
      if (now.entered === before.entered && now.draft.hold === before.draft.hold) await api.delay(typingPause);
      await api.dispatch(keepDraft());
    },
  });

  /** Ends the hold at its absolute deadline, also after a reload (D-61), or when another tab replaces it. */
  startListening({
    predicate: (_, now, before) => now.booking.draft.hold !== before.booking.draft.hold,
    effect: async (_, api) => {
      api.cancelActiveListeners();
      if (!api.getState().booking.draft.hold) return;
      void import('./hold/otherTabs').then(({ followHolds }) => followHolds(api)).catch(() => undefined);
      for (;;) {
        const left = holdLeft(api.getState().booking.draft, serverNow(api.getState(), api.extra));
        if (left <= 0) break;
        await api.delay(Math.min(left, tick));
      }
      api.dispatch(report('hold-expired'));
    },
  });

  /**
   * Loads the record of an owner on the first question, whose answers depend on it where the clinic takes only one kind
   * of client (D-54).
   */
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

  /** Starts over after signing out, here or in another tab: the next booking belongs to nobody (D-308). */
  startListening({
    matcher: isAnyOf(signedOut, ownerReplaced),
    effect: async (_, api) => {
      const { isOpen, address, params } = api.getState().booking;
      if (isOpen) await api.dispatch(openBooking(address, { ...params, redirect: null }, true));
    },
  });
}

/**
 * Saves the draft when the page is hidden or closed; there may be no later moment (D-38). Returns a function that stops
 * it.
 */
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
