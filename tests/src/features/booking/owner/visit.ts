import { vi } from 'vitest';
import { back, perform, type Command } from './commands';
import { Owner, type Fault } from './owner';
import { wipeDevice } from './page';
import { button, type Screen } from './screens';
import type { Settings } from './settings';
import { shownText } from './truths';

/** A Monday morning at the clinic. */
const morning = Date.parse('2026-11-23T15:00:00.000Z');

export type Outcome = { faults: Fault[]; steps: number; seen: Record<string, number>; trace: string[] };

/** One owner's visit from the first tap to the way out; ends at the first fault. */
export async function visit(
  settings: Settings,
  commands: readonly Command[],
  wayOut: 'page' | 'browser',
): Promise<Outcome> {
  await wipeDevice();
  vi.setSystemTime(morning);
  const owner = new Owner(settings);
  const trace: string[] = [];
  let steps = 0;
  const isWell = () => owner.faults.length === 0;
  const mark = (what: string) => trace.push(`${what} → ${owner.look().kind}`);
  try {
    await owner.arrive();
    owner.judge();
    mark('arrives');
    for (const command of commands) {
      if (!isWell()) break;
      const charging = isCharging(owner);
      await perform(owner, command);
      steps += 1;
      owner.judge();
      mark(JSON.stringify(command));
      if (charging && command.do === 'back' && !isCharging(owner))
        owner.faults.push({ check: 'way out', words: 'a step back during a charge does something' });
    }
    if (isWell()) owner.faults.push(...doubles(owner));
    if (isWell()) await leave(owner, wayOut, mark);
    if (owner.faults.length > 0) trace.push(shownText());
  } finally {
    await owner.close();
  }
  return { faults: owner.faults, steps, seen: owner.seen, trace };
}

/** What was booked or paid more than once. */
function doubles({ clinic }: Owner): Fault[] {
  const starts = clinic.booked.map(({ userId, appointment }) => `${userId} ${appointment.fromDate}`);
  const paid = clinic.payments.filter(({ request }) => request.completed_at !== null);
  return [
    ...(new Set(starts).size < starts.length ? [{ check: 'sent' as const, words: 'one visit is booked twice' }] : []),
    ...(paid.some(({ charges }) => charges > 1)
      ? [{ check: 'sent' as const, words: 'one deposit is charged twice' }]
      : []),
    ...(paid.length > Math.max(1, clinic.booked.length)
      ? [{ check: 'sent' as const, words: 'more deposits are paid than visits booked' }]
      : []),
  ];
}

const isCharging = (owner: Owner): boolean => {
  const screen = owner.look();
  return owner.tab.network.waiting.length > 0 && screen.kind === 'deposit' && screen.view === 'paying';
};

/** From wherever they are, going back again and again leads out; while a charge runs it does nothing however often. */
async function leave(owner: Owner, by: 'page' | 'browser', mark: (what: string) => void): Promise<void> {
  if (isCharging(owner)) {
    for (let time = 0; time < 3; time += 1) {
      await back(owner, time % 2 === 0 ? 'browser' : by);
      mark('back while charging');
      if (!isCharging(owner))
        return void owner.faults.push({ check: 'way out', words: 'a step back during a charge does something' });
    }
    await owner.letGo('answer');
    owner.judge();
  }
  const path: Screen['kind'][] = [];
  for (let press = 0; press < 14 && !owner.tab.isOutside; press += 1) {
    const screen = owner.look();
    path.push(screen.kind);
    if (screen.kind === 'leave-question') await owner.tap(button('Leave'));
    else await back(owner, by === 'page' && button('Back') ? 'page' : 'browser');
    owner.judge();
    mark(`back by ${by}`);
    if (owner.faults.length > 0) return;
  }
  const isSkipped = owner.settings.closed === 'new';
  if (owner.tab.isOutside && path.length > 0 && path.at(-1) !== 'client-type' && !isSkipped && !path.includes('portal'))
    owner.faults.push({ check: 'way out', words: `going back leaves from ${path.at(-1)}` });
  if (!owner.tab.isOutside)
    owner.faults.push({ check: 'way out', words: `going back leads nowhere: ${path.join(', ')}` });
}
