import { limits } from '../../limits';

/** Under what is no e-mail address (VAL-04, RLOOK-08). */
export const EMAIL_INVALID = 'Please enter a valid email';
/** Under an e-mail of more than 255 characters (VAL-05). */
export const EMAIL_TOO_LONG = 'Please enter within 255 characters';

const around = /^[\s\p{Z}\p{Cf}]+|[\s\p{Z}\p{Cf}]+$/gu;

/**
 * An address without what a paste brings along: spaces around it, one comma or semicolon after it, one pair of angle
 * brackets (D-410).
 */
export function tidyEmail(text: string): string {
  const plain = text.replace(around, '').replace(/[,;]$/, '').replace(around, '');
  return (/^<(.*)>$/s.exec(plain)?.[1] ?? plain).replace(around, '');
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'i');
/** What may stand in a domain before its ASCII form is known; a URL would take the other signs for its own. */
const domainTyped = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/i;
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** The ASCII form of a domain (IDNA), null for none. */
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
 * An address as it is stored and compared: lower case, the domain in ASCII, so that each mailbox has one spelling; null
 * for none (D-410).
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
 * The simple pattern of an e-mail address (D-15), which addresses kept from before each mailbox had one spelling meet
 * (D-410).
 */
export const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Whether a name of an account is an e-mail by the simple pattern, blanks around it aside. */
export const isEmailName = (text: string): boolean => simpleEmail.test(text.trim());

/** A typed address's message; an empty one has none. */
export function emailProblem(text: string): string | null {
  const email = tidyEmail(text);
  if (email === '') return null;
  if (email.length > limits.emailMax) return EMAIL_TOO_LONG;
  return isEmail(text) ? null : EMAIL_INVALID;
}

/** As `emailProblem`, also accepting the clinic's test suffix where one is set (RLOOK-09, D-15). */
export function emailProblemWithSuffix(text: string, testSuffix: string): string | null {
  const email = tidyEmail(text);
  const isTestAddress = testSuffix !== '' && email.length > testSuffix.length && email.endsWith(testSuffix);
  return isTestAddress && email.length <= limits.emailMax ? null : emailProblem(text);
}
