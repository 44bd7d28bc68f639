import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canInstallPackages, find, paths, unpackPackage } from '../support/install';

const run = promisify(execFile);

let folder: string;
let promtool: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-alerts-'));
  promtool = process.env['PROMTOOL'] ?? find(['promtool'], paths()) ?? unpacked(folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

/** Unpacks Prometheus's tool; its package is not installed, since the service would start. */
function unpacked(into: string): string {
  if (!canInstallPackages())
    throw new Error(
      'The alerts are tested by promtool. Install it (Debian has it with prometheus), or name it in PROMTOOL.',
    );
  unpackPackage('prometheus', into);
  return join(into, 'usr/bin/promtool');
}

type Sample = { series: string; values: string };
type Expected = { at: string; fires: Record<string, string>[] };

/** Whether an alert fires with the samples of every minute. */
async function alertTest(alertname: string, samples: Sample[], expected: Expected[]): Promise<string> {
  const file = join(folder, `${randomUUID()}.json`);
  // What is said of an alert is of no interest here.
  const bare = (await readFile('docs/alerts.yml', 'utf8')).replace(
    /^ {8}(labels: .*|annotations:|  (summary|todo): .*)\n?/gm,
    '',
  );
  await writeFile(join(folder, 'alerts.yml'), bare);
  await writeFile(
    file,
    JSON.stringify({
      rule_files: [resolve(folder, 'alerts.yml')],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: samples,
          alert_rule_test: expected.map(({ at, fires }) => ({
            eval_time: at,
            alertname,
            exp_alerts: fires.map((exp_labels) => ({ exp_labels })),
          })),
        },
      ],
    }),
  );
  return (await run(promtool, ['test', 'rules', file])).stdout;
}

const tries = (outcome: string, values: string): Sample => ({
  series: `portal_message_tries_total{channel="email",outcome="${outcome}"}`,
  values,
});

test('each alert says how bad it is and what to do', async () => {
  const alerts = (await readFile('docs/alerts.yml', 'utf8')).split('- alert: ').slice(1);
  for (const alert of alerts) expect(alert).toMatch(/severity: (page|warn)[^]*summary: .*\n\s+todo: /);
  await run(promtool, ['check', 'rules', 'docs/alerts.yml']);
});

test('deliveries that fail are told until one goes out, however seldom they are tried', async () => {
  // One message: tries after 0, 1, 2, 4, 8, 16 and 32 minutes and then each hour, until the mail server is back.
  const failed = '0 1 2 3 3 4 4 4 4 5x7 6x15 7x31 8x59 9x59 10x59 11x59';
  expect(
    await alertTest(
      'PortalMessagesFail',
      [
        tries('failed', failed),
        tries('delivered', '0x299 1x60'),
        { series: 'portal_messages_failing_seconds{channel="email"}', values: '0+60x299 0x60' },
      ],
      [
        { at: '12m', fires: [] },
        ...['20m', '32m', '46m', '63m', '120m', '200m', '299m'].map((at) => ({ at, fires: [{ channel: 'email' }] })),
        { at: '310m', fires: [] },
      ],
    ),
  ).toContain('SUCCESS');
});

test('one mailbox that refuses is no alert while others are delivered to', async () => {
  expect(
    await alertTest(
      'PortalMessagesFail',
      [
        tries('failed', '0x9 1x59 2x59 3x59 4x59 5x59'),
        tries('delivered', '0+0.2x299'),
        { series: 'portal_messages_failing_seconds{channel="email"}', values: '0x9 0+60x289' },
      ],
      ['30m', '71m', '120m', '290m'].map((at) => ({ at, fires: [] })),
    ),
  ).toContain('SUCCESS');
});

test('a last backup that is gone is told as that, and not as none that was ever made', async () => {
  const samples = [
    { series: 'portal_backup_configured', values: '1x299' },
    { series: 'portal_backup_failed', values: '0x9 1x289' },
    { series: 'portal_backup_last_success_timestamp_seconds', values: '0x299' },
  ];
  expect(await alertTest('PortalBackupNever', samples, [{ at: '200m', fires: [] }])).toContain('SUCCESS');
  expect(await alertTest('PortalBackupFails', samples, [{ at: '200m', fires: [{}] }])).toContain('SUCCESS');
  expect(await alertTest('PortalBackupNever', samples.slice(0, 2), [{ at: '200m', fires: [{}] }])).toContain('SUCCESS');
});

test('events that somebody made up are no alert, those of payments that were made are', async () => {
  const refused = { series: 'portal_card_events_total{outcome="refused"}', values: '0+10x299' };
  const accepted = { series: 'portal_card_events_total{outcome="accepted"}', values: '0x299' };
  const unheard = { series: 'portal_card_payments_unheard', values: '0x199 1x99' };
  expect(
    await alertTest(
      'PortalCardEventsRefused',
      [refused, accepted, unheard],
      [
        { at: '100m', fires: [] },
        { at: '210m', fires: [{}] },
      ],
    ),
  ).toContain('SUCCESS');
});
