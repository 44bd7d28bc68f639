import { serialQueue } from './serialQueue';

/**
 * Runs changes of the device's storage one at a time, in the order requested. So a draft still being written cannot be
 * saved after the sign-out that deletes it (D-308).
 */
export const inTurn = serialQueue();
