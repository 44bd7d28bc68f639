/** Shown under a password that many people have (D-407). */
export const PASSWORD_COMMON = 'Please choose a less common password';

/** What a password must not be: one that many people have, a contact of its owner, or the clinic's name. */
export type Guessable = {
  /** Common passwords as `comparable` gives them. */
  common: ReadonlySet<string>;
  /** E-mails, and phones in E.164. */
  identifiers: readonly string[];
  clinicName: string;
};

/**
 * A text in the form in which passwords are compared here: another letter case, or another Unicode form of a letter,
 * does not make a password less common.
 */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/** A text with its letters and digits only. */
const plain = (text: string): string => comparable(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Whether a new password is among the first that somebody else would try (D-407). */
export function isCommonPassword(password: string, { common, identifiers, clinicName }: Guessable): boolean {
  const given = comparable(password);
  if (common.has(given) || common.has(given.trim())) return true;
  const name = plain(clinicName);
  if (name !== '' && plain(password) === name) return true;
  return identifiers.some((identifier) =>
    identifier.includes('@') ? isEmailOf(given.trim(), comparable(identifier)) : isPhoneOf(given, identifier),
  );
}

/** Whether a password is the whole e-mail, or what stands before its @. */
const isEmailOf = (password: string, email: string): boolean =>
  password === email || password === email.slice(0, email.lastIndexOf('@'));

/**
 * Whether a password is the phone, however it is written: with or without its country code or 00, and with signs
 * between the digits.
 */
function isPhoneOf(password: string, phone: string): boolean {
  if (!/^[\d\s()+./;-]+$/.test(password)) return false;
  const [typed, whole] = [digitsOf(password).replace(/^0+/, ''), digitsOf(phone)];
  return typed !== '' && (typed === whole || typed === whole.slice(-10));
}
