import { nextTask } from './task';

/** Imported first: the libraries' chunk is run by then, and the app's own modules run in a task of their own. */
await nextTask();
