import { useRef, useState } from 'react';

/**
 * Runs a task once at a time: a second tap while it runs does nothing, also within the same frame (D-59).
 * Returns the runner and whether it runs.
 */
export function useLocked<A extends unknown[]>(
  task: (...args: A) => Promise<unknown>,
): [(...args: A) => Promise<void>, boolean] {
  const isLocked = useRef(false);
  const [isRunning, setRunning] = useState(false);

  const run = async (...args: A) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setRunning(true);
    try {
      await task(...args);
    } finally {
      isLocked.current = false;
      setRunning(false);
    }
  };
  return [run, isRunning];
}
