import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserArguments, findBrowser } from '../support/browser';
import { clinicId, withFolder, withServer } from './pages';
import { atLeast, atMost, median, spreadOf, type Row } from './report';

const run = promisify(execFile);
const version = '12.8.2';

type Report = {
  categories: { performance: { score: number } };
  audits: Record<'largest-contentful-paint' | 'total-blocking-time', { numericValue: number }>;
};

/** Lighthouse weighs more than all the rest that a checkout installs, so it comes with its first run and is kept. */
async function program(): Promise<string> {
  const folder = join(process.cwd(), 'node_modules', '.cache', 'clinic-portal', `lighthouse-${version}`);
  const file = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');
  if (!existsSync(file)) {
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
  return file;
}

/**
 * Runs Lighthouse's phone, with its simulated slow 4G and 4x slower CPU, on an address; the report goes into the folder.
 * With a `port` it opens a tab of the browser that listens there, with all that its profile keeps.
 */
export async function reportOn(url: string, folder: string, port?: number): Promise<Report> {
  const cli = await program();
  const file = join(folder, 'report.json');
  const how = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance',
    // Nobody looks at it.
    '--disable-full-page-screenshot',
    '--form-factor=mobile',
    ...(port === undefined ? [] : [`--port=${port}`, '--disable-storage-reset']),
    `--chrome-flags=${['--headless=new', ...browserArguments].join(' ')}`,
  ];
  const ask = () => run(process.execPath, [cli, url, ...how], { env: { ...process.env, CHROME_PATH: findBrowser() } });
  // Now and then its recording misses the beginning, and it asks to be run again.
  for (let left = 3; ; left -= 1) {
    try {
      await ask();
      return JSON.parse(await readFile(file, 'utf8')) as Report;
    } catch (error) {
      if (left === 0 || !String(error).includes('NO_NAVSTART')) throw error;
    }
  }
}

/** As often as Lighthouse looks at the first screen, which takes it twelve seconds: it compares with nothing here. */
const looks = 3;

/** What Lighthouse says of the first screen. */
export const lighthouse = (): Promise<Row[]> =>
  withFolder((folder) =>
    withServer({}, async (server) => {
      const reports: Report[] = [];
      while (reports.length < looks) reports.push(await reportOn(`${server.origin}/${clinicId}`, folder));
      const audit = (name: keyof Report['audits'], figure: string, bar: number) => {
        const times = reports.map(({ audits }) => audits[name].numericValue);
        return atMost(`Lighthouse, first screen: ${figure}`, median(times), bar, {
          unit: 'ms',
          spread: spreadOf(times),
        });
      };
      return [
        audit('largest-contentful-paint', 'LCP as calculated', 1000),
        audit('total-blocking-time', 'TBT by the clock', 100),
        atLeast(
          'Lighthouse, first screen: score',
          median(reports.map(({ categories }) => categories.performance.score * 100)),
          98,
        ),
      ];
    }),
  );
