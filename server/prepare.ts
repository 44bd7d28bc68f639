import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMigrated } from './db/open';
import { root } from './system/root';

/** A step of the build: makes the empty database that the compiled server's first start copies (server/db/prepared.ts). */
const target = join(fileURLToPath(root), 'dist-ssr', 'database');
const draft = `${target}.draft`;

for (const folder of [target, draft]) rmSync(folder, { recursive: true, force: true });
mkdirSync(draft, { mode: 0o700 });
const db = await openMigrated({ dataDir: draft });
await db.destroy();
renameSync(join(draft, 'db'), target);
rmSync(draft, { recursive: true });
