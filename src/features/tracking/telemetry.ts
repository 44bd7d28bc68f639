import { mayReplay, pageOf, type Whereabouts } from '../../domain/tracking/pages';
import type { AnalyticsEvent, Providers } from './receivers';

/** Passes events on to the configured receivers; does nothing while there are none. */
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
    /** Reports that a page was entered. */
    page: (clinicId: string | null, pathname: string): void => {
      if (pathname !== last) analytics?.send(clinicId, { name: 'page_view', page: pageOf(pathname) });
      last = pathname;
    },
    /**
     * Reports where the owner is. Replay stops before pets or a card are on screen and starts again after
     * them (TRACK-06, D-30).
     */
    whereabouts: (now: Whereabouts): void => {
      isAllowed = mayReplay(now);
      if (!replay || isAllowed === isReplaying) return;
      // Waits until the protected screen has gone before recording starts.
      if (isAllowed) return void setTimeout(begin);
      isReplaying = false;
      // Without a network the recording is dropped, not stored.
      replay.stop({ isSent: now.isOnline });
    },
  };
}
export type Telemetry = ReturnType<typeof telemetry>;
