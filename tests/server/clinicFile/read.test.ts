import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseClinicFile } from '../../../server/modules/clinicFile/parse/parse';
import { ofClinicFile, readClinicFile } from '../../../server/modules/clinicFile/read';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-read-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(content: string | Buffer): Promise<string> {
  const path = join(folder, 'clinic.json');
  await writeFile(path, content);
  return path;
}
const text = '{\n"name": "Tierärzte"\n}';

it('reads UTF-8, and passes over a byte order mark', async () => {
  expect(await readClinicFile(await file(text))).toEqual({ name: 'Tierärzte' });
  expect(await readClinicFile(await file(`\uFEFF${text}`))).toEqual({ name: 'Tierärzte' });
});

it.each([
  ['Latin-1', Buffer.from(text, 'latin1'), 2],
  ['sixteen bits a letter', Buffer.from(`\uFEFF${text}`, 'utf16le'), 1],
])('refuses %s, and names the first line whose letters cannot be told', async (_, bytes, line) => {
  const path = await file(bytes);
  await expect(readClinicFile(path)).rejects.toThrow(
    `${path} is not UTF-8 (line ${line}): its letters cannot be told. Save it as UTF-8.`,
  );
});

it('names the file of every fault', async () => {
  const path = await file('{"shop":');
  await expect(readClinicFile(path)).rejects.toThrow(`${path} is not JSON: `);
  const none = join(folder, 'none.json');
  await expect(readClinicFile(none)).rejects.toThrow(`${none} cannot be read: ENOENT`);
  const faulty = await file('{"shop":{}}');
  const parsed = ofClinicFile(faulty, (json) => parseClinicFile(json, { demoMode: true }));
  await expect(parsed).rejects.toThrow(/^\S+clinic\.json: \d+ faults\n {2}shop\./);
});
