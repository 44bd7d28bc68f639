import { expect, test, vi } from 'vitest';
import { FloodCounts } from '../../../server/plugins/floodCounts';

const windowMs = 10_000;

function counts() {
  const time = { passed: 0 };
  const store = new FloodCounts(2, () => time.passed);
  const one = (address: string) => {
    let told: { current: number; ttl: number } | undefined;
    store.incr(address, (_error, count) => (told = count), windowMs);
    return [told?.current, told?.ttl];
  };
  return { time, one };
}

test('requests are counted by address until the window is over', () => {
  const { time, one } = counts();
  expect(one('a')).toEqual([1, windowMs]);
  time.passed = 4_000;
  expect(one('a')).toEqual([2, 6_000]);
  expect(one('b')).toEqual([1, windowMs]);
  time.passed = windowMs;
  expect(one('a')).toEqual([1, windowMs]);
});

test('the address seen longest ago is forgotten first', () => {
  const { one } = counts();
  one('a');
  one('b');
  one('a');
  one('c');
  expect(one('a')).toEqual([3, windowMs]);
  expect(one('b')).toEqual([1, windowMs]);
});

test('a clock that is set back makes no window longer', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { time, one } = counts();
    one('a');
    vi.setSystemTime(Date.now() - 6 * 3_600_000);
    time.passed = windowMs;
    expect(one('a')).toEqual([1, windowMs]);
  } finally {
    vi.useRealTimers();
  }
});
