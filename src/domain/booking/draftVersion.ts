/**
 * The version of stored drafts. Increase it when drafts of the previous version can no longer be read; those are then
 * discarded.
 */
export const DRAFT_VERSION = 2 as const;
