import { Algorithm, hash, verify } from '@node-rs/argon2';

/** D-205: argon2id, 19 MiB, two passes, one lane. */
const cost = { algorithm: Algorithm.Argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password);
