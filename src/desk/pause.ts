/** Calls it in a pause of the browser, at the latest after `latestMs` milliseconds; returns what stops that. */
export function inPause(act: () => void, latestMs = 100): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 16);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: latestMs });
  return () => cancelIdleCallback(id);
}
