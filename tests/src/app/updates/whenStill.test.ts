// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { network, quiet, stillness } from '../../../../src/app/updates/whenStill';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

it('calls a page quiet half a second after its last load, after three seconds at the latest', async () => {
  const listening = new Set<() => void>();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly report: () => void) {}
      observe = () => void listening.add(this.report);
      disconnect = () => void listening.delete(this.report);
    },
  );
  const load = () => listening.forEach((report) => report());

  const once = watched(quiet());
  expect(await once(499)).toBe(false);
  load();
  expect(await once(499)).toBe(false);
  expect(await once(1)).toBe(true);
  expect(listening.size).toBe(0);

  const busy = watched(quiet());
  for (let ms = 0; ms < 2_800; ms += 400) {
    load();
    expect(await busy(400)).toBe(false);
  }
  load();
  expect(await busy(200)).toBe(true);
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
