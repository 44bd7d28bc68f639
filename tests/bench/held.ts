const parts = 8;
const partMs = 5;

export const signalAll = (pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const pid of pids) process.kill(pid, name);
};

/**
 * Lets each of the processes, which stand still, run in one part of eight of the time alone, one after the other, as if
 * each had a machine of its own that is so much slower; returns what lets them stand still again.
 */
export function held(pids: readonly number[]): () => void {
  const signal = (part: number, name: 'SIGSTOP' | 'SIGCONT') => signalAll(pids.slice(part, part + 1), name);
  let turn = 0;
  const timer = setInterval(() => {
    signal(turn % parts, 'SIGSTOP');
    turn += 1;
    signal(turn % parts, 'SIGCONT');
  }, partMs);
  return () => {
    clearInterval(timer);
    signal(turn % parts, 'SIGSTOP');
  };
}
