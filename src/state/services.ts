import type { SignedIn } from '../contract/auth';
import type { SavedBooking } from '../domain/booking/savedBooking';
import type * as Drafts from '../offline/database/drafts';
import type { Reply } from '../offline/exchange';

/** The outside world of the page; the store gives it to every thunk as its extra argument. */
export type Services = {
  /** Prefix of the API: `/api`, or another origin's (D-127). */
  base: string;
  /** The device's clock, milliseconds since 1970. */
  now(): number;
  /** Makes a version 4 uuid. */
  uuid(): string;
  /** Reads the saved session, which another tab may have changed. */
  storedSession(clinicId: string): Promise<SignedIn | null>;
  /** The one guest sign-in under way, shared by simultaneous calls (D-18). */
  guest: { underWay: Promise<Reply<SignedIn>> | null };
  /**
   * The lazily loaded drafts module; null until imported. A closing page has no time to load it (D-38). `kept` is what
   * this page saved last.
   */
  drafts: { loaded: typeof Drafts | null; kept?: Pick<SavedBooking, 'draft' | 'position'> };
};
