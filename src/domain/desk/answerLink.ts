/** What has become of an answer link: 'live', or why it answers nothing any more (D-423). */
export type LinkState =
  | 'live'
  | 'used'
  | 'canceled'
  | 'declined'
  | 'accepted'
  | 'picked'
  | 'replaced'
  | 'over'
  | 'expired';

type Link = { usedAt: Date | null; endedAt: Date | null; expiresAt: Date };
/** `isPicked`: its owner picked one of the times that were offered, and nobody at the clinic accepted it. */
type Request = { status: string; startsAt: Date; isPicked: boolean };

/**
 * Tells whether a link still answers its request at an instant (D-423). It is good once, while the request waits, until
 * a later notice has another link, the asked time has come, or the link is too old.
 */
export function linkState(
  { usedAt, endedAt, expiresAt }: Link,
  { status, startsAt, isPicked }: Request,
  now: Date,
): LinkState {
  if (usedAt !== null) return 'used';
  if (status === 'DELETED') return 'canceled';
  if (status === 'DECLINED') return 'declined';
  if (status !== 'REQUESTED') return isPicked ? 'picked' : 'accepted';
  if (endedAt !== null) return 'replaced';
  if (startsAt <= now) return 'over';
  return expiresAt <= now ? 'expired' : 'live';
}
