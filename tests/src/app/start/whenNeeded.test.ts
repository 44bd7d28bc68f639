// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { markSaved } from '../../../../src/offline/marker';
import { whenNeeded } from '../../../../src/app/start/whenNeeded';
import type { RootState } from '../../../../src/state/store';

type Parts = {
  step?: string;
  token?: string | null;
  lapsed?: object | null;
  isOnline?: boolean;
  isOpen?: boolean;
  isReady?: boolean;
};

/** A store as far as it is looked at, and how it changes. */
function storeOf(first: Parts) {
  const listeners = new Set<() => void>();
  let now = first;
  return {
    getState: () => {
      const {
        step = 'client-type',
        token = null,
        lapsed = null,
        isOnline = true,
        isOpen = true,
        isReady = false,
      } = now;
      return {
        booking: { isOpen, leave: null, position: { step } },
        session: { clinicId: 'oakwood', token, lapsed },
        connection: { isOnline },
        version: { isReady },
      } as unknown as RootState;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    become: (next: Parts) => {
      now = next;
      listeners.forEach((listener) => listener());
    },
    listeners,
  };
}

/** Whether it has resolved by now; the browser of these tests is idle within 200 ms. */
function watched(store: ReturnType<typeof storeOf>): () => Promise<boolean> {
  let isDone = false;
  void whenNeeded(store).then(() => (isDone = true));
  return async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    return isDone;
  };
}

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it.each(['pointerup', 'keydown', 'wheel', 'scroll', 'click', 'focusin', 'error', 'unhandledrejection'])(
  'comes on the first question with %s, and not before',
  async (sign) => {
    vi.useFakeTimers();
    const store = storeOf({});
    const isDone = watched(store);
    expect(await isDone()).toBe(false);
    dispatchEvent(new Event(sign));
    expect(await isDone()).toBe(true);
    expect(store.listeners.size).toBe(0);
  },
);

it('comes on the first question a moment after the page is left, not while it closes', async () => {
  vi.useFakeTimers();
  const store = storeOf({});
  let isDone = false;
  void whenNeeded(store).then(() => (isDone = true));
  dispatchEvent(new Event('pagehide'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(999);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(isDone).toBe(true);
});

it.each([
  ['a step is entered', { step: 'appointment' }],
  ['somebody signs in', { token: 'a' }],
  ['the network is lost', { isOnline: false }],
  ['a newer version waits', { isReady: true }],
])('comes on the first question once %s', async (_, next) => {
  vi.useFakeTimers();
  const store = storeOf({});
  const isDone = watched(store);
  expect(await isDone()).toBe(false);
  store.become(next);
  expect(await isDone()).toBe(true);
});

it.each([
  ['another page', { isOpen: false }],
  ['a booking that goes on', { step: 'client-info' }],
  ['a session', { token: 'a' }],
  ['an owner whose session ran out', { lapsed: {} }],
])('does not wait on the page of %s', async (_, parts) => {
  vi.useFakeTimers();
  expect(await watched(storeOf(parts))()).toBe(true);
});

it('does not wait where requests do', async () => {
  vi.useFakeTimers();
  markSaved('oakwood', 'outbox');
  expect(await watched(storeOf({}))()).toBe(true);
});
