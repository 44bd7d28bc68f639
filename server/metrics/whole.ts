import { Gauge, type Registry } from 'prom-client';
import type { Readings } from './readings';

/**
 * The metrics of the whole installation, read from the database: every server that uses it tells the same, so that one
 * of them is enough (`max`, never `sum`).
 */

const whole = 'Of the whole installation, not of this server alone.';
const channels = ['email', 'sms', 'push'] as const;

/** Makes the gauges; the function that it returns sets them from what was read, or takes them away where nothing was. */
export function watchWhole(
  register: Registry,
): (readings: Readings | null, takesWrites: boolean, hasBackup: boolean) => void {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help: `${help} ${whole}`, labelNames, registers: [register] });

  const up = new Gauge({
    name: 'portal_database_up',
    help: 'Whether the database answers this server: 1, or 0. While it is 0, what is read from it is absent.',
    registers: [register],
  });
  const writable = new Gauge({
    name: 'portal_database_takes_writes',
    help: 'Whether the database takes writes of this server: 1, or 0 where it is away, full or for reading only.',
    registers: [register],
  });
  const holds = gauge('portal_holds', 'Times that owners hold now while they book or pay.');
  const undelivered = gauge('portal_messages_undelivered', 'Messages that wait for delivery.', ['channel']);
  const oldest = gauge(
    'portal_messages_oldest_seconds',
    'Age of the oldest message that waits for delivery; 0 for none.',
    ['channel'],
  );
  const overdue = gauge(
    'portal_messages_overdue_seconds',
    'How long the message that is due longest has not been tried; about 0 while servers deliver.',
    ['channel'],
  );
  const failing = gauge(
    'portal_messages_failing_seconds',
    'Age of the oldest message whose delivery failed and is tried again; 0 for none.',
    ['channel'],
  );
  const givenUp = gauge('portal_messages_given_up', 'Messages given up within the last day.', ['channel']);
  const unanswered = gauge('portal_unanswered', 'Requested appointments and refills that wait for a clinic.', ['what']);
  const unansweredOldest = gauge(
    'portal_unanswered_oldest_seconds',
    'Age of the oldest requested appointment or refill that waits for a clinic; 0 for none.',
    ['what'],
  );
  const refunds = gauge('portal_refunds', 'Refunds that have not gone through: open, and those of them that failed.', [
    'state',
  ]);
  const unheard = gauge(
    'portal_card_payments_unheard',
    'Card payments of the last two days whose event did not come, while events were refused; 0 where none was refused.',
  );
  const backupAt = gauge(
    'portal_backup_last_success_timestamp_seconds',
    'When the last good scheduled backup was made, whether or not its file is still whole; absent before the first.',
  );
  const backupFailed = gauge(
    'portal_backup_failed',
    'Whether a scheduled backup failed since the last good one, or that is not whole in BACKUP_DIR any more.',
  );
  const drillAt = gauge(
    'portal_restore_drill_last_success_timestamp_seconds',
    'When the newest backup was last restored on trial and was whole; absent before the first time.',
  );
  const drillFailed = gauge(
    'portal_restore_drill_failed',
    'Whether a trial of the newest backup failed since the last good one.',
  );
  const labelled: Gauge<string>[] = [
    undelivered,
    oldest,
    overdue,
    failing,
    givenUp,
    unanswered,
    unansweredOldest,
    refunds,
  ];
  const single: Gauge[] = [holds, unheard, backupAt, backupFailed, drillAt, drillFailed];

  return (readings, takesWrites, hasBackup) => {
    // A gauge without labels would be 0 after a reset.
    for (const one of labelled) one.reset();
    for (const one of single) one.remove();
    up.set(readings === null ? 0 : 1);
    writable.set(takesWrites ? 1 : 0);
    if (readings === null) return;
    const { at, backup, drill } = readings;
    const age = (since: Date | null | undefined): number =>
      since ? Math.max(0, (at.getTime() - since.getTime()) / 1000) : 0;
    holds.set(readings.holds);
    for (const channel of channels) {
      const found = readings.messages.find((row) => row.channel === channel);
      undelivered.set({ channel }, found?.waiting ?? 0);
      oldest.set({ channel }, age(found?.oldest));
      overdue.set({ channel }, age(found?.due));
      failing.set({ channel }, age(found?.failing));
      givenUp.set({ channel }, readings.givenUp.find((row) => row.channel === channel)?.count ?? 0);
    }
    for (const { what, count, oldest: since } of readings.waiting) {
      unanswered.set({ what }, count);
      unansweredOldest.set({ what }, age(since));
    }
    refunds.set({ state: 'open' }, readings.refunds.open);
    refunds.set({ state: 'failed' }, readings.refunds.failed);
    unheard.set(readings.cardEvents?.unheard ?? 0);
    if (backup?.done_at) backupAt.set(backup.done_at.getTime() / 1000);
    backupFailed.set(backup?.failed_at || !hasBackup ? 1 : 0);
    if (drill?.done_at) drillAt.set(drill.done_at.getTime() / 1000);
    drillFailed.set(drill?.failed_at ? 1 : 0);
  };
}
