// @vitest-environment jsdom
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connection, serverClockSeen } from '../../../src/state/connection';
import { useServerTime } from '../../../src/state/useServerTime';

const START = Date.parse('2026-11-21T15:00:20Z');
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function shown() {
  const store = configureStore({ reducer: combineReducers({ connection: connection.reducer }) });
  const { result } = renderHook(() => useServerTime(), {
    wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
  });
  return { store, at: () => result.current[0].toISOString() };
}

it('goes on just after each full minute', () => {
  const { at } = shown();
  expect(at()).toBe('2026-11-21T15:00:20.000Z');
  pass(39_000);
  expect(at()).toBe('2026-11-21T15:00:20.000Z');
  pass(2_000);
  expect(at()).toMatch(/^2026-11-21T15:01:00/);
  pass(60_000);
  expect(at()).toMatch(/^2026-11-21T15:02:00/);
});

it('goes by the server’s clock and its minutes (D-125)', () => {
  const { store, at } = shown();
  act(() => void store.dispatch(serverClockSeen({ server: START + 3_635_000, sent: START, device: START })));
  expect(at()).toBe('2026-11-21T16:00:55.000Z');
  pass(6_000);
  expect(at()).toMatch(/^2026-11-21T16:01:00/);
});

it('looks again when the page is seen again', () => {
  const { at } = shown();
  // A page in the background has no timers.
  vi.setSystemTime(START + 7_200_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(at()).toBe('2026-11-21T17:00:20.000Z');
});
