import { channel } from 'node:diagnostics_channel';

/**
 * What this process tells of its own work while it does it, to whoever listens (the metrics). Nothing in it is about a
 * person, and without a listener telling costs nothing.
 */

type Topic<T> = {
  tell(what: T): void;
  /** Listens until the function that it returns is called. */
  hear(listener: (what: T) => void): () => void;
};

function topic<T>(name: string): Topic<T> {
  const one = channel(`clinic-portal:${name}`);
  return {
    tell: (what) => {
      if (one.hasSubscribers) one.publish(what);
    },
    hear: (listener) => {
      const heard = (what: unknown) => listener(what as T);
      one.subscribe(heard);
      return () => void one.unsubscribe(heard);
    },
  };
}

/** A request was answered: by the route's pattern ('unknown' for none), and after so many milliseconds. */
export const answered = topic<{ method: string; route: string; status: number; ms: number }>('answered');

/** A message was tried. After a failure it is tried again, unless it was given up. */
export const messageTried = topic<{ channel: 'email' | 'sms' | 'push'; outcome: 'delivered' | 'failed' | 'given_up' }>(
  'message tried',
);

/** The card provider's event came; one that is not signed by the webhook secret is refused. */
export const eventCame = topic<{ outcome: 'accepted' | 'refused' }>('event came');

/** A statement was refused since the database's disk is full. */
export const diskFull = topic<null>('disk full');
