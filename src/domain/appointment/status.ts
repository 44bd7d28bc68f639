/** How an appointment's status reads (STATUS-01 to STATUS-03, D-114). Starts and now are instants. */

const labels: Readonly<Record<string, string>> = {
  REQUESTED: 'Requested',
  ACCEPTED: 'Accepted',
  CONFIRMED: 'Confirmed',
  DECLINED: 'Declined',
  DELETED: 'Canceled',
  DONE: 'Finished',
};

const isAccepted = (status: string): boolean => status === 'ACCEPTED' || status === 'CONFIRMED';

/** The status in words: a past accepted one is Finished, an unknown one Accepted. */
export const statusLabel = (status: string, start: Date, now: Date): string =>
  isAccepted(status) && start < now ? 'Finished' : (labels[status] ?? 'Accepted');

/**
 * How the status should look: 'good' when settled, 'waiting' when requested, 'bad' when declined or canceled, 'quiet'
 * when the appointment is over.
 */
export function statusTone(status: string, start: Date, now: Date): 'good' | 'waiting' | 'bad' | 'quiet' {
  if (status === 'DECLINED' || status === 'DELETED') return 'bad';
  if (start < now || status === 'DONE') return 'quiet';
  return status === 'REQUESTED' ? 'waiting' : 'good';
}
