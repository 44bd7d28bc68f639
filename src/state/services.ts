import type { SignedIn } from '../contract/auth';
import type * as Drafts from '../offline/database/drafts';
import type { Reply } from '../offline/exchange';

/** The outside world of the page; the store gives it to every thunk as its extra argument. */
export type Services = {
  /** Prefix of the API: `/api`, or another origin's (D-127). */
  base: string;
  /** Milliseconds since 1970 by the device. */
  now(): number;
  /** A version 4 uuid. */
  uuid(): string;
  /** The session that another tab may have saved meanwhile. */
  storedSession(clinicId: string): Promise<SignedIn | null>;
  /** The one guest sign-in under way, so that calls at the same time share it (D-18). */
  guest: { underWay: Promise<Reply<SignedIn>> | null };
  /** The lazily loaded drafts module; null until imported. A page that goes away has no time to load it (D-38). */
  drafts: { loaded: typeof Drafts | null };
};
