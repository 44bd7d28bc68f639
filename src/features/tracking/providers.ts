/** What may be told to others, and to whom. Nothing is, unless the server's settings name a receiver (D-30, D-131). */

/** No names, notes or contacts, ever. */
export type AnalyticsEvent =
  | { name: 'page_view'; page: string }
  | { name: 'booking_step'; step: number }
  /** The conversion (DONE-06). */
  | { name: 'booking_completed'; productId: string | null; isRequest: boolean; referral: string | null };

export type Analytics = { send: (clinicId: string | null, event: AnalyticsEvent) => void };
export type ErrorReporting = { report: (error: unknown) => void };
/** Every visit is recorded, with everything typed and read masked. `isSent`: what was recorded until now may still go. */
export type Replay = { start: () => void; stop: (end: { isSent: boolean }) => void };

export type Providers = { analytics: Analytics | null; errors: ErrorReporting | null; replay: Replay | null };

export type Settings = { analytics_url?: string | undefined; sentry_dsn?: string | undefined };

/** The receivers that the settings name; the code of those they do not name is never loaded. */
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

/** Sends and forgets: nobody waits, and what is lost, as without a network, is lost. */
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
