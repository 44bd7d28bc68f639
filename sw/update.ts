import { is, literal, type } from 'superstruct';

/** The page's message that the owner wants the waiting version now (D-11); workbox-window sends it by this name. */
const SkipWaiting = type({ type: literal('SKIP_WAITING') });

/** Whether a message lets a waiting version take over. Without it the version waits until no page runs the old one. */
export const asksForUpdate = (message: unknown): boolean => is(message, SkipWaiting);

/** The page's message that an owner is signed in and needs the files for owners (D-301). */
const OwnerIsHere = type({ type: literal('OWNER_IS_HERE') });
export const tellsOfOwner = (message: unknown): boolean => is(message, OwnerIsHere);
