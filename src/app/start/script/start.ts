import { loadDates } from './dates';
import type { FirstDraw } from '../firstDraw';
import { holdTaps } from './heldTaps';

/**
 * The start script of every page, a separate entry: loads the app's files, which are listed in its script element. If
 * the server or the worker drew the page (`data-drawn`), it loads them after that is painted, with the style sheets that
 * are not in the page (`data-sheets`), and repeats a tap made before the app was ready. A file that fails is requested again; then the page shows a notice with a reload link.
 */

/** How long the app may take before the page shows that it has not loaded, in milliseconds. */
const patienceMs = 20_000;
/** The pauses before a file is requested again, in milliseconds. */
const pausesMs = [2000, 2000, 2000];

const { files = '', sheets, drawn } = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset ?? {};
const paths = files.split(' ');

/** Shows or hides the notice that the page has not loaded, which every page has in its HTML. */
const sayLate = (isLate: boolean) => {
  const notice = document.getElementById('late');
  notice?.toggleAttribute('hidden', !isLate);
  notice?.toggleAttribute('data-said', isLate);
};
// It would show itself if this script had not come.
sayLate(false);

const link = (rel: string) => (href: string) =>
  document.head.append(Object.assign(document.createElement('link'), { rel, href }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads a file, repeating failed requests; rejects with the last failure. */
const load = (path: string, pauses: readonly number[]): Promise<unknown> =>
  import(/* @vite-ignore */ path).catch(async (failure: unknown) => {
    const [first, ...rest] = pauses;
    if (first === undefined) throw failure;
    await pause(first);
    return load(path, rest);
  });

/** Loads the files one after the other, each evaluated in its own task. */
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
    paths.forEach(link('modulepreload'));
    sheets?.split(' ').forEach(link('stylesheet'));
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

/** Resolves once the page shows content, after 3 s at the latest, since a background tab paints nothing. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    const paint = new PerformanceObserver((painted) => {
      // The first paint may be only the background, without content.
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
