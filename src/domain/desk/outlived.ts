/** Messages to owners that were not delivered, and say what is true no more: they are not sent again. */

/** What a message says, when it was written, and how the visit or refill that it is about stands now. */
export type Told = {
  kind: string;
  writtenAt: Date;
  visit: { status: string; movedAt: Date | null; answeredAt: Date | null } | null;
  refill: { state: string; stateAt: Date } | null;
};

/** The kinds that say how a visit stands. */
const standing: readonly string[] = ['request_confirmation', 'booking_confirmation', 'reschedule_confirmation'];
const refillWords: Readonly<Record<string, string>> = {
  approved: 'approved',
  ready: 'ready for pick-up',
  done: 'picked up',
  declined: 'declined',
};

/** What has happened since the message was written, so that it is true no more; null where it still is. */
export function outlivedBy({ kind, writtenAt, visit, refill }: Told): string | null {
  const since = (at: Date | null | undefined): boolean => !!at && at > writtenAt;
  if (visit && standing.includes(kind)) {
    if (visit.status === 'DELETED') return 'The visit was canceled since.';
    if (visit.status === 'DECLINED') return 'The visit was declined since.';
    if (since(visit.movedAt)) return 'The visit has another time since.';
    // Whoever has a booking is answered anew by the pick of an offered time alone.
    if (since(visit.answeredAt))
      return kind === 'booking_confirmation' ? 'The visit has another time since.' : 'The request was accepted since.';
  }
  if (refill && kind === 'refill' && since(refill.stateAt))
    return `The refill is ${refillWords[refill.state] ?? 'further'} by now.`;
  return null;
}
