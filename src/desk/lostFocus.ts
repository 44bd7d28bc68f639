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
