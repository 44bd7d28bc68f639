import { serialQueue } from './serialQueue';

/**
 * Runs what changes the device one after the other, in the order asked for, so that the last word on a row is the
 * last action's: a draft that is still being written cannot outlive the sign-out that wipes it (D-308).
 */
export const inTurn = serialQueue();
