/** What may be told to others, and to whom. Nothing is, unless the server's settings name a receiver (D-30, D-131). */

/** No names, notes or contacts, ever. */
export type AnalyticsEvent =
  | { name: 'page_view'; page: string }
  | { name: 'booking_step'; step: number }
  /** The conversion (SAVE-06, DONE-06). */
  | { name: 'booking_completed'; productId: string | null; isRequest: boolean; referral: string | null };

export type Analytics = { send: (clinicId: string | null, event: AnalyticsEvent) => void };
export type ErrorReporting = { report: (error: unknown) => void };
/** Everything typed and read is masked; all visits are recorded, where a clinic's operator has configured it. */
export type Replay = { start: (options: { sampleRate: 1; errorSampleRate: 1; masks: 'everything' }) => void; stop: () => void };

export type Providers = { analytics: Analytics | null; errors: ErrorReporting | null; replay: Replay | null };

export type Settings = { analytics_url?: string | undefined; sentry_dsn?: string | undefined };

/** The receivers that the settings name. There is no replay service among them yet. */
export const providersOf = ({ analytics_url, sentry_dsn }: Settings): Providers => ({
  analytics: analytics_url ? httpAnalytics(analytics_url) : null,
  errors: sentry_dsn ? sentryErrors(sentry_dsn) : null,
  replay: null,
});

/** Sends and forgets: nobody waits, and what is lost, as without a network, is lost. */
function post(url: string, body: string): void {
  void fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, referrerPolicy: 'no-referrer', body }).catch(() => undefined);
}

const httpAnalytics = (url: string): Analytics => ({
  send: (clinicId, event) => post(url, JSON.stringify({ clinic: clinicId, ...event })),
});

/** Where a DSN's envelopes go, https://develop.sentry.dev/sdk/envelopes/; null for something that is no DSN. */
export function envelopeUrl(dsn: string): string | null {
  try {
    const { protocol, host, pathname, username } = new URL(dsn);
    const project = pathname.split('/').at(-1);
    const prefix = pathname.slice(0, pathname.lastIndexOf('/'));
    return username && project ? `${protocol}//${host}${prefix}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}` : null;
  } catch {
    return null;
  }
}

/** All errors are sent (TRACK-04), as what they are and where in our code; what they say may name somebody and stays here. */
function sentryErrors(dsn: string): ErrorReporting | null {
  const url = envelopeUrl(dsn);
  if (!url) return null;
  return {
    report: (error) => {
      const id = crypto.randomUUID().replaceAll('-', '');
      const event = {
        event_id: id,
        timestamp: Date.now() / 1000,
        platform: 'javascript',
        level: 'error',
        exception: { values: [{ type: error instanceof Error ? error.name : typeof error, value: placesOf(error) }] },
      };
      post(url, [{ event_id: id, dsn }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n'));
    },
  };
}

/** The files and lines of a stack, without the message before them and without addresses' queries. */
const placesOf = (error: unknown): string =>
  ((error instanceof Error ? error.stack : '') ?? '')
    .split('\n')
    .flatMap((line) => /[\w.-]+\.js(?=[?:])[^)\s]*/.exec(line)?.[0].replace(/\?[^:]*/, '') ?? [])
    .join(' < ');
