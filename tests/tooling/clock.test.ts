import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What lint has no rule for: a date made of the device's clock, the way `Date.now()` is (D-125). */
const readsClock = /\bnew\s+Date(\s*\(\s*\)|\b(?!\s*\())|(?<![\w.])(?<!new\s+)Date\s*\(/;
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
const linesThatRead = (text: string): string[] =>
  code(text)
    .split('\n')
    .filter((line) => readsClock.test(line));

describe('the device’s clock is read in one place (D-125)', () => {
  test.each([
    'const at = new Date();',
    'useState(() => new Date( ).toISOString())',
    'const said = Date();',
    'const at = new Date;',
  ])('%s reads it', (line) => {
    expect(linesThatRead(line)).toHaveLength(1);
  });

  test.each([
    'new Date(clock())',
    'new Date(now)',
    'Date.parse(text)',
    '// new Date() would be the device’s',
    'isDate(value)',
    'type At = Date | null;',
    'setDate(day)',
    '(now: Date) => now',
  ])('%s does not', (line) => {
    expect(linesThatRead(line)).toEqual([]);
  });

  test('nothing of page and worker makes a date of it', async () => {
    const folders = await Promise.all(
      ['src', 'sw'].map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
      ),
    );
    const files = folders.flat().filter((name) => /\.tsx?$/.test(name));
    expect(files.length).toBeGreaterThan(300);
    const found = await Promise.all(
      files.map(async (file) => linesThatRead(await readFile(file, 'utf8')).map((line) => `${file}: ${line.trim()}`)),
    );
    expect(found.flat()).toEqual([]);
  });
});
