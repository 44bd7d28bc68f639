const stillMs = 1_000;
const stillWithinMs = 10_000;

/** Resolves once the page was not used for a second, after ten seconds at the latest. */
export const stillness = (): Promise<void> =>
  new Promise((resolve) => {
    const signs = ['pointerdown', 'keydown', 'wheel'];
    const end = () => {
      signs.forEach((sign) => removeEventListener(sign, again, true));
      clearTimeout(still);
      clearTimeout(latest);
      resolve();
    };
    const again = () => {
      clearTimeout(still);
      still = setTimeout(end, stillMs);
    };
    let still = setTimeout(end, stillMs);
    const latest = setTimeout(end, stillWithinMs);
    signs.forEach((sign) => addEventListener(sign, again, { capture: true, passive: true }));
  });

/** Resolves when the device has a network, at once if it has one. */
export const network = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else addEventListener('online', () => resolve(), { once: true });
  });
