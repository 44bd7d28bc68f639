import { expect, it } from 'vitest';
import { SharedReads } from '../../../server/system/sharedReads';

/** Reads that end when they are told to; each gives its number. */
function reads() {
  const ends: ((fault?: Error) => void)[] = [];
  const shared = new SharedReads<number>();
  const ask = (key = 'same') =>
    shared.get(key, () => {
      const number = ends.length + 1;
      return new Promise((resolve, reject) => ends.push((fault) => (fault ? reject(fault) : resolve(number))));
    });
  return { ask, ends };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('those who ask while a read runs share the next one, which begins after they asked', async () => {
  const { ask, ends } = reads();
  const first = ask();
  const others = [ask(), ask()];
  expect(ends).toHaveLength(1);
  ends[0]!();
  expect(await first).toBe(1);
  await settled();
  expect(ends).toHaveLength(2);
  const late = ask();
  ends[1]!();
  expect(await Promise.all(others)).toEqual([2, 2]);
  await settled();
  ends[2]!();
  expect(await late).toBe(3);
});

it('a read that is over is not shared', async () => {
  const { ask, ends } = reads();
  const first = ask();
  ends[0]!();
  await first;
  const second = ask();
  expect(ends).toHaveLength(2);
  ends[1]!();
  expect(await second).toBe(2);
});

it('reads of other keys do not wait', () => {
  const { ask, ends } = reads();
  void ask('one');
  void ask('another');
  expect(ends).toHaveLength(2);
});

it('a read that fails fails for those who share it, and for nobody after them', async () => {
  const { ask, ends } = reads();
  const first = ask();
  const others = [ask(), ask()];
  ends[0]!(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settled();
  ends[1]!(new Error('neither'));
  for (const other of others) await expect(other).rejects.toThrow('neither');
  const next = ask();
  ends[2]!();
  expect(await next).toBe(3);
});
