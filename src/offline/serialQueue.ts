/**
 * Makes a queue that runs one task at a time, in the order added. Returns the function that adds a task; its promise
 * settles as the task does, and a failed task does not stop the next.
 */
export function serialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
