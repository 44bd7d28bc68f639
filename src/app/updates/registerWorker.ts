import { Workbox } from 'workbox-window';
import { network, quiet, stillness } from './whenStill';
import type { WithTrustedTypes } from '../start/trustedTypes';

const scriptUrl = '/sw.js';
const wakeMs = 1_000;

/**
 * Registers the service worker and reports, with a function that applies it, when a newer version waits or another tab
 * applied it. `isFirst`: the page was loaded without a worker, so it already has the newest files.
 */
export async function registerWorker(isFirst: boolean, onNewVersion: (apply: () => void) => void): Promise<void> {
  // Loading and saving every file makes a phone slow to respond.
  if (isFirst) await stillness().then(network);
  const workbox = new Workbox(trusted(scriptUrl));
  let isUnowned = isFirst;
  workbox.addEventListener('waiting', () =>
    onNewVersion(() => {
      workbox.addEventListener('controlling', () => location.reload());
      void quiet()
        .then(woken)
        .then(() => workbox.messageSkipWaiting());
    }),
  );
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    const wasUnowned = isUnowned;
    isUnowned = false;
    if (!wasUnowned && (isUpdate || isExternal)) onNewVersion(() => location.reload());
  });
  await workbox.register();
}

/**
 * Resolves once the version that answers this page runs, which a saved file shows, or after a second. Chromium lets a
 * later version take over at once only then: asked while that one is starting, it waits for minutes. If the page asks
 * for a file while that one is being stopped, it is started again and the later one waits for half a minute; therefore
 * the page is `quiet` first.
 */
const woken = (): Promise<unknown> =>
  fetch('/index.html', { signal: AbortSignal.timeout(wakeMs) }).catch(() => undefined);

/** Makes the worker's address a trusted one; the Trusted Types policy allows no other (D-209). */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as WithTrustedTypes;
  if (!trustedTypes) return url;
  const policy = trustedTypes.createPolicy('portal', {
    createScriptURL: (asked) => {
      if (asked !== scriptUrl) throw new TypeError('The portal loads no other script this way');
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
