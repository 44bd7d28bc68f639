import { boundedQueue } from '../../../calls/boundedQueue';

/** Loaded with the first password: a start does not need it. */
const library = () => import('@node-rs/argon2');

/** The library's constant for argon2id; its enum does not exist at run time. */
const argon2id = 2;

/** The hash's parameters (D-205): argon2id, 19 MiB, two passes, one lane. */
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/**
 * A hash takes one core and 19 MiB for 5 to 30 ms. The process runs two at once and queues less than a second's worth
 * (D-205).
 */
export const passwordQueue = boundedQueue({ atOnce: 2, waiting: 60, retryAfterSeconds: 2 });

/** Whether to wait in a full queue, as imports do, instead of being refused. */
type Patience = { patient?: boolean };

/** Normalises accented letters, which some phones send as one character and others as two. */
const plain = (password: string): string => password.normalize('NFC');

/** Hashes a password. Throws `too_many_requests` when the queue is full. */
export const hashPassword = (password: string, patience: Patience = {}): Promise<string> =>
  passwordQueue(async () => (await library()).hash(plain(password), cost), patience);

/** Whether the hash belongs to the password. Throws `too_many_requests` when the queue is full. */
export const verifyPassword = (passwordHash: string, password: string, patience: Patience = {}): Promise<boolean> =>
  passwordQueue(async () => (await library()).verify(passwordHash, plain(password)), patience);

/** A hash that matches no password, so that checking an unknown user costs the same time (D-204). */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keS1ubw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
