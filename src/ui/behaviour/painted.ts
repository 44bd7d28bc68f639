/** A page in the background paints nothing, and goes on all the same, milliseconds. */
const unpaintedMs = 100;

/** Resolves after the next paint: what is pressed is seen to be pressed before what follows from it is worked out and drawn. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const unpainted = setTimeout(resolve, unpaintedMs);
    requestAnimationFrame(() => {
      clearTimeout(unpainted);
      setTimeout(resolve);
    });
  });
