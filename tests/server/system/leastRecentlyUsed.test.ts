import { expect, it } from 'vitest';
import { LeastRecentlyUsed } from '../../../server/system/leastRecentlyUsed';

const made = (kept: LeastRecentlyUsed<string, string>, key: string) => {
  let isMade = false;
  kept.get(key, () => {
    isMade = true;
    return key;
  });
  return isMade;
};

it('keeps as many as it may, and drops what was used longest ago', () => {
  const kept = new LeastRecentlyUsed<string, string>(2);
  expect([made(kept, 'a'), made(kept, 'b'), made(kept, 'a')]).toEqual([true, true, false]);
  expect(made(kept, 'c')).toBe(true);
  expect(kept.find('b')).toBeUndefined();
  expect(kept.find('a')).toBe('a');
  kept.set('d', 'd');
  expect(kept.find('c')).toBeUndefined();
  expect(kept.find('a')).toBe('a');
});

it('replaces and deletes without touching the others', () => {
  const kept = new LeastRecentlyUsed<string, string>(2);
  kept.set('a', 'old');
  kept.set('b', 'b');
  kept.set('a', 'new');
  expect([kept.find('a'), kept.find('b')]).toEqual(['new', 'b']);
  expect([kept.delete('a'), kept.delete('a'), kept.find('a')]).toEqual([true, false, undefined]);
});

it('does not keep a promise that fails', async () => {
  const kept = new LeastRecentlyUsed<string, Promise<string>>(2);
  await expect(kept.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await kept.get('a', async () => 'again')).toBe('again');
});
