import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const oxlint = resolve('node_modules/oxlint/bin/oxlint');

type Finding = { filename: string; message: string; help?: string; code: string };

/** A file with a forbidden line, and where the message must send its author. */
const forbidden: [file: string, code: string, says: string][] = [
  ['src/contract/bad.ts', `import '../domain/rule';`, 'a rule belongs to src/domain'],
  ['src/domain/booking/bad.ts', `import '../../offline/database/db';`, 'storing belongs to src/offline'],
  ['src/domain/bad2.ts', `import 'react';`, 'screens belong to src/features'],
  ['src/domain/bad3.ts', `import 'node:fs';`, 'Page, worker and server share'],
  ['src/offline/bad.ts', `import '../api/shop';`, 'calls with a cache belong to src/api'],
  ['src/offline/bad2.ts', `import 'dexie';`, 'Only src/offline/database/db.ts names Dexie'],
  ['src/api/bad.ts', `import '../features/booking/slice';`, 'belongs to src/features'],
  ['src/state/bad.ts', `import type { Sent } from '../api/baseQuery';`, 'a call belongs to src/api'],
  ['src/shared/requests/bad.ts', `import '../../features/pets/PetsPage';`, 'belongs to src/features'],
  ['src/shared/requests/bad2.ts', `import 'node:fs';`, 'src/shared is what several features'],
  ['src/shared/install/bad.ts', `import 'dexie';`, 'src/shared is what several features'],
  ['src/shared/install/bad2.ts', `import '../../../server/config/config';`, 'src/shared is what several features'],
  ['src/brandNew/bad.ts', `export const one = 1;`, 'src/brandNew has no row in tests/lint/layers.json'],
  ['src/shared/brandNew/bad.ts', `export const one = 1;`, 'src/shared/brandNew has no row in tests/lint/layers.json'],
  [
    'server/modules/brandNew/bad.ts',
    `export const one = 1;`,
    'server/modules/brandNew has no row in tests/lint/layers.json',
  ],
  ['src/features/brandNew/bad.ts', `import '../pets/texts';`, 'Features do not import each other'],
  ['src/features/pets/bad.ts', `export { one } from '../booking/api';`, 'Features do not import each other'],
  [
    'src/features/pets/bad2.ts',
    `export const later = () => import('../booking/api');`,
    'Features do not import each other',
  ],
  ['src/features/pets/bad3.ts', `export type One = import('../booking/api').One;`, 'Features do not import each other'],
  ['src/ui/bad.ts', `import '../contract/shop';`, 'knows no product word'],
  ['src/ui/bad2.ts', `import 'react-redux';`, 'takes plain props'],
  ['src/features/booking/bad.ts', `import '../signIn/SignIn';`, 'Features do not import each other'],
  ['src/features/booking/steps/bad.ts', `import '../../textUs/TextUs';`, 'Features do not import each other'],
  ['src/features/textUs/bad.ts', `import '../../app/store';`, 'src/app composes everything'],
  ['src/app/bad.ts', `import '../../server/config/config';`, 'Page, worker and server share'],
  ['src/features/booking/bad2.ts', `export const at = Date.now();`, "The device's clock may be wrong"],
  ['src/features/booking/bad3.ts', `export const { now } = Date;`, "The device's clock may be wrong"],
  ['src/ui/bad3.ts', `export const read = Date.now;`, "The device's clock may be wrong"],
  ['src/ui/bad4.ts', `export const from = performance.now();`, 'Only src/offline/clock.ts reads clocks'],
  ['tests/bad.ts', `import { it } from 'vitest';\nit.runIf(true)('x', () => {});`, 'leave it out by if'],
  ['e2e/bad.ts', `import { test } from '@playwright/test';\ntest.skip('x', () => {});`, 'leave it out by if'],
  ['sw/bad2.ts', `export const at = Date['now']();`, "The device's clock may be wrong"],
  ['src/app/bad2.ts', `console.log('left behind');`, 'console'],
  ['src/app/bad3.ts', `export const value: any = 1;`, 'any'],
  ['src/contract/bad2.ts', `export const value: any = 1;`, 'any'],
  ['sw/bad.ts', `import '../src/app/store';`, 'belongs to src/offline'],
  ['server/calls/bad.ts', `import '../../src/features/booking/slice';`, 'belongs to src/domain'],
  ['server/db/bad.ts', `import type { Db } from '../plugins/handlers';`, "a module's queries belong to its repository"],
  ['server/modules/messages/bad.ts', `import '../payments/start';`, 'Modules import one way'],
  ['server/modules/shop/bad.ts', `import '../../../src/offline/database/db';`, 'belongs to src/domain'],
  [
    'src/features/booking/Bad.tsx',
    `import { useState } from 'react';\nexport const Bad = (props: { on: boolean }) => {\n  if (props.on) useState(1);\n  return null;\n};`,
    'Hook',
  ],
];

const allowed: [file: string, code: string][] = [
  ['src/offline/database/db.ts', `import 'dexie';`],
  ['src/offline/clock.ts', `export const deviceNow = () => Date.now();\nexport const ticks = () => performance.now();`],
  ['src/contract/endpoint.ts', `export type Some = any;`],
  [
    'src/features/booking/page.ts',
    `import '../../domain/booking/flow';\nimport '../../ui/actions/Button';\nimport './steps/ClientType';`,
  ],
  [
    'src/features/booking/steps/Step.ts',
    `import '../slice';\nimport '../../../domain/appointment/labels';\nimport '../../../offline/drafts';`,
  ],
  ['src/app/routes.ts', `import '../features/booking/page';\nimport '../features/signIn/page';`],
  ['sw/index.ts', `import '../src/offline/channel';`],
  ['server/main.ts', `import 'node:fs';\nimport './app';\nconsole.log('listening');`],
  ['server/modules/shop/good.ts', `import 'kysely';\nimport '../../../src/domain/clinicTime';`],
];

let folder = '';
let findings: Finding[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'));
  for (const [file, code] of [...forbidden, ...allowed]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${code}\n`);
  }
  await copyFile('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  await cp('tests/lint', join(folder, 'tests/lint'), { recursive: true });
  const { stdout } = await run(process.execPath, [oxlint, '--format', 'json'], { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
});

afterAll(() => rm(folder, { recursive: true }));

describe('the directions of imports', () => {
  test.each(forbidden)('%s may not say %s', (file, _, says) => {
    const texts = findings
      .filter((finding) => finding.filename === file)
      .map((finding) => `${finding.code} ${finding.message} ${finding.help ?? ''}`);
    expect(texts.join('\n')).toContain(says);
  });

  test.each(allowed)('%s may say %s', (file) => {
    expect(findings.filter((finding) => finding.filename === file)).toEqual([]);
  });
});
