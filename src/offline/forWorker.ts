import { preference } from './marker';

/** Notes for the worker that a clinic's owner is signing out: from then on it draws nothing of the owner (D-308). */
export const noteLeaving = (clinicId: string): Promise<void> =>
  import('./database/keepNotes').then(
    (file) => file.keepLeaving(clinicId),
    () => undefined,
  );

/**
 * Tells the worker how a page looks, as local storage has it: it saves that for what it draws before the app runs. A
 * message reaches it also where the page is closed right after; without a worker nobody would read it.
 */
export const tellLook = (): void =>
  void navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage({
      type: 'KEEP_LOOK',
      skin: preference('skin'),
      narrow: preference('menu-collapsed'),
      clockOffset: preference('clock-offset'),
    }),
  );
