/** The part of an event of the browser's trace that is read here; times in microseconds, `tdur` of the processor. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: Timing & { startTime?: number; message?: string } };
};
type Timing = { interactionId?: number; timeStamp?: number; processingEnd?: number; commitFinishTime?: number };

/**
 * A task of the page's main thread: when it ran, and the processor's time that it took, milliseconds; without what it
 * waited for Linux's fonts.
 */
type Task = { start: number; end: number; took: number };
/** From what a tap or a key caused, to the end of the frame that shows its effect, milliseconds; `id` is the browser's. */
type Effect = { id: number; start: number; end: number };
/** A word that the bench left in the trace, and when. */
type Mark = { text: string; at: number };

export type Trace = { tasks: Task[]; effects: Effect[]; marks: Mark[] };

/** What Chromium's DevTools protocol is spoken with, about one page. */
export type Session = {
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  on(event: string, tell: (params: Record<string, unknown>) => void): void;
};

/**
 * On Linux alone Chromium's page asks another process for each family of a list of fonts, and for each size and weight
 * of one, and waits: some 3 ms each at a 4x slower CPU, which was more than half of a screen's first layout. No phone's
 * does (Blink's FontRenderStyle asks nobody on Android), so it is taken off.
 */
const linuxFonts: readonly string[] = [
  'FontDataManager::onMatchFamilyStyle',
  'WebSandboxSupportLinux::GetWebFontRenderStyleForStrike',
];

/** Traces a page while `act` runs. */
export async function traced(
  session: Session,
  act: (mark: (text: string) => Promise<void>) => Promise<void>,
): Promise<Trace> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as TraceEvent[])));
  const complete = new Promise<void>((resolve) => session.on('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'fonts', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  await act(async (text) => {
    await session.send('Runtime.evaluate', { expression: `console.timeStamp(${JSON.stringify(text)})` });
  });
  await session.send('Tracing.end');
  await complete;
  return read(events);
}

/** Reads the page's main thread from a trace of all threads. The tab has a process of its own: its is the busiest. */
function read(events: readonly TraceEvent[]): Trace {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const busy = (thread: TraceEvent[]) => thread.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const main = threads.toSorted((a, b) => busy(b) - busy(a))[0];
  if (!main || busy(main) === 0) throw new Error('The trace has no tasks of the page.');
  const fonts = main.filter(({ name }) => linuxFonts.includes(name));
  const asked = (from: number, to: number) =>
    fonts.reduce((sum, { ts, tdur = 0 }) => sum + (ts >= from && ts < to ? tdur : 0), 0);
  return {
    tasks: main
      .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
      .map(({ ts, dur = 0, tdur = 0 }) => ({
        start: ts / 1000,
        end: (ts + dur) / 1000,
        took: (tdur - asked(ts, ts + dur)) / 1000,
      })),
    effects: main.flatMap(({ name, ph, ts, args }) => {
      const { interactionId, timeStamp, processingEnd, commitFinishTime } = args?.data ?? {};
      if (name !== 'EventTiming' || ph !== 'b' || !interactionId || timeStamp === undefined) return [];
      // An event without a frame of its own changed nothing that is seen.
      const after = Math.max(commitFinishTime ?? 0, processingEnd ?? 0) - timeStamp;
      return [{ id: interactionId, start: ts / 1000, end: ts / 1000 + after }];
    }),
    marks: main.flatMap(({ name, ts, args }) =>
      name === 'TimeStamp' ? [{ text: args?.data?.message ?? '', at: ts / 1000 }] : [],
    ),
  };
}

/** The processor's time of the tasks that run within the effect's time, milliseconds. */
export const costOf = ({ tasks }: Trace, { start, end }: Effect): number =>
  tasks.reduce((sum, task) => sum + (task.end > start && task.start < end ? task.took : 0), 0);
