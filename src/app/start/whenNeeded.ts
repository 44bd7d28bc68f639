import { savedKinds } from '../../offline/marker';
import type { RootState } from '../../state/store';
import { selectIsNewVersionReady } from '../updates/newVersion';
import { whenIdle } from './whenIdle';

type Store = { getState(): RootState; subscribe(listener: () => void): () => void };

/**
 * What somebody does with a page (a screen reader clicks without a pointer), and what happens to it meanwhile. A press
 * counts when it ends: code that is evaluated while a finger is down holds up the answer.
 */
const signs = 'pointerup keydown wheel scroll click focusin offline error unhandledrejection'.split(' ');
/** How long a page is left before that counts, in milliseconds: one that closes loads nothing more. */
const awayMs = 1000;

/**
 * Resolves when what runs behind the page is needed: on a new visitor's first question with the first touch, since
 * somebody who only reads has no use for its code; elsewhere as soon as the browser is idle.
 */
export async function whenNeeded(store: Store): Promise<void> {
  if (isUntouched(store.getState())) await firstSign(store);
  await whenIdle();
}

/**
 * Whether the page shows the first question, nobody is signed in, and neither requests nor a newer version wait: a
 * worker that is busy with a page's files as it is asked to make way can keep the newer one waiting.
 */
function isUntouched(state: RootState): boolean {
  const { booking, session, connection } = state;
  return (
    booking.isOpen &&
    booking.leave === null &&
    booking.position.step === 'client-type' &&
    session.token === null &&
    session.lapsed === null &&
    connection.isOnline &&
    !selectIsNewVersionReady(state) &&
    !savedKinds(session.clinicId ?? '').has('outbox')
  );
}

const firstSign = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      signs.forEach((sign) => removeEventListener(sign, end, true));
      document.removeEventListener('visibilitychange', onAway);
      forget();
      resolve();
    };
    const onAway = () => void setTimeout(end, awayMs);
    const forget = store.subscribe(() => {
      if (!isUntouched(store.getState())) end();
    });
    signs.forEach((sign) => addEventListener(sign, end, { capture: true, passive: true }));
    document.addEventListener('visibilitychange', onAway);
  });
