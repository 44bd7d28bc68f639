import type { FirstDraw } from './firstDraw';

/** What tells an element from others of its kind: the app's has the same where it drew what was there before. */
const alike = (one: Element, other: Element): boolean =>
  one.textContent === other.textContent &&
  ['id', 'href', 'value', 'aria-label'].every((name) => one.getAttribute(name) === other.getAttribute(name));

/** Keeps focus where it is as the app's first draw replaces what the worker has drawn in `root`. */
export function keepFocus(root: Element): void {
  if (!root.hasChildNodes()) return;
  let focused = document.activeElement;
  const follow = ({ target }: Event) => {
    if (target instanceof Element) focused = target;
  };
  document.addEventListener('focusin', follow, true);
  const first = 'portal:first-draw' satisfies FirstDraw;
  document.addEventListener(
    first,
    () => {
      document.removeEventListener('focusin', follow, true);
      if (!focused || focused.isConnected) return;
      const twin = [...root.querySelectorAll<HTMLElement>(focused.tagName)].find((each) => alike(each, focused!));
      twin?.focus({ preventScroll: true });
    },
    { once: true },
  );
}
