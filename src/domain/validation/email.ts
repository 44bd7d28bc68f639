import * as limits from '../../limits';

/** Shown under a text that is not an e-mail address (VAL-04, RLOOK-08). */
export const EMAIL_INVALID = 'Please enter a valid email';
/** Shown under an e-mail of more than 255 characters (VAL-05). */
export const EMAIL_TOO_LONG = 'Please enter within 255 characters';

const around = /^[\s\p{Z}\p{Cf}]+|[\s\p{Z}\p{Cf}]+$/gu;

/**
 * Removes from an e-mail address what a paste brings along: spaces around it, one comma or semicolon after it, one pair
 * of angle brackets (D-410).
 */
export function tidyEmail(text: string): string {
  const plain = text.replace(around, '').replace(/[,;]$/, '').replace(around, '');
  return (/^<(.*)>$/s.exec(plain)?.[1] ?? plain).replace(around, '');
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'i');
/**
 * The characters that a domain may have before its ASCII form is known. The URL constructor would read other signs as
 * parts of a URL.
 */
const domainTyped = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/i;
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** The ASCII form of a domain (IDNA); null where the text is no domain. */
function asciiDomain(domain: string): string | null {
  if (!domainTyped.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return hostName.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/**
 * An e-mail address as it is stored and compared: in lower case and with the domain in ASCII, so that each mailbox has
 * one spelling. Null where the text is no address (D-410).
 */
export function emailForm(text: string): string | null {
  const email = tidyEmail(text);
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, Math.max(at, 0)), asciiDomain(email.slice(at + 1))];
  const form = `${local}@${domain}`.toLowerCase();
  return domain !== null && localPart.test(local) && form.length <= limits.emailMax ? form : null;
}

/** Whether the text is an e-mail address (D-410). */
export const isEmail = (text: string): boolean => emailForm(text) !== null;

/**
 * The simple pattern of an e-mail address (D-15). Addresses that were stored before each mailbox had one spelling match
 * it as well (D-410).
 */
export const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Whether an account's name is an e-mail by the simple pattern; spaces around it do not count. */
export const isEmailName = (text: string): boolean => simpleEmail.test(text.trim());

/** The message for a typed e-mail address; null for a right or an empty one. */
export function emailProblem(text: string): string | null {
  const email = tidyEmail(text);
  if (email === '') return null;
  if (email.length > limits.emailMax) return EMAIL_TOO_LONG;
  return isEmail(text) ? null : EMAIL_INVALID;
}

/** Like `emailProblem`, but also accepts addresses with the clinic's test suffix where one is set (RLOOK-09, D-15). */
export function emailProblemWithSuffix(text: string, testSuffix: string): string | null {
  const email = tidyEmail(text);
  const isTestAddress = testSuffix !== '' && email.length > testSuffix.length && email.endsWith(testSuffix);
  return isTestAddress && email.length <= limits.emailMax ? null : emailProblem(text);
}
