import { createSlice } from '@reduxjs/toolkit';

/** Whether a newer version of the portal waits; it is offered and never forced (D-11). */
export const version = createSlice({
  name: 'version',
  initialState: { isReady: false },
  reducers: {
    newVersionReady: (state) => {
      state.isReady = true;
    },
  },
  selectors: { selectIsNewVersionReady: (state) => state.isReady },
});
export const { newVersionReady } = version.actions;
export const { selectIsNewVersionReady } = version.selectors;

const scriptUrl = '/sw.js';

let applyUpdate: () => void = () => location.reload();

/** Takes the new version and reloads; only ever on the owner's word. */
export const updateNow = (): void => applyUpdate();

/**
 * The page's one bridge to the service worker: registers it once the page has loaded and reports when a newer version
 * waits, when another tab took it, or when this version's files are gone from a server that `isThere`.
 */
export function startWorker(onNewVersion: () => void, isThere: () => Promise<boolean>): void {
  addEventListener('vite:preloadError', () => void isThere().then((there) => there && onNewVersion()));
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  // A page that came without a worker has the newest files already, whichever page's worker is the first to take it over.
  let isFirst = navigator.serviceWorker.controller === null;
  const begin = async () => {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(trusted(scriptUrl));
    workbox.addEventListener('waiting', () => {
      applyUpdate = () => {
        workbox.addEventListener('controlling', () => location.reload());
        workbox.messageSkipWaiting();
      };
      onNewVersion();
    });
    workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
      const wasFirst = isFirst;
      isFirst = false;
      if (wasFirst || (!isUpdate && !isExternal)) return;
      applyUpdate = () => location.reload();
      onNewVersion();
    });
    await workbox.register();
  };
  // A page without its worker works; it is only not there without a network.
  const start = () => void begin().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

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
