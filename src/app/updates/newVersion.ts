import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../../state/store';

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
declare module '../../state/store' {
  export interface LazyLoadedSlices extends WithSlice<typeof version> {}
}
rootReducer.inject(version);

export const { newVersionReady } = version.actions;
export const { selectIsNewVersionReady } = version.selectors;

let applyUpdate: () => void = () => location.reload();

/** Applies the new version and reloads; only when the owner asks for it. */
export const updateNow = (): void => applyUpdate();

/**
 * Connects the page to the service worker: registers it once the page has loaded and `settled`. Reports when a newer
 * version waits, when another tab applied it, or when this version's files are gone from a server that `isThere`.
 */
export function startWorker(
  settled: Promise<unknown>,
  onNewVersion: () => void,
  isThere: () => Promise<boolean>,
): void {
  addEventListener('vite:preloadError', () => void isThere().then((there) => there && onNewVersion()));
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const isFirst = navigator.serviceWorker.controller === null;
  const begin = async () => {
    const { registerWorker } = await import('./registerWorker');
    await registerWorker(isFirst, (apply) => {
      applyUpdate = apply;
      onNewVersion();
    });
  };
  // A page without its worker works, except offline.
  const start = () => void settled.finally(() => begin().catch(() => undefined));
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
