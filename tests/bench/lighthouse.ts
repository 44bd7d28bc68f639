import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserArguments, findBrowser } from '../support/browser';
import { clinicId, withFolder, withServer } from './pages';
import { atLeast, atMost, median, type Row } from './report';

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

/** The first screen on Lighthouse's phone with its simulated slow 4G and 4x slower CPU. */
export const lighthouse = (): Promise<Row[]> =>
  withFolder((folder) =>
    withServer({}, async (server) => {
      const cli = await program();
      const reports: Report[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const file = join(folder, `${turn}.json`);
        const flags = ['--headless=new', ...browserArguments].join(' ');
        const how = [
          '--quiet',
          '--output=json',
          `--output-path=${file}`,
          '--only-categories=performance',
          '--form-factor=mobile',
          `--chrome-flags=${flags}`,
        ];
        const ask = () =>
          run(process.execPath, [cli, `${server.origin}/${clinicId}`, ...how], {
            env: { ...process.env, CHROME_PATH: findBrowser() },
          });
        // Now and then its recording misses the beginning, and it asks to be run again.
        await ask().catch((error: unknown) => (String(error).includes('NO_NAVSTART') ? ask() : Promise.reject(error)));
        reports.push(JSON.parse(await readFile(file, 'utf8')) as Report);
      }
      const of = (name: keyof Report['audits']) => median(reports.map(({ audits }) => audits[name].numericValue));
      return [
        atMost('Lighthouse mobile, first screen: LCP', of('largest-contentful-paint'), 1400, { unit: 'ms' }),
        atMost('Lighthouse mobile, first screen: TBT', of('total-blocking-time'), 100, { unit: 'ms' }),
        atLeast(
          'Lighthouse mobile, first screen: score',
          median(reports.map(({ categories }) => categories.performance.score * 100)),
          98,
        ),
      ];
    }),
  );
