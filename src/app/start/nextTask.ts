/** Ends the task under way, so that what the owner does in between is heard: long tasks are what makes a page feel stuck. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
