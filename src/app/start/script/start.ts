import { loadDates } from './dates';
import type { FirstDraw } from '../firstDraw';
import { holdTaps } from './heldTaps';

/**
 * The start script of every page, an entry of its own: loads the app's files, which its own element lists. Where the
 * server has drawn the first screen (`data-drawn`) they are fetched once that is painted, and a tap that comes before
 * the app has taken the screen over is answered after it. A file that does not come is asked for again; then the page
 * says so, with a link that loads it anew.
 */

/** How long the app may take before the page says that it has not loaded, in ms. */
const patienceMs = 20_000;
/** The pauses before a file is asked for again, in ms. */
const pausesMs = [2000, 2000, 2000];

const { files = '', drawn } = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset ?? {};
const paths = files.split(' ');

/** Shows or hides the notice that the page has not loaded, which every page has in its HTML. */
const sayLate = (isLate: boolean) => document.getElementById('late')?.toggleAttribute('hidden', !isLate);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads a file, if need be again; rejects with the last failure. */
const load = (path: string, pauses: readonly number[]): Promise<unknown> =>
  import(/* @vite-ignore */ path).catch(async (failure: unknown) => {
    const [first, ...rest] = pauses;
    if (first === undefined) throw failure;
    await pause(first);
    return load(path, rest);
  });

/** Loads the files one after the other, each evaluated in a task of its own. */
async function loadApp(): Promise<void> {
  for (const path of paths) {
    await load(path, pausesMs);
    await pause(0);
  }
}

async function start(): Promise<void> {
  const taps = drawn === undefined ? null : holdTaps();
  if (taps) {
    await firstPaint();
    for (const href of paths)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  const giveUp = () => {
    taps?.letGo();
    sayLate(true);
  };
  const firstDraw = new Promise((resolve) =>
    document.addEventListener('portal:first-draw' satisfies FirstDraw, resolve, { once: true }),
  );
  const app = loadApp();
  loadDates();
  const waiting = setTimeout(giveUp, patienceMs);
  try {
    await app;
    if (taps) await firstDraw;
    sayLate(false);
    taps?.replay();
  } catch {
    giveUp();
  }
  clearTimeout(waiting);
}

/** Resolves once the page has shown something to read; after 3 s at the latest, since a tab in the background paints nothing. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    const paint = new PerformanceObserver((painted) => {
      // A page may paint its ground before it has anything to read.
      if (painted.getEntriesByName('first-contentful-paint').length > 0) end();
    });
    const latest = setTimeout(() => end(), 3000);
    const end = () => {
      paint.disconnect();
      clearTimeout(latest);
      resolve();
    };
    paint.observe({ type: 'paint', buffered: true });
  });

void start();
