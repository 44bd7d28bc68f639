import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  FolderUnsafe,
  isOwnFolder,
  makeOwnFolder,
  mustBeMine,
  ownFolderFaults,
  placeFault,
} from '../../../server/system/privateFolder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-own-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
/** A folder of somebody else: given away where this user may do that, else the system's own. */
function othersFolder(): string {
  if (process.getuid?.() !== 0) return '/usr';
  const path = join(folder, 'others');
  mkdirSync(path, { recursive: true });
  chownSync(path, 12_345, 12_345);
  return path;
}

test('a folder is made for this user alone, and one that was open is closed', () => {
  const made = join(folder, 'a', 'b');
  makeOwnFolder(made);
  expect(modeOf(made)).toBe(0o700);
  const open = join(folder, 'open');
  mkdirSync(open);
  for (const mode of [0o755, 0o777, 0o770]) {
    chmodSync(open, mode);
    makeOwnFolder(open);
    expect(modeOf(open)).toBe(0o700);
  }
});

test('what is not ours is refused in words that say what to do', () => {
  const link = join(folder, 'link');
  symlinkSync(folder, link);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeOwnFolder(link)).toThrow(`${link} is a link. Name the folder itself.`);
  expect(() => makeOwnFolder(othersFolder())).toThrow(
    /belongs to user \d+, and this program runs as user \d+\. Run it as that user, hand the folder over/,
  );
  expect(() => isOwnFolder(file)).toThrow(FolderUnsafe);
  expect(isOwnFolder(join(folder, 'none'))).toBe(false);
  expect(() => mustBeMine(othersFolder())).toThrow(FolderUnsafe);
  mustBeMine(join(folder, 'none'));
});

test('a folder that holds what somebody else put there is refused', () => {
  // Only root may give a file away.
  if (process.getuid?.() !== 0) return expect(() => mustBeMine('/usr')).toThrow(FolderUnsafe);
  const planted = join(folder, 'secret');
  writeFileSync(planted, 'known to another');
  chownSync(planted, 12_345, 12_345);
  return expect(() => makeOwnFolder(folder)).toThrow(`${planted} belongs to user 12345`);
});

test('what would refuse a folder is told without making one', () => {
  const made = join(folder, 'a', 'b');
  expect(ownFolderFaults(made)).toEqual([]);
  expect(() => statSync(made)).toThrow('ENOENT');
  makeOwnFolder(made);
  chmodSync(made, 0o755);
  expect(ownFolderFaults(made)).toEqual([]);
  expect(modeOf(made)).toBe(0o755);
  expect(ownFolderFaults(othersFolder())).toMatchObject([{ name: 'FolderUnsafe' }]);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'data')])
    expect(ownFolderFaults(path)).toMatchObject([{ message: expect.stringContaining('no folder') }]);
});

test('a folder that others could put another in the place of is told of', () => {
  const shared = join(folder, 'shared');
  mkdirSync(join(shared, 'data'), { recursive: true });
  const data = join(shared, 'data');
  expect(placeFault(data)).toBeNull();
  chmodSync(shared, 0o777);
  expect(placeFault(data)).toContain(`${data} lies in ${shared}, where other users may put another in its place.`);
  chmodSync(shared, 0o1777);
  expect(placeFault(data)).toBeNull();
  expect(placeFault(join(folder, 'none'))).toBeNull();
});
