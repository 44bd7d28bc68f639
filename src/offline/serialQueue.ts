/**
 * A line in which one task runs at a time, in the order they were asked for. Gives what a task is put in line with: it
 * resolves or rejects as the task does, and a task that fails does not hold up the next.
 */
export function serialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
