/** A message from a tab or the worker to every other page of this origin. */
export type News =
  | { of: 'outbox' }
  /** The clinic has told this device something by push. */
  | { of: 'push' }
  /** A clinic's owner on this device changed or signed out; `isWiped`: the previous owner's data is deleted. */
  | { of: 'owner'; clinicId: string; isWiped: boolean }
  | ({ of: 'hold' } & HoldNews);

/**
 * A time was held, so the clinic has let go of the earlier one of the same user's session. `isMove`: for an appointment
 * that exists, not for the booking in progress. `expire` is an ISO instant.
 */
export type HoldNews = { clinicId: string; userId: string; id: string; expire: string; isMove: boolean };

const name = 'portal';
const here = new Set<(news: News) => void>();
let channel: BroadcastChannel | null | undefined;

const open = (): BroadcastChannel | null => {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
    channel?.addEventListener('message', ({ data }: MessageEvent<News>) => here.forEach((listener) => listener(data)));
  }
  return channel;
};

function listen(listener: (news: News) => void): () => void {
  open();
  here.add(listener);
  return () => void here.delete(listener);
}

/** Tells every tab, and this one, that the outbox has changed. */
export function outboxChanged(): void {
  const news: News = { of: 'outbox' };
  open()?.postMessage(news);
  here.forEach((listener) => listener(news));
}

/** Calls `listener` on every outbox change made by a tab or the worker. Returns a function that stops it. */
export const onOutboxChange = (listener: () => void): (() => void) =>
  listen(({ of }) => {
    if (of === 'outbox') listener();
  });

/** Tells every page that the clinic has told this device something by push. */
export const pushed = (): void => open()?.postMessage({ of: 'push' } satisfies News);

/** Calls `listener` when the clinic has told this device something by push. Returns a function that stops it. */
export const onPushed = (listener: () => void): (() => void) =>
  listen(({ of }) => {
    if (of === 'push') listener();
  });

/** Tells the other tabs that a clinic's owner on this device changed or signed out. */
export const ownerChanged = (clinicId: string, isWiped: boolean): void =>
  open()?.postMessage({ of: 'owner', clinicId, isWiped } satisfies News);

/** Calls `listener` when another tab has changed a clinic's owner. Returns a function that stops it. */
export const onOwnerChange = (listener: (clinicId: string, isWiped: boolean) => void): (() => void) =>
  listen((news) => {
    if (news.of === 'owner') listener(news.clinicId, news.isWiped);
  });

/** Tells the other tabs that a time was held in this one. */
export const timeWasHeld = (held: HoldNews): void => open()?.postMessage({ of: 'hold', ...held } satisfies News);

/** Calls `listener` when another tab has held a time. Returns a function that stops it. */
export const onTimeHeld = (listener: (held: HoldNews) => void): (() => void) =>
  listen((news) => {
    if (news.of === 'hold') listener(news);
  });
