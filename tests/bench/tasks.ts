import type { Page } from '@playwright/test';
import { floorServer } from './floor';
import { clinicId, slowDown, withPhone, withServer } from './pages';
import { atMost, inPairs, median, spreadOf, type Row } from './report';

/** The part of an event of the browser's trace that is read here; times in microseconds, `tdur` of the processor. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** A task that takes longer than this many milliseconds makes a tap wait noticeably. */
const longMs = 50;

/** The page is left alone for this long, milliseconds: what it starts with by itself is over by then. */
const aloneMs = 6_000;

/** How long the tasks of the page's main thread keep it from answering a tap after a first visit's start. */
export const tasks = (): Promise<Row[]> =>
  withServer({}, async (server) => {
    const bare = await floorServer();
    try {
      const pairs = await inPairs(
        () => withPhone((page) => tasksOf(page, bare.origin)),
        () => withPhone((page) => tasksOf(page, `${server.origin}/${clinicId}`)),
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
async function tasksOf(page: Page, url: string): Promise<number[]> {
  await slowDown(page);
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  await page.goto(url);
  await page.waitForTimeout(aloneMs);
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  // The tab has a process of its own: of all main threads of pages, its is the busiest.
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const times = threads.map(({ pid, tid }) =>
    events
      .filter((event) => event.name === 'RunTask' && event.ph === 'X' && event.pid === pid && event.tid === tid)
      .map(({ tdur = 0 }) => tdur / 1000),
  );
  const busiest = times.toSorted((a, b) => sumOf(b) - sumOf(a))[0];
  if (!busiest?.length) throw new Error('The trace has no tasks of the page.');
  return busiest;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
