import { lazy, useState, type ComponentType } from 'react';

/** The pauses before failed code is loaded again, milliseconds. */
const pausesMs = [1000, 3000];

const failedSheets = new Set<HTMLLinkElement>();
const noteFailure = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
};
if (typeof window !== 'undefined') addEventListener('error', noteFailure, true);

/** Loads failed style sheets again, since Vite requests each of them only once. */
const loadSheetsAgain = () =>
  Promise.all(
    [...failedSheets].map(
      (failed) =>
        new Promise((resolve, reject) => {
          failedSheets.delete(failed);
          const again = failed.cloneNode() as HTMLLinkElement;
          Object.assign(again, { onload: resolve, onerror: reject });
          failed.replaceWith(again);
        }),
    ),
  );

/**
 * Loads code, again after each of the pauses if it fails; rejects with the last failure. Without a network none is the
 * last: it is loaded once there is one (D-01).
 */
async function loadPatiently<T>(load: () => Promise<T>, [first, ...rest] = pausesMs): Promise<T> {
  try {
    await loadSheetsAgain();
    return await load();
  } catch (failure) {
    if (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      return loadPatiently(load);
    }
    if (first === undefined) throw failure;
    await new Promise((resolve) => setTimeout(resolve, first));
    return loadPatiently(load, rest);
  }
}

/**
 * Makes a component whose code is loaded when it is first drawn, inside a Suspense, or earlier with `fetch`. Code that
 * fails to load is loaded again; if that fails too, drawing throws.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let view: ComponentType<Props> | null = null;
  const fetch = () => load().then((loaded) => (view = loaded));
  const Lazy = lazy(() =>
    loadPatiently(fetch).then((loaded) => ({ default: loaded })),
  ) as unknown as ComponentType<Props>;
  const View = (props: Props) => {
    // Code that is already loaded is drawn at once: `lazy` would first suspend, and React shows the fallback
    // for 300 ms.
    const [Shown] = useState(() => view ?? Lazy);
    return <Shown {...props} />;
  };
  return Object.assign(View, { fetch });
}
