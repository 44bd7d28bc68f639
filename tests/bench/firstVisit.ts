import { setTimeout as wait } from 'node:timers/promises';
import { floorServer } from './floor';
import { slowNetwork, withOwnPhone } from './ownPhone';
import { clinicId, withFolder, withServer } from './pages';
import { atMost, inPairs, median, ratio, spreadOf, type Row } from './report';
import { traced } from './trace';

/** A task that takes longer than this many milliseconds makes a tap wait noticeably. */
const longMs = 50;

/** The pages are left alone for this long, milliseconds: what they start with by themselves is over by then. */
const aloneMs = { own: 4_500, bare: 1_500 };

/**
 * A first visit on a slow network, in turns with the bare page: how soon the first screen is there, and how long the
 * tasks of the page's main thread keep it from answering a tap.
 *
 * The network is really slow, and not calculated from a visit over a fast one as Lighthouse does (lighthouse.ts), which
 * counts among what a paint waits for all that happened to come before it: the start script, which a phone gets some
 * 350 ms after the paint and over loopback some 50 ms before.
 */
export const firstVisit = (): Promise<Row[]> =>
  withServer({}, async (server) => {
    const bare = await floorServer();
    try {
      const pairs = await inPairs(
        () => visit(bare.origin, aloneMs.bare),
        () => visit(`${server.origin}/${clinicId}`, aloneMs.own),
      );
      const of = ({ tasks }: Visit) => ({
        blocked: tasks.reduce((sum, ms) => sum + Math.max(0, ms - longMs), 0),
        longest: Math.max(...tasks),
      });
      const [blocked, longest, bareLongest] = [
        pairs.map(({ own }) => of(own).blocked),
        pairs.map(({ own }) => of(own).longest),
        pairs.map(({ floor }) => of(floor).longest),
      ];
      return [
        ratio(
          atMost,
          'first visit, slow 4G, 4x slower CPU: LCP, beside a bare page',
          pairs.map(({ own, floor }) => ({ value: own.lcp, floor: floor.lcp })),
          1.3,
          { unit: 'ms' },
        ),
        atMost('first visit, slow 4G, 4x slower CPU: TBT by processor time', median(blocked), 0, {
          unit: 'ms',
          spread: spreadOf(blocked),
        }),
        atMost('first visit, slow 4G, 4x slower CPU: longest task, processor time', median(longest), 40, {
          unit: 'ms',
          spread: spreadOf(longest),
          note: `the bare page's ${median(bareLongest).toFixed(0)} ms`,
        }),
      ];
    } finally {
      await bare.close();
    }
  });

/** The time of the largest contentful paint, and processor times of the main thread's tasks, milliseconds. */
type Visit = { lcp: number; tasks: number[] };

/** Opens an address with a new profile. */
const visit = (url: string, alone: number): Promise<Visit> =>
  withFolder((profile) =>
    withOwnPhone(profile, async ({ session, read }) => {
      await slowNetwork(session);
      const { tasks } = await traced(session, async () => {
        await session.send('Page.navigate', { url });
        await wait(alone);
      });
      return { lcp: await read<number>(`(${lastLargestPaint})()`), tasks: tasks.map(({ took }) => took) };
    }),
  );

/** The time of the largest contentful paint so far, milliseconds, in the page that it runs in. */
function lastLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}
