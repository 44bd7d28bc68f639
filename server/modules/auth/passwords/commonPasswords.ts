import { readFileSync } from 'node:fs';
import {
  comparable,
  isCommonPassword,
  PASSWORD_COMMON,
  type Guessable,
} from '../../../../src/domain/validation/commonPassword';
import { root } from '../../../system/root';
import { newPasswordProblem } from '../../../../src/domain/validation/password';

/** The line after which the list begins; above it are the list's origin and licence. */
const rule = '\n----\n';

let known: ReadonlySet<string> | undefined;

/** The 10,000 most common passwords (D-407), read when the first password is set. */
export function commonPasswords(): ReadonlySet<string> {
  if (known === undefined) {
    const text = readFileSync(new URL('server/modules/auth/passwords/commonPasswords.txt', root), 'utf8');
    known = new Set(
      text
        .slice(text.indexOf(rule) + rule.length)
        .trim()
        .split('\n')
        .map(comparable),
    );
  }
  return known;
}

/** Returns why a new password is not acceptable, or null (D-136, D-407). Existing passwords are not checked. */
export const passwordProblem = (password: string, about: Omit<Guessable, 'common'>): string | null =>
  newPasswordProblem(password) ??
  (isCommonPassword(password, { common: commonPasswords(), ...about }) ? PASSWORD_COMMON : null);
