/** The app has taken a drawn page over. */
export const takenOver = 'portal:taken-over';

/**
 * The script of a page that the server has drawn: what is seen first needs no code, so the app's `files` are asked for
 * once the page is painted. The tap of an owner who is faster than they are waits until the app has taken the page over,
 * which the event `taken` says. The build writes its text to /start.js (vite.config.ts): it uses nothing outside itself.
 */
export function startOncePainted(files: readonly string[], taken: string): void {
  let tapped: HTMLElement | null = null;
  const hear = ({ target }: Event) => {
    tapped = (target as Element).closest('button');
  };
  document.addEventListener('click', hear, true);
  document.addEventListener(
    taken,
    () => {
      document.removeEventListener('click', hear, true);
      setTimeout(() => tapped?.isConnected && tapped.click());
    },
    { once: true },
  );

  const fetchCode = () => {
    files.forEach((file) => void import(/* @vite-ignore */ file));
    // The names of dates take a phone as long as a task may take (task.ts): while the code is on its way nothing waits for them.
    setTimeout(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }));
  };
  new PerformanceObserver((_, paint) => {
    paint.disconnect();
    fetchCode();
  }).observe({ type: 'paint', buffered: true });
  // A page in a background tab is not painted and starts all the same; what is asked for twice comes once.
  setTimeout(fetchCode, 3000);
}
