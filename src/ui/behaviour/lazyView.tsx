import { lazy, useState, type ComponentType } from 'react';

/** The pauses before code that did not come is asked for again, in ms. */
const pausesMs = [1000, 3000];

const failedSheets = new Set<HTMLLinkElement>();
const noteFailure = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
};
if (typeof window !== 'undefined') addEventListener('error', noteFailure, true);

/** Vite asks for a part's style sheets only once, so those that failed are asked for again here. */
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

/** Loads code, if need be again after each of the pauses; rejects with the last failure. */
async function loadPatiently<T>(load: () => Promise<T>, [first, ...rest] = pausesMs): Promise<T> {
  try {
    await loadSheetsAgain();
    return await load();
  } catch (failure) {
    if (first === undefined) throw failure;
    await new Promise((resolve) => setTimeout(resolve, first));
    return loadPatiently(load, rest);
  }
}

/**
 * A component whose code is loaded when it is first drawn, within a Suspense, or before that with `fetch`. Code that does
 * not come is asked for again; when it does not come then either, drawing throws.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let view: ComponentType<Props> | null = null;
  const fetch = () => load().then((loaded) => (view = loaded));
  const Lazy = lazy(() =>
    loadPatiently(fetch).then((loaded) => ({ default: loaded })),
  ) as unknown as ComponentType<Props>;
  const View = (props: Props) => {
    // What is there already is drawn at once: `lazy` would draw nothing first, and React keeps that for 300 ms.
    const [Shown] = useState(() => view ?? Lazy);
    return <Shown {...props} />;
  };
  return Object.assign(View, { fetch });
}
