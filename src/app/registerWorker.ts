import { Workbox } from 'workbox-window';

const scriptUrl = '/sw.js';

/**
 * Registers the service worker, and tells when a newer version waits or another tab took it, with how this page takes it.
 * `isFirst`: the page came without a worker. It has the newest files already, whichever page's worker is the first to take it over.
 */
export async function registerWorker(isFirst: boolean, onNewVersion: (apply: () => void) => void): Promise<void> {
  if (isFirst) await stillness().then(network);
  const workbox = new Workbox(trusted(scriptUrl));
  let isUnowned = isFirst;
  workbox.addEventListener('waiting', () =>
    onNewVersion(() => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    }),
  );
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    const wasUnowned = isUnowned;
    isUnowned = false;
    if (!wasUnowned && (isUpdate || isExternal)) onNewVersion(() => location.reload());
  });
  await workbox.register();
}

const stillMs = 1_000;
const stillWithinMs = 10_000;

/** Resolves once nobody has used the page for a second: on a first visit the worker fetches and saves every file, which makes a phone slow to answer. */
const stillness = (): Promise<void> =>
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

/** Resolves at once, or where the device has no network as soon as it has one. */
const network = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else addEventListener('online', () => resolve(), { once: true });
  });

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } };

/** The worker's address as Trusted Types want it; the policy lets no other address through (D-209). */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  const policy = trustedTypes.createPolicy('portal', {
    createScriptURL: (asked) => {
      if (asked !== scriptUrl) throw new TypeError('The portal loads no other script this way');
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
