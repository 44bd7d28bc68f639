import { mayReplay, pageOf, type Whereabouts } from '../../domain/tracking/pages';
import type { AnalyticsEvent, Providers } from './receivers';

/** Tells the configured receivers what happens; silent about everything while there are none. */
export function telemetry({ analytics, errors, replay }: Providers) {
  let isReplaying = false;
  let isAllowed = false;
  let last = '';
  const begin = () => {
    if (!isAllowed || isReplaying) return;
    isReplaying = true;
    replay?.start();
  };
  return {
    event: (clinicId: string | null, event: AnalyticsEvent): void => analytics?.send(clinicId, event),
    error: (error: unknown): void => errors?.report(error),
    /** A page was entered. */
    page: (clinicId: string | null, pathname: string): void => {
      if (pathname !== last) analytics?.send(clinicId, { name: 'page_view', page: pageOf(pathname) });
      last = pathname;
    },
    /** Where the owner is now. Replay stops before the pets or a card are on screen and starts again behind them (TRACK-06, D-30). */
    whereabouts: (now: Whereabouts): void => {
      isAllowed = mayReplay(now);
      if (!replay || isAllowed === isReplaying) return;
      // What was there until now must have left the screen before it may be looked at.
      if (isAllowed) return void setTimeout(begin);
      isReplaying = false;
      // Without a network nothing is kept until there is one.
      replay.stop({ isSent: now.isOnline });
    },
  };
}
export type Telemetry = ReturnType<typeof telemetry>;
