// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { network, stillness } from '../../../../src/app/updates/whenStill';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Whether it has resolved so many milliseconds later. */
function watched(promise: Promise<void>): (ms: number) => Promise<boolean> {
  let isDone = false;
  void promise.then(() => (isDone = true));
  return async (ms) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isDone;
  };
}

it('comes a second after the last sign of use', async () => {
  const after = watched(stillness());
  expect(await after(999)).toBe(false);
  for (const sign of [new MouseEvent('pointerdown'), new KeyboardEvent('keydown'), new WheelEvent('wheel')]) {
    dispatchEvent(sign);
    expect(await after(999)).toBe(false);
  }
  expect(await after(1)).toBe(true);
});

it('comes after ten seconds at the latest', async () => {
  const after = watched(stillness());
  for (let ms = 0; ms < 9_500; ms += 500) {
    dispatchEvent(new KeyboardEvent('keydown'));
    expect(await after(500)).toBe(false);
  }
  dispatchEvent(new KeyboardEvent('keydown'));
  expect(await after(500)).toBe(true);
});

it('waits for a network where there is none', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const after = watched(network());
  expect(await after(60_000)).toBe(false);
  dispatchEvent(new Event('online'));
  expect(await after(0)).toBe(true);
  onLine.mockReturnValue(true);
  expect(await watched(network())(0)).toBe(true);
});
