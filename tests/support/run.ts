import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Count = { passed: number; failed: number };

/** The counted parts of Vitest's and Playwright's JSON reports. */
type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

/** Counts a Vitest report; a test that did not run counts as failed, so that none is skipped unnoticed. */
const vitestCount = (report: VitestReport): Count => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
});
const playwrightCount = ({ stats }: PlaywrightReport): Count => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
});

const folder = await mkdtemp(join(tmpdir(), 'portal-tests-'));
const total: Count = { passed: 0, failed: 0 };
const failures: string[] = [];

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Runs one part and adds its report's counts. A part that fails without a failed test counts as one failure. */
async function part(
  name: string,
  start: (report: string) => Promise<boolean>,
  count?: (report: never) => Count,
): Promise<boolean> {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const report = join(folder, `${name}.json`);
  const ended = await start(report);
  const counted = count
    ? await readFile(report, 'utf8').then(
        (text) => count(JSON.parse(text) as never),
        () => null,
      )
    : { passed: 0, failed: 0 };
  const hasRun = ended && counted !== null && (count === undefined || counted.passed > 0);
  const failed = Math.max(counted?.failed ?? 0, hasRun ? 0 : 1);
  total.passed += counted?.passed ?? 0;
  total.failed += failed;
  if (failed > 0) failures.push(name);
  console.log(
    `── ${name}: ${failed === 0 ? 'good' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`,
  );
  return failed === 0;
}

const npm = (script: string) => () => run('npm', ['run', '--silent', script]);
const vitest =
  (...projects: string[]) =>
  (report: string) =>
    run(process.execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/vitest.config.ts',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
const playwright = (report: string) =>
  run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );

await part('lint', npm('lint'));
await part('types', npm('typecheck'));
await part('unit', vitest('unit'), vitestCount);
await part('server on the embedded database', vitest('server-pglite'), vitestCount);
await part('server on PostgreSQL', vitest('server-postgres'), vitestCount);
const isBuilt = await part('build', npm('build'));
await part('browser', async (report) => isBuilt && playwright(report), playwrightCount);

await rm(folder, { recursive: true });
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
