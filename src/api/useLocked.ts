import { useCallback, useRef, useState } from 'react';

/**
 * Runs a task once at a time: a second tap while it runs does nothing, also within the same frame (D-59).
 * Returns the runner and whether it runs.
 */
export function useLocked<A extends unknown[]>(task: (...args: A) => Promise<unknown>): [(...args: A) => Promise<void>, boolean] {
  const isLocked = useRef(false);
  const latest = useRef(task);
  latest.current = task;
  const [isRunning, setRunning] = useState(false);

  const run = useCallback(async (...args: A) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setRunning(true);
    try {
      await latest.current(...args);
    } finally {
      isLocked.current = false;
      setRunning(false);
    }
  }, []);
  return [run, isRunning];
}
