const stillWithinMs = 10_000;
const stillMs = 1_000;
const quietWithinMs = 3_000;
const quietMs = 500;

/**
 * Resolves once `listen` reported nothing for `forMs`, after `withinMs` at the latest. It gets what to call for each
 * report, and returns what ends its listening.
 */
const still = (forMs: number, withinMs: number, listen: (report: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(silence);
      clearTimeout(latest);
      resolve();
    };
    const stop = listen(() => {
      clearTimeout(silence);
      silence = setTimeout(end, forMs);
    });
    let silence = setTimeout(end, forMs);
    const latest = setTimeout(end, withinMs);
  });

/** Resolves once the page was not used for a second, after ten seconds at the latest. */
export const stillness = (): Promise<void> =>
  still(stillMs, stillWithinMs, (report) => {
    const signs = ['pointerdown', 'keydown', 'wheel'];
    signs.forEach((sign) => addEventListener(sign, report, { capture: true, passive: true }));
    return () => signs.forEach((sign) => removeEventListener(sign, report, true));
  });

/** Resolves once the page has loaded nothing for half a second, after three seconds at the latest. */
export const quiet = (): Promise<void> =>
  still(quietMs, quietWithinMs, (report) => {
    const loads = new PerformanceObserver(report);
    loads.observe({ type: 'resource' });
    return () => loads.disconnect();
  });

/** Resolves when the device has a network, at once if it has one. */
export const network = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else addEventListener('online', () => resolve(), { once: true });
  });
