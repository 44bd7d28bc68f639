import { setImmediate as othersGoOn } from 'node:timers/promises';

/** How long a piece of work keeps the process from everything else, milliseconds. */
const atAStretchMs = 1;

/** Made as long work begins, and called between its pieces: lets everything else go on once it has kept that waiting. */
export function rests(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < atAStretchMs) return;
    await othersGoOn();
    began = performance.now();
  };
}
