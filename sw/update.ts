import { is, literal, type } from 'superstruct';

/** The page's word that its owner wants the waiting version now (D-11); workbox-window sends it by this name. */
const SkipWaiting = type({ type: literal('SKIP_WAITING') });

/** True for the message that lets a waiting version take over. Without it the version waits until no page runs the old one. */
export const asksForUpdate = (message: unknown): boolean => is(message, SkipWaiting);
