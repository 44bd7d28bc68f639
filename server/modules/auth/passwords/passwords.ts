import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from './boundedQueue';

/** The library's number for argon2id; its enum exists for the compiler alone. */
const argon2id = 2;

/** D-205: argon2id, 19 MiB, two passes, one lane. */
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** A hash takes a core and 19 MiB for 5 to 30 ms: this process does two at once, and less than a second of them waits (D-205). */
export const passwordQueue = boundedQueue({ atOnce: 2, waiting: 60, retryAfterSeconds: 2 });

/** Whether one of us waits however long the line is, such as an import, instead of being sent away. */
type Patience = { patient?: boolean };

/** One phone writes an accented letter as one sign, another one as two. */
const plain = (password: string): string => password.normalize('NFC');

/** A password's hash. Throws `too_many_requests` when too many wait. */
export const hashPassword = (password: string, patience: Patience = {}): Promise<string> =>
  passwordQueue(() => hash(plain(password), cost), patience);

/** Whether the hash is the password's. Throws `too_many_requests` when too many wait. */
export const verifyPassword = (passwordHash: string, password: string, patience: Patience = {}): Promise<boolean> =>
  passwordQueue(() => verify(passwordHash, plain(password)), patience);

/** A hash that no password has, for as much work where there is nobody as where there is somebody (D-204). */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keS1ubw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
