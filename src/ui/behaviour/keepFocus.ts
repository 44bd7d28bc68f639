import { focusHeading } from './arrive';

/** The pause before focus is moved, milliseconds: whoever took the element away may know a better place. */
const pauseMs = 50;

/**
 * Keeps focus from falling out of the page: when the element that has it goes away or is disabled, the heading of the
 * screen or dialog takes it.
 */
export function keepFocus(): void {
  let last: Element | null = document.activeElement;
  const isLost = () =>
    last !== null &&
    (!last.isConnected || last.matches(':disabled, dialog:not([open]) *')) &&
    (document.activeElement === null || document.activeElement === document.body);
  document.addEventListener('focusin', ({ target }) => (last = target as Element));
  // Whoever leaves an element by themselves, with a tap beside it, has lost nothing.
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (target === last && !isLost()) last = null;
    }),
  );
  new MutationObserver(() => {
    if (isLost()) setTimeout(() => isLost() && focusHeading(), pauseMs);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'open'],
  });
}
