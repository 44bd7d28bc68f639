import { ApiError } from '../../../calls/errors';

/** Runs a task when a place is free. */
export type Queue = <T>(work: () => Promise<T>, options?: { patient?: boolean }) => Promise<T>;

/**
 * Lets `atOnce` pieces of work run and `waiting` more wait in order; whoever comes then is refused with
 * `too_many_requests`, unless patient.
 */
export function boundedQueue({
  atOnce,
  waiting,
  retryAfterSeconds,
}: {
  atOnce: number;
  waiting: number;
  retryAfterSeconds: number;
}): Queue {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work, { patient = false } = {}) => {
    if (running < atOnce) running += 1;
    else {
      if (line.length >= waiting && !patient)
        throw new ApiError('too_many_requests', { retryAfter: retryAfterSeconds });
      // A finished task passes its place to the next one, so `running` stays the same.
      await new Promise<void>((go) => line.push(go));
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
