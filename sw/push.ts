import { is, string, type } from 'superstruct';
import { addPush, pushShown, removePush } from '../src/contract/push';
import { allSessions } from '../src/offline/database/session';
import { exchange } from '../src/offline/exchange';
import { subscribed } from '../src/offline/subscribed';
import { pushed } from '../src/offline/tabs/channel';

declare const self: ServiceWorkerGlobalScope;

/** What the server says in a push message (D-440). `opens` is the path below the clinic's. */
const Told = type({
  clinicId: string(),
  title: string(),
  body: string(),
  opens: string(),
  tag: string(),
  receipt: string(),
});

/**
 * Shows a push message, says to the server that it is shown (D-441), and to open pages that there is news (D-424). Something is always shown, since browsers take push away from
 * who shows nothing.
 */
export async function onPush(data: PushMessageData | null, base: string): Promise<void> {
  const told = jsonOf(data);
  if (!is(told, Told)) return self.registration.showNotification('Your clinic');
  const { clinicId, title, body, opens, tag, receipt } = told;
  await self.registration.showNotification(title, { body, tag, data: { clinicId, opens } });
  pushed();
  await exchange(pushShown, { body: { receipt } }, { base, clinicId, token: null });
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** The event of a subscription that the browser has given up. It is not yet in TypeScript's library. */
export type SubscriptionChange = ExtendableEvent & {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
};

/**
 * Puts a new subscription in the place of the one that the browser has given up, for the sessions that had it; they have
 * none where there is no new one.
 */
export async function onSubscriptionChange(
  { oldSubscription: old, newSubscription }: SubscriptionChange,
  base: string,
): Promise<void> {
  const next =
    newSubscription ?? (old && (await self.registration.pushManager.subscribe(old.options).catch(() => null)));
  for (const { clinicId, token } of await allSessions()) {
    const by = { base, clinicId, token };
    await (next && old
      ? exchange(addPush, { body: { ...subscribed(next), replaces: old.endpoint } }, by)
      : exchange(removePush, {}, by));
  }
}
