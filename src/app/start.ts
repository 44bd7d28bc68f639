/** The app has drawn for the first time, or taken a drawn page over. */
export const takenOver = 'portal:taken-over';

/**
 * The script of a page that the server has drawn: what is seen first needs no code, so the app's `files` are asked for
 * once the page is painted. The tap of an owner who is faster waits until the app has taken the page over, which the event
 * `taken` says; before, React would take it over within the tap, and nothing could be drawn meanwhile.
 * The build writes this function's text to /start.js (vite.config.ts): it uses nothing outside itself.
 */
export function startOncePainted(files: readonly string[], taken: string): void {
  let tapped: HTMLElement | null = null;
  const hear = (event: Event) => {
    event.stopPropagation();
    if (event.type === 'click') tapped = (event.target as Element).closest('button');
  };
  const touches = ['pointerover', 'pointerdown', 'pointerup', 'mouseover', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'focusin', 'click'];
  touches.forEach((type) => document.addEventListener(type, hear, { capture: true, passive: true }));
  document.addEventListener(
    taken,
    () => {
      touches.forEach((type) => document.removeEventListener(type, hear, true));
      setTimeout(() => tapped?.isConnected && tapped.click());
    },
    { once: true },
  );

  const fetchCode = () => {
    files.forEach((file) => void import(/* @vite-ignore */ file));
    // The names of dates take a phone as long as a task may take (task.ts): while the code is on its way nothing waits for them.
    setTimeout(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }));
  };
  new PerformanceObserver((painted, paint) => {
    // A page may paint its ground before it has anything to read.
    if (painted.getEntriesByName('first-contentful-paint').length === 0) return;
    paint.disconnect();
    fetchCode();
  }).observe({ type: 'paint', buffered: true });
  // A page in a background tab is not painted and starts all the same; what is asked for twice comes once.
  setTimeout(fetchCode, 3000);
}
