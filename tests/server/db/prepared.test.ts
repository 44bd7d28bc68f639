import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyPrepared } from '../../../server/db/prepared';

let folder: string;
let prepared: string;
let files: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-prepared-'));
  prepared = join(folder, 'prepared');
  files = join(folder, 'db');
  await mkdir(join(prepared, 'base'), { recursive: true });
  await writeFile(join(prepared, 'base', '1'), 'prepared');
});
afterEach(() => rm(folder, { recursive: true }));

test('an empty folder gets the prepared database, whole, whatever an interrupted start left', async () => {
  await mkdir(`${files}.draft`);
  await writeFile(join(`${files}.draft`, 'half'), 'left');
  copyPrepared(files, prepared);
  expect(await readFile(join(files, 'base', '1'), 'utf8')).toBe('prepared');
  expect(existsSync(join(files, 'half'))).toBe(false);
  expect(existsSync(`${files}.draft`)).toBe(false);
});

test('without a prepared one there is none, and PGlite makes it', () => {
  copyPrepared(files, join(folder, 'missing'));
  expect(existsSync(files)).toBe(false);
});

test('a database that is there is left alone', async () => {
  await mkdir(files);
  await writeFile(join(files, 'own'), 'written by owners');
  copyPrepared(files, prepared);
  expect(await readFile(join(files, 'own'), 'utf8')).toBe('written by owners');
  expect(existsSync(join(files, 'base'))).toBe(false);
});
