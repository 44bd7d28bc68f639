import { hash, verify } from '@node-rs/argon2';

/** The library's number for argon2id; its enum exists for the compiler alone. */
const argon2id = 2;

/** D-205: argon2id, 19 MiB, two passes, one lane. */
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password);
