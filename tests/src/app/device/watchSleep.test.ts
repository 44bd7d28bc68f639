// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gapSeen } from '../../../../src/state/connection';
import { asleepMs, watchSleep } from '../../../../src/app/device/watchSleep';

let gaps = 0;
let stop: () => void;
const see = (visibilityState: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  gaps = 0;
  stop = watchSleep({ dispatch: (action) => void (gaps += Number(gapSeen.match(action))) });
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(document, 'visibilityState');
  vi.useRealTimers();
});

it('a page that is looked at has no gap', () => {
  vi.advanceTimersByTime(10 * asleepMs);
  expect(gaps).toBe(0);
});

it('a page that comes back after a while has one, and after a glance elsewhere none', () => {
  see('hidden');
  vi.advanceTimersByTime(asleepMs / 2);
  see('visible');
  expect(gaps).toBe(0);
  see('hidden');
  vi.advanceTimersByTime(2 * asleepMs);
  expect(gaps, 'nobody looks').toBe(0);
  see('visible');
  expect(gaps).toBe(1);
});

it('a device that slept with the page open has one, of which no event tells', () => {
  vi.advanceTimersByTime(asleepMs);
  vi.setSystemTime(Date.now() + 60 * asleepMs);
  vi.advanceTimersByTime(asleepMs / 4);
  expect(gaps).toBe(1);
});

it('a page that the browser kept aside for Back has one', () => {
  vi.setSystemTime(Date.now() + 2 * asleepMs);
  dispatchEvent(new Event('pageshow'));
  expect(gaps).toBe(1);
  stop();
  vi.setSystemTime(Date.now() + 2 * asleepMs);
  dispatchEvent(new Event('pageshow'));
  expect(gaps).toBe(1);
});
