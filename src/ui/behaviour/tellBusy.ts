import { announce } from './announce';

/** How long something is under way before that is said, milliseconds: a fast reply needs no words. */
const waitMs = 400;

/** What is said of it. */
export const ONE_MOMENT = 'One moment…';

/**
 * Says that what was pressed or entered is under way, where that takes a while: what becomes `aria-busy` tells so by its
 * looks alone, and by focus only to whoever comes to it later.
 */
export function tellBusy(): void {
  const isBusy = (control: Element) => control.isConnected && control.getAttribute('aria-busy') === 'true';
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof Element) || !isBusy(target)) continue;
      setTimeout(() => announce(() => (isBusy(target) ? ONE_MOMENT : '')), waitMs);
    }
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
}
