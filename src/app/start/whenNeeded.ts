import { savedKinds } from '../../offline/marker';
import type { RootState } from '../../state/store';
import { whenIdle } from './whenIdle';

type Store = { getState(): RootState; subscribe(listener: () => void): () => void };

/** What somebody does with a page (a screen reader clicks without a pointer), and what happens to it meanwhile. */
const signs =
  'pointerdown keydown wheel scroll click focusin visibilitychange pagehide offline error unhandledrejection'.split(
    ' ',
  );

/**
 * Resolves when what runs behind the page is needed: on a new visitor's first question with the first touch, since
 * somebody who only reads has no use for its code; elsewhere as soon as the browser is idle.
 */
export async function whenNeeded(store: Store): Promise<void> {
  if (isUntouched(store.getState())) await firstSign(store);
  await whenIdle();
}

/** Whether the page shows the first question, and nobody is signed in and nothing waits to be sent. */
function isUntouched({ booking, session, connection }: RootState): boolean {
  return (
    booking.isOpen &&
    booking.leave === null &&
    booking.position.step === 'client-type' &&
    session.token === null &&
    session.lapsed === null &&
    connection.isOnline &&
    !savedKinds(session.clinicId ?? '').has('outbox')
  );
}

const firstSign = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      signs.forEach((sign) => removeEventListener(sign, end, true));
      forget();
      resolve();
    };
    const forget = store.subscribe(() => {
      if (!isUntouched(store.getState())) end();
    });
    signs.forEach((sign) => addEventListener(sign, end, { capture: true, passive: true }));
  });
