import { readFileSync } from 'node:fs';
import { root } from './root';

/** The version of what runs: that of package.json, in a release with its time and commit (server/release/version.ts). */
export const version = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version;
