/** Ends the task under way, so that what the owner does in between is heard: long tasks are what makes a page feel stuck. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Lets the browser load its names of dates, once, which takes a phone tens of milliseconds: nothing else is to wait behind it. */
export const readyDates = (): void => void new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
