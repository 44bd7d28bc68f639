export type Rounds = { stop(): Promise<void> };

/** One round of a job. It resolves to `more` where it left something that is due already. */
export type Round = () => Promise<'done' | 'more'>;

/**
 * Does rounds of a job, one at a time, until stopped: the first at once, the next `everyMs` milliseconds after one has
 * ended, or at once where more is due. A round that fails goes to `failed` and is left to the next one. Stopping waits
 * for the round under way.
 */
export function startRounds(round: Round, everyMs: number, failed: (error: unknown) => void): Rounds {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const go = async (): Promise<void> => {
    let left: Awaited<ReturnType<Round>> = 'done';
    try {
      left = await round();
    } catch (error) {
      failed(error);
    }
    if (isStopped) return;
    timer = setTimeout(() => void (running = go()), left === 'more' ? 0 : everyMs);
    timer.unref();
  };
  let running = go();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
