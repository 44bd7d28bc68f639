import { resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import page from '../vite.config.ts';

/** The server's modules keep nothing of a test, so a worker loads them once for all of its files. */
const serverTests = {
  include: ['tests/server/**/*.test.ts'],
  isolate: false,
  expect: { poll: { timeout: 10_000 } },
  // For a machine that does something else too: several of them take ten seconds on a quiet one.
  testTimeout: 90_000,
  hookTimeout: 120_000,
};

const built = 'tests/support/built.ts';

/** Tests have the class names and no styles, which would hide what the narrow screen of jsdom does not show. */
const classNamesAlone: Plugin = {
  name: 'class-names-alone',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code: code.match(/^export const .*$/gm)?.join('\n') ?? '', map: null } : null,
};

/** Apart from vite.config.ts, which builds the page on installations without the tools of the tests. */
export default defineConfig((env) =>
  mergeConfig(page(env), {
    root: resolve(import.meta.dirname, '..'),
    plugins: [classNamesAlone],
    test: {
      // The default leaves one processor free: of two that would be half.
      maxWorkers: '100%',
      // Class names as the builds have them.
      css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' } },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['tests/{src,sw,tooling}/**/*.test.{ts,tsx}'],
            setupFiles: 'tests/support/patience.ts',
            expect: { poll: { timeout: 10_000 } },
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: { name: 'server-pglite', ...serverTests, env: { TEST_DB: 'pglite' }, globalSetup: built },
        },
        {
          extends: true,
          test: {
            name: 'server-postgres',
            ...serverTests,
            env: { TEST_DB: 'postgres' },
            globalSetup: [built, 'tests/support/postgres.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'server-pooled',
            ...serverTests,
            env: { TEST_DB: 'postgres' },
            globalSetup: [built, 'tests/support/pooledPostgres.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'server-partitioned',
            ...serverTests,
            env: { TEST_DB: 'postgres' },
            globalSetup: [built, 'tests/support/partitionedPostgres.ts'],
            setupFiles: 'tests/support/watchClinics.ts',
          },
        },
      ],
    },
  }),
);
