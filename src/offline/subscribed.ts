import type { PushSubscribed } from '../contract/push';

/** Returns a browser's subscription in the form that the server takes. */
export function subscribed(subscription: PushSubscription): PushSubscribed {
  const { endpoint, keys } = subscription.toJSON() as PushSubscribed;
  return { endpoint, keys };
}
