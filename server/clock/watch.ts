import { SECOND } from '../../src/limits';
import type { Services } from '../calls/services';
import { bringBack, wasSetBack } from './setBack';
import { faultForLog } from '../system/faultForLog';
import { startRounds, type Rounds } from '../system/rounds';

/** A clock that is off by less, milliseconds, harms nothing. */
const jumpMs = 5 * SECOND;
const everyMs = SECOND;
/** Leases are renewed every ten seconds; by then those of work under way are of the right clock. */
const settlingMs = 15 * SECOND;

type Watched = Pick<Services, 'db' | 'clock' | 'log'>;

/**
 * Notices that the clock was set, by the time that has passed, which nobody sets. After it was set back, what the clock
 * that ran ahead has put off is brought back, and likewise at a start that finds such things.
 */
export function clockWatch({ db, clock, log }: Watched, passed: () => number = () => performance.now()) {
  const offset = () => clock.now().getTime() - passed();
  let known = offset();
  let due: { at: number; isStart: boolean } | null = { at: passed() + settlingMs, isStart: true };

  function look(): void {
    const byMs = offset() - known;
    if (Math.abs(byMs) < jumpMs) return;
    known += byMs;
    log.warn({ seconds: Math.round(byMs / SECOND) }, byMs < 0 ? 'the clock was set back' : 'the clock was set forward');
    if (byMs < 0) due = { at: passed() + settlingMs, isStart: false };
  }

  return {
    async round(): Promise<void> {
      look();
      if (due === null || passed() < due.at) return;
      const { isStart } = due;
      // A database that is away is asked again; a clock that is set back meanwhile makes it due anew.
      due = { at: passed() + settlingMs, isStart };
      const mine = due;
      const now = clock.now();
      if (!isStart || (await wasSetBack(db, now))) {
        await bringBack(db, now);
        log.warn('what the clock that ran ahead had put off was brought back');
      }
      if (due === mine) due = null;
    },
  };
}

/** Watches the clock until it is stopped. */
export function startClockWatch(services: Watched): Rounds {
  const watch = clockWatch(services);
  return startRounds(
    () => watch.round().then(() => 'done'),
    everyMs,
    (error) => services.log.warn({ fault: faultForLog(error) }, 'what was put off is left to the next try'),
  );
}
