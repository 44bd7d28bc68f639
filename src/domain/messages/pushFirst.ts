import { HOUR, MINUTE } from '../../limits';

/** How long a push message may stay unseen until a text message or e-mail follows it, milliseconds (D-441). */
const unseenMs = HOUR;
/** How long before that no push message goes out any more, so that a device can still say that it has shown one. */
const lastCallMs = 2 * MINUTE;

/**
 * Returns until when a change is told by push alone, and until when the push may be delivered; null for a message that
 * would come too late if it waited so long for its turn.
 */
export function pushTurn(now: Date, expiresAt: Date | null): { followsAt: Date; endsAt: Date } | null {
  if (expiresAt !== null && expiresAt.getTime() - now.getTime() < 2 * unseenMs) return null;
  const followsAt = now.getTime() + unseenMs;
  return { followsAt: new Date(followsAt), endsAt: new Date(followsAt - lastCallMs) };
}
