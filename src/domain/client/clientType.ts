import * as limits from '../../limits';

/** A client is returning when its record is more than 12 hours old; without a date it is new (CTYPE-04, D-55). */
export const isReturningClient = (createdAt: string | null | undefined, now: Date): boolean =>
  typeof createdAt === 'string' && now.getTime() - Date.parse(createdAt) > limits.newClientWindowMs;

/**
 * Whether saving and the deposit treat the owner as a returning client: the clinic's record decides once it is known,
 * the owner's own answer before that (D-55).
 */
export const isReturningFor = (
  record: { created_at?: string | null | undefined } | null,
  choice: boolean | null,
  now: Date,
): boolean => (record ? isReturningClient(record.created_at, now) : choice === true);
