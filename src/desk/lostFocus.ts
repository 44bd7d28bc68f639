import { focusHeading } from '../ui/behaviour/arrive';

/** Whether what had focus is gone. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Brings focus to the heading of what stands there now, where it went with what had it (WCAG 2.4.3). */
export function refocus(): void {
  // After the effects of what stands there now, which may take it.
  queueMicrotask(() => {
    if (isFocusLost()) focusHeading();
  });
}

/**
 * As the ref of what may go by itself: focus that was in it goes to the title of the tray around it, or to the heading of
 * its item, where it goes and nothing else takes the focus (WCAG 2.4.3).
 */
export const passesFocus = (element: HTMLElement | null) => () => {
  const around = element?.parentElement?.closest<HTMLElement>('[data-part=tray], [data-part=item]');
  const isInside = () => element?.contains(document.activeElement) === true;
  if (!around || !isInside()) return;
  queueMicrotask(() => {
    // A part that is only hidden keeps the focus until the page is laid out.
    if (isFocusLost() || isInside()) around.querySelector<HTMLElement>('h2, h3')?.focus();
  });
};
