import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a part's report says: how many tests, and each that did not pass, by its name with the start of what it said. */
type Count = { passed: number; failed: number; notes: string[] };

/** The parts of Vitest's and Playwright's JSON reports that are read here. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
};
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { error?: { message?: string }; attachments?: { name: string; path?: string }[] }[] }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};

/** A test that did not pass, with what it said, short enough for the end of a log. */
const note = (name: string, said = '') =>
  `${name}\n    ${stripVTControlCharacters(said).slice(0, 1500).replaceAll('\n', '\n    ')}`;

const vitestNotes = (report: VitestReport) =>
  report.testResults.flatMap((file) => {
    const tests = file.assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) => note(`${file.name} › ${test.fullName} (${test.status})`, test.failureMessages?.join('\n')));
    return tests.length > 0 || file.status === 'passed' ? tests : [note(file.name, file.message)];
  });

/** What the page showed as its test failed, by its accessibility tree, from the file that Playwright wrote beside it. */
function shownThen(path: string | undefined): string {
  const written = path && existsSync(path) ? readFileSync(path, 'utf8') : '';
  return /```yaml\n([^]*?)```/.exec(written)?.[1] ?? '';
}

const playwrightNotes = (suite: PlaywrightSuite): string[] => [
  ...(suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results);
      const said = results.map((result) => result.error?.message ?? '').find(Boolean);
      const context = results
        .flatMap(({ attachments = [] }) => attachments)
        .find(({ name }) => name === 'error-context');
      const shown = shownThen(context?.path);
      return note(`${spec.file}:${spec.line} › ${spec.title}`, said) + (shown && `\n${note('    The page:', shown)}`);
    }),
  ...(suite.suites ?? []).flatMap(playwrightNotes),
];

/** Counts a Vitest report; a test that did not run counts as failed, so that none is skipped unnoticed. */
const vitestCount = (report: VitestReport): Count => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
  notes: vitestNotes(report),
});
const playwrightCount = ({ stats, suites }: PlaywrightReport): Count => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
  notes: suites.flatMap(playwrightNotes),
});

const folder = await mkdtemp(join(tmpdir(), 'portal-tests-'));
const total: Count = { passed: 0, failed: 0, notes: [] };
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
    : { passed: 0, failed: 0, notes: [] };
  const hasRun = ended && counted !== null && (count === undefined || counted.passed > 0);
  const failed = Math.max(counted?.failed ?? 0, hasRun ? 0 : 1);
  total.passed += counted?.passed ?? 0;
  total.failed += failed;
  total.notes.push(...(counted?.notes ?? []).map((line) => `${name}: ${line}`));
  if (failed > 0) failures.push(name);
  console.log(
    `── ${name}: ${failed === 0 ? 'good' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`,
  );
  return failed === 0;
}

const npm = (script: string) => () => run('npm', ['run', '--silent', script]);
const vitest =
  (projects: string | string[], files: string[] = []) =>
  (report: string) =>
    run(process.execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/vitest.config.ts',
      ...files,
      ...[projects].flat().flatMap((name) => ['--project', name]),
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
const isBuilt = await part('build', npm('build'));
await part('server on the embedded database', vitest('server-pglite'), vitestCount);
await part('server on PostgreSQL', vitest('server-postgres'), vitestCount);
// The main journeys; `npm run test:server -- --project server-pooled` runs all.
const journeys = ['booking/booked', 'payments/start', 'messages/delivery', 'appointments/cancel', 'db/pooler'];
await part(
  'server through PgBouncer',
  vitest(
    'server-pooled',
    journeys.map((name) => `tests/server/${name}`),
  ),
  vitestCount,
);
await part('browser', async (report) => isBuilt && playwright(report), playwrightCount);

await rm(folder, { recursive: true });
// At the end, where it is found first: of a long run often only the last lines are kept.
for (const line of total.notes) console.log(`\n${line}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
