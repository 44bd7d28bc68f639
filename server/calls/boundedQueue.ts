import { ApiError } from './errors';

/** Runs a task when a place is free. */
export type Queue = <T>(work: () => Promise<T>, options?: { patient?: boolean }) => Promise<T>;

type Bounds = { atOnce: number; waiting: number; retryAfterSeconds: number };

/**
 * Lets `atOnce` pieces of work run and `waiting` more wait in order; whoever comes then is refused with
 * `too_many_requests`, unless patient.
 */
export function boundedQueue({ atOnce, waiting, retryAfterSeconds }: Bounds): Queue {
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
      // Other calls go on between: work that never waits for anything outside would keep them out until the line is empty.
      if (next) setImmediate(next);
      else running -= 1;
    }
  };
}

/**
 * A queue of its own for each address, so that whoever asks for much at once waits for themselves and keeps nobody else
 * waiting.
 */
export function queueByAddress(bounds: Bounds): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { queue: Queue; callers: number }>();
  return async (address, work) => {
    const own = queues.get(address) ?? { queue: boundedQueue(bounds), callers: 0 };
    queues.set(address, own);
    own.callers += 1;
    try {
      return await own.queue(work);
    } finally {
      own.callers -= 1;
      if (own.callers === 0) queues.delete(address);
    }
  };
}
