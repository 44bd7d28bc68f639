import { spawnSync } from 'node:child_process';

/** The compiled server and operator's tool, as `npm start` and a release run them: they start in a fraction of the time of their sources. */
export const serverProgram = 'dist-ssr/main.js';
export const clinicProgram = 'dist-ssr/clinic.js';

/** Vitest's global setup of tests that start these programs: builds what has changed since the last build,
 * not with the environment of tests, which would make another build. */
export function setup(): void {
  const { NODE_ENV: _, ...env } = process.env;
  const build = ['--import', 'tsx', 'server/build/run.ts', '--unless-built'];
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The server could not be built.');
}
