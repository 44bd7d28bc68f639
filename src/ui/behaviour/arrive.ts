import { useEffect } from 'react';
import { announce } from './announce';
import { openDialog } from './openDialog';

const headingText = (): string => document.querySelector('h1')?.textContent ?? '';

/** The screen's heading; that of the screen before stays in the page, hidden, while the code of the next one comes. */
const shownHeading = () =>
  [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility?.() !== false);

/** Whether no screen has been shown yet: a page that opens is read from its beginning anyway. */
let isFirst = true;

/** What the tab's title names: the page or step, and the clinic. */
const titled = { page: '', site: '' };

/** Names the page or the clinic in the tab's title; '' for none. */
export function entitle(names: Partial<typeof titled>): void {
  Object.assign(titled, names);
  document.title = [titled.page, titled.site].filter(Boolean).join(' – ');
}

/**
 * Moves focus to the heading of the screen, or of the dialog that covers it, unless it is where something can be done.
 */
export function focusHeading(): void {
  const heading = openDialog()?.querySelector('h2') ?? shownHeading() ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Tells those who do not see it that a screen has opened: focus goes to its heading, which is then read. Where the
 * screen has put focus into one of its fields, or nobody has touched the page yet, the heading is announced (D-416).
 */
function arrive(): void {
  const { activeElement } = document;
  const isTouched = navigator.userActivation?.hasBeenActive ?? true;
  if (isTouched && !activeElement?.matches('main *')) focusHeading();
  else {
    const heading = shownHeading();
    // By the time that it is said the next screen may be here, or focus may have read it.
    announce(() => (heading === shownHeading() && !heading?.matches(':focus') && heading?.textContent) || '', true);
  }
}

/**
 * Names the screen in the tab's title, by its heading without `name`, and brings focus to it when it opens and when
 * `step` changes.
 */
export function useArrival(name?: string, step?: unknown): void {
  useEffect(() => entitle({ page: name ?? headingText() }));
  useEffect(() => {
    // After the effects of the whole screen, which may focus a field.
    if (!isFirst) queueMicrotask(arrive);
    isFirst = false;
  }, [step]);
}
