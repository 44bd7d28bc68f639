import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logStream } from '../../../server/plugins/logStream';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('lines are written whole and in their order', async () => {
  const path = join(folder, 'log');
  const file = openSync(path, 'w');
  const log = logStream(file);
  const lines = Array.from({ length: 1000 }, (_, n) => `{"n":${n}}\n`);
  for (const line of lines) log.write(line);
  await log.flush();
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
  closeSync(file);
});

test('lines that cannot be written are lost, and how many is said once there is room again', async () => {
  const path = join(folder, 'log');
  const file = openSync(path, 'w');
  closeSync(file);
  const log = logStream(file);
  log.write('one\n');
  await log.flush();
  log.write('two\n');
  await log.flush();
  // The system gives out the smallest free number: the same file is there again.
  expect(openSync(path, 'w')).toBe(file);
  log.write('three\n');
  await log.flush();
  const [said, ...rest] = readFileSync(path, 'utf8').split('\n');
  expect([JSON.parse(said ?? ''), rest]).toEqual([expect.objectContaining({ lost: 2, level: 40 }), ['three', '']]);
  closeSync(file);
});

test('a reader that reads nothing blocks nobody, and the memory that waits for it is bounded', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, 'r+');
  const log = logStream(pipe);
  const line = `${'x'.repeat(999)}\n`;
  const began = performance.now();
  for (let count = 0; count < 5_000; count++) log.write(line);
  await new Promise((go) => setImmediate(go));
  expect(performance.now() - began).toBeLessThan(2_000);
  let read = 0;
  let isOver = false;
  const flushed = log.flush().then(() => (isOver = true));
  const buffer = Buffer.alloc(65_536);
  while (!isOver) {
    // Reading waits where there is nothing, so it is asked for in parts that are there.
    if (read < 1_000_000) read += readSync(pipe, buffer, 0, 1000, null);
    await new Promise((go) => setImmediate(go));
  }
  await flushed;
  expect(read).toBeLessThan(1_200_000);
  closeSync(pipe);
});
