import { is, literal, type } from 'superstruct';

/** The page's word that its owner wants the waiting version now (D-11); workbox-window sends it by this name. */
const SkipWaiting = type({ type: literal('SKIP_WAITING') });

/** True for the message that lets a waiting version take over. Without it the version waits until no page runs the old one. */
export const asksForUpdate = (message: unknown): boolean => is(message, SkipWaiting);

/** The page's word that an owner is signed in, who will want the parts that are theirs alone (D-301). */
const OwnerIsHere = type({ type: literal('OWNER_IS_HERE') });
export const tellsOfOwner = (message: unknown): boolean => is(message, OwnerIsHere);
