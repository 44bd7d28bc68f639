/**
 * Connects the third parties that receive data. There are none unless the server's settings name them (D-30, D-131).
 */

import type { Analytics, Providers } from './receivers';

export type Settings = { analytics_url?: string | undefined; sentry_dsn?: string | undefined };

/** Loads the receivers that the settings name; the code of others is never loaded. */
export async function providersOf({ analytics_url, sentry_dsn }: Settings): Promise<Providers> {
  const service = sentry_dsn
    ? await import('./sentry').then(
        ({ sentry }) => sentry(sentry_dsn),
        () => null,
      )
    : null;
  return {
    analytics: analytics_url ? httpAnalytics(analytics_url) : null,
    errors: service?.errors ?? null,
    replay: service?.replay ?? null,
  };
}

/** Sends without waiting or retrying: what cannot be sent, as without a network, is dropped. */
function post(url: string, body: string): void {
  void fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
    referrerPolicy: 'no-referrer',
    body,
  }).catch(() => undefined);
}

const httpAnalytics = (url: string): Analytics => ({
  send: (clinicId, event) => post(url, JSON.stringify({ clinic: clinicId, ...event })),
});
