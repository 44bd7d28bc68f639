const name = 'outbox';
const here = new Set<() => void>();
let channel: BroadcastChannel | null | undefined;

const open = (): BroadcastChannel | null => {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
    channel?.addEventListener('message', () => here.forEach((listener) => listener()));
  }
  return channel;
};

/** Tells every tab, and this one, that the outbox has changed. */
export function outboxChanged(): void {
  open()?.postMessage('changed');
  here.forEach((listener) => listener());
}

/** Calls `listener` on every change, a tab's or the worker's. Returns what stops it. */
export function onOutboxChange(listener: () => void): () => void {
  open();
  here.add(listener);
  return () => void here.delete(listener);
}
