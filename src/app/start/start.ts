/** The app has drawn for the first time, or taken a drawn page over. */
export const takenOver = 'portal:taken-over';
/** The element of a drawn page that says that its code does not arrive, by its id. */
export const lateNotice = 'late';

/**
 * The script of a page that the server has drawn: what is seen first needs no code, so the app's `files` are asked for
 * once the page is painted, and `loadDates` does its work meanwhile. The tap of an owner who is faster waits until the
 * app has taken the page over, which the event `taken` says; before, React would take it over within the tap, and nothing
 * could be drawn meanwhile. Code that does not arrive is asked for again; after that taps are let go, and the element `late`
 * says what is the matter.
 * The build writes this function's text to /start.js (vite.config.ts): it uses nothing outside itself.
 */
export function startOncePainted(files: readonly string[], taken: string, late: string, loadDates: () => void): void {
  let tapped: HTMLButtonElement | null = null;
  const hear = (event: Event) => {
    event.stopPropagation();
    if (event.type === 'click') tapped = (event.target as Element).closest('button');
  };
  const touches = [
    'pointerover',
    'pointerdown',
    'pointerup',
    'mouseover',
    'mousedown',
    'mouseup',
    'touchstart',
    'touchend',
    'focusin',
    'click',
  ];
  touches.forEach((type) => document.addEventListener(type, hear, { capture: true, passive: true }));
  const letGo = (isLate: boolean) => {
    clearTimeout(waiting);
    touches.forEach((type) => document.removeEventListener(type, hear, true));
    document.getElementById(late)?.toggleAttribute('hidden', !isLate);
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener(
    taken,
    () => {
      letGo(false);
      // Where the app had to draw for itself (mount.tsx), its own button of that name is meant.
      const meant =
        tapped &&
        [tapped, ...document.querySelectorAll('button')].find(
          (each) => each.isConnected && each.textContent === tapped?.textContent,
        );
      setTimeout(() => meant?.click());
    },
    { once: true },
  );

  const fetchCode = () => {
    paint.disconnect();
    clearTimeout(unpainted);
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    evaluate(files);
    loadDates();
    waiting = setTimeout(letGo, 20_000, true);
  };
  const evaluate = (left: readonly string[], tries = 3): void =>
    void (
      left[0] &&
      import(/* @vite-ignore */ left[0]).then(
        () => setTimeout(evaluate, 0, left.slice(1)),
        () => (tries ? setTimeout(evaluate, 2000, left, tries - 1) : letGo(true)),
      )
    );
  const paint = new PerformanceObserver((painted) => {
    // A page may paint its ground before it has anything to read.
    if (painted.getEntriesByName('first-contentful-paint').length > 0) fetchCode();
  });
  paint.observe({ type: 'paint', buffered: true });
  // A page in a background tab is not painted and starts all the same.
  const unpainted = setTimeout(fetchCode, 3000);
}
