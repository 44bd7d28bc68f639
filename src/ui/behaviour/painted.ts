/** The wait that replaces a paint in a background page, which paints nothing, milliseconds. */
const unpaintedMs = 100;

/** Resolves after the next paint, so that a pressed button looks pressed before slow work begins. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const unpainted = setTimeout(resolve, unpaintedMs);
    requestAnimationFrame(() => {
      clearTimeout(unpainted);
      setTimeout(resolve);
    });
  });
