import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-disk-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** How many files are made, one after the other, every few milliseconds from `startsAt` on. */
const rounds = 150;

/** A process that makes the files with its own content, each in the moment in which the others do; says what it read. */
const program = `
  import { readFileSync } from 'node:fs';
  import { makeFile } from './server/system/disk';
  const [folder, startsAt, rounds] = process.argv.slice(1);
  const read = [];
  for (let round = 0; round < Number(rounds); round++) {
    while (Date.now() < Number(startsAt) + round * 8);
    makeFile(folder + '/' + round, String(process.pid));
    read.push(readFileSync(folder + '/' + round, 'utf8'));
  }
  console.log(read.join());`;

async function maker(startsAt: number): Promise<string> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program, folder, String(startsAt), String(rounds)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  await once(child, 'close');
  return said.trim();
}

test('two servers that start at the same moment have one secret, and both start', async () => {
  const startsAt = Date.now() + 4_000;
  const [first, second] = await Promise.all([maker(startsAt), maker(startsAt)]);
  expect(first.split(',')).toHaveLength(rounds);
  expect(second).toBe(first);
  // What the one read is what stays, and no draft of it.
  const names = await readdir(folder);
  expect(names).toHaveLength(rounds);
  const kept = await Promise.all(Array.from({ length: rounds }, (_, n) => readFile(join(folder, String(n)), 'utf8')));
  expect(kept.join()).toBe(first);
});
