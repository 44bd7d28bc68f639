import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// On a busy machine a wait may take as long as the whole test.
const timeout = 10_000;
// What is said to a screen reader alone, or drawn before it is shown, is not seen, and would be found beside what is.
configure({
  asyncUtilTimeout: timeout,
  defaultIgnore: 'script, style, [role=log] *, [style*="display: none"], [style*="display: none"] *',
});

// vi.waitFor has no setting of its own.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout });

// What a file left to a timer, as a text to be announced, would find the page of its tests gone, or the next file's.
const waiting = new Set<NodeJS.Timeout>();
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((callback: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
  const timer = setTimer(() => {
    waiting.delete(timer);
    callback(...given);
  }, ms);
  waiting.add(timer);
  return timer;
}, setTimer) as typeof setTimeout;
afterAll(() => waiting.forEach((timer) => clearTimeout(timer)));
