import { n as openMigrated, t as projectRoot } from './root-YYoF2ps-.js';
import { join } from 'node:path';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
// server/prepare.ts
/** A step of the build: makes the empty database that the compiled server's first start copies (server/db/prepared.ts). */
var target = join(projectRoot, 'dist-server', 'database');
var draft = `${target}.draft`;
for (const folder of [target, draft])
  rmSync(folder, {
    recursive: true,
    force: true,
  });
mkdirSync(draft, { mode: 448 });
await (await openMigrated({ dataDir: draft })).destroy();
renameSync(join(draft, 'db'), target);
rmSync(draft, { recursive: true });
export {};
