import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { painted } from '../../../../src/ui/behaviour/painted';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether it has resolved, asked again and again. */
function watched(promise: Promise<void>): () => Promise<boolean> {
  let isDone = false;
  void promise.then(() => (isDone = true));
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return isDone;
  };
}

it('goes on in a task of its own after the frame', async () => {
  let draw = (): void => undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => void (draw = callback));
  const isDone = watched(painted());
  expect(await isDone()).toBe(false);
  draw();
  expect(await isDone()).toBe(true);
});

it('does not wait for a page that paints nothing', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const isDone = watched(painted());
  await vi.advanceTimersByTimeAsync(99);
  expect(await isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isDone()).toBe(true);
});
