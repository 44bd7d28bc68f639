/** The data that third parties may receive, and the interfaces of those receivers. */

/** An analytics event. Never contains names, notes or contacts. */
export type AnalyticsEvent =
  | { name: 'page_view'; page: string }
  | { name: 'booking_step'; step: number }
  /** The conversion (DONE-06). */
  | { name: 'booking_completed'; productId: string | null; isRequest: boolean; referral: string | null };

export type Analytics = { send: (clinicId: string | null, event: AnalyticsEvent) => void };
export type ErrorReporting = { report: (error: unknown) => void };
/** Records the screen, with all text and input masked. `isSent`: whether what was recorded so far may still be sent. */
export type Replay = { start: () => void; stop: (end: { isSent: boolean }) => void };

export type Providers = { analytics: Analytics | null; errors: ErrorReporting | null; replay: Replay | null };
