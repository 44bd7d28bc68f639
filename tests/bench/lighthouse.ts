import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { browserArguments, findBrowser } from '../support/browser';
import { clinicId, withServer } from './pages';
import { floorServer } from './floor';
import { atLeast, atMost, inPairs, median, ratio, spreadOf, type Row } from './report';

const run = promisify(execFile);
const version = '12.8.2';

type Report = {
  categories: { performance: { score: number } };
  runtimeError?: { code: string };
  audits: Record<'largest-contentful-paint' | 'total-blocking-time', { numericValue: number }>;
};

/** What is used of it, which has no types of its own here. */
type Lighthouse = { default: (url: string, flags: object) => Promise<{ lhr: Report } | undefined> };
type Launcher = { launch(options: object): Promise<{ port: number; kill(): void }> };

/** Lighthouse weighs more than all the rest that a checkout installs, so it comes with its first run and is kept. */
async function program(): Promise<{ open: Lighthouse['default']; launch: Launcher['launch'] }> {
  const folder = join(process.cwd(), 'node_modules', '.cache', 'clinic-portal', `lighthouse-${version}`);
  const core = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(core)) {
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({
        private: true,
        dependencies: { lighthouse: version },
        overrides: { 'third-party-web': '0.27.0' },
      }),
    );
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  }
  const { default: open } = (await import(pathToFileURL(core).href)) as Lighthouse;
  const launcher = join(folder, 'node_modules', 'chrome-launcher', 'dist', 'index.js');
  const { launch } = (await import(pathToFileURL(launcher).href)) as Launcher;
  return { open, launch };
}

/**
 * Runs Lighthouse's phone, with its simulated slow 4G and 4x slower CPU, on an address. With a `port` it opens a tab of
 * the browser that listens there, with all that its profile keeps.
 */
export async function reportOn(url: string, port?: number): Promise<Report> {
  const { open, launch } = await program();
  const ask = async (at: number) => {
    const result = await open(url, {
      port: at,
      logLevel: 'error',
      onlyCategories: ['performance'],
      formFactor: 'mobile',
      // Nobody looks at it.
      disableFullPageScreenshot: true,
      disableStorageReset: port !== undefined,
    });
    return result!.lhr;
  };
  // Now and then its recording misses the beginning, and it asks to be run again.
  for (let left = 3; ; left -= 1) {
    const browser =
      port === undefined
        ? await launch({ chromePath: findBrowser(), chromeFlags: ['--headless=new', ...browserArguments] })
        : null;
    try {
      const report = await ask(port ?? browser!.port);
      if (report.runtimeError) throw new Error(report.runtimeError.code);
      return report;
    } catch (error) {
      if (left === 0 || !String(error).includes('NO_NAVSTART')) throw error;
    } finally {
      browser?.kill();
    }
  }
}

/** The first screen beside the bare page. */
export const lighthouse = (): Promise<Row[]> =>
  withServer({}, async (server) => {
    const bare = await floorServer();
    try {
      const pairs = await inPairs(
        () => reportOn(bare.origin),
        () => reportOn(`${server.origin}/${clinicId}`),
      );
      const lcp = ({ audits }: Report) => audits['largest-contentful-paint'].numericValue;
      const blocked = pairs.map(({ own }) => own.audits['total-blocking-time'].numericValue);
      return [
        ratio(
          atMost,
          'first screen on a phone: LCP, beside a bare page',
          pairs.map(({ own, floor }) => ({ value: lcp(own), floor: lcp(floor) })),
          1.3,
          { unit: 'ms' },
        ),
        atMost('first screen on a phone: TBT by the clock', median(blocked), 100, {
          unit: 'ms',
          spread: spreadOf(blocked),
        }),
        atLeast(
          'first screen on a phone: Lighthouse score',
          median(pairs.map(({ own }) => own.categories.performance.score * 100)),
          98,
        ),
      ];
    } finally {
      await bare.close();
    }
  });
