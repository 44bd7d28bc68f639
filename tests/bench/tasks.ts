import { setTimeout as wait } from 'node:timers/promises';
import { floorServer } from './floor';
import { withOwnPhone } from './ownPhone';
import { clinicId, withFolder, withServer } from './pages';
import { atMost, inPairs, median, spreadOf, type Row } from './report';
import { traced } from './trace';

/** A task that takes longer than this many milliseconds makes a tap wait noticeably. */
const longMs = 50;

/** The pages are left alone for this long, milliseconds: what they start with by themselves is over by then. */
const aloneMs = { own: 6_000, bare: 2_000 };

/** How long the tasks of the page's main thread keep it from answering a tap after a first visit's start. */
export const tasks = (): Promise<Row[]> =>
  withServer({}, async (server) => {
    const bare = await floorServer();
    try {
      const pairs = await inPairs(
        () => tasksOf(bare.origin, aloneMs.bare),
        () => tasksOf(`${server.origin}/${clinicId}`, aloneMs.own),
      );
      const of = (times: number[]) => ({
        blocked: times.reduce((sum, ms) => sum + Math.max(0, ms - longMs), 0),
        longest: Math.max(...times),
      });
      const [blocked, longest, bareLongest] = [
        pairs.map(({ own }) => of(own).blocked),
        pairs.map(({ own }) => of(own).longest),
        pairs.map(({ floor }) => of(floor).longest),
      ];
      return [
        atMost('first visit, 4x slower CPU: TBT by processor time', median(blocked), 0, {
          unit: 'ms',
          spread: spreadOf(blocked),
        }),
        atMost('first visit, 4x slower CPU: longest task, processor time', median(longest), 40, {
          unit: 'ms',
          spread: spreadOf(longest),
          note: `the bare page's ${median(bareLongest).toFixed(0)} ms`,
        }),
      ];
    } finally {
      await bare.close();
    }
  });

/** Processor times of the tasks of the page's main thread while it opens, milliseconds. */
const tasksOf = (url: string, alone: number): Promise<number[]> =>
  withFolder((profile) =>
    withOwnPhone(profile, async ({ session }) => {
      const { tasks: all } = await traced(session, async () => {
        await session.send('Page.navigate', { url });
        await wait(alone);
      });
      return all.map(({ took }) => took);
    }),
  );
