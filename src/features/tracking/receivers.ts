/** What may be told to others, as the code that tells it and the receivers see it. */

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
