/** Increase when a stored draft of the version before cannot be read any more; such drafts are discarded. */
export const DRAFT_VERSION = 2 as const;
