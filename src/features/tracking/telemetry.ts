import { isReplayAllowed, pageOf } from '../../domain/tracking/pages';
import type { AnalyticsEvent, Providers } from './providers';

/** Tells the configured receivers what happens; silent about everything while there are none. */
export function telemetry({ analytics, errors, replay }: Providers) {
  let isReplaying = false;
  let last = '';
  return {
    event: (clinicId: string | null, event: AnalyticsEvent): void => analytics?.send(clinicId, event),
    error: (error: unknown): void => errors?.report(error),
    /** A page was entered. Replay stops before the pets are on screen and starts again behind them (TRACK-06, D-30). */
    page: (clinicId: string | null, pathname: string): void => {
      const isAllowed = isReplayAllowed(pathname);
      if (replay && isAllowed !== isReplaying) {
        isReplaying = isAllowed;
        if (isAllowed) replay.start({ sampleRate: 1, errorSampleRate: 1, masks: 'everything' });
        else replay.stop();
      }
      if (pathname !== last) analytics?.send(clinicId, { name: 'page_view', page: pageOf(pathname) });
      last = pathname;
    },
  };
}
export type Telemetry = ReturnType<typeof telemetry>;
