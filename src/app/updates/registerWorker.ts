import { Workbox } from 'workbox-window';
import { network, stillness } from './whenStill';
import type { WithTrustedTypes } from '../start/trustedTypes';

const scriptUrl = '/sw.js';

/**
 * Registers the service worker, and tells when a newer version waits or another tab took it, with how this page takes it.
 * `isFirst`: the page came without a worker. It has the newest files already, whichever page's worker is the first to take it over.
 */
export async function registerWorker(isFirst: boolean, onNewVersion: (apply: () => void) => void): Promise<void> {
  // Fetching and saving every file makes a phone slow to answer.
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

/** The worker's address as Trusted Types want it; the policy lets no other address through (D-209). */
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
