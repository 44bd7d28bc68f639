/** Under a password that many people have (D-407). */
export const PASSWORD_COMMON = 'Please choose a less common password';

/** What a password must not be: one that many have, or a name that everybody knows beside it. */
export type Guessable = {
  /** Common passwords as `comparable` gives them. */
  common: ReadonlySet<string>;
  /** E-mails, and phones in E.164. */
  identifiers: readonly string[];
  clinicName: string;
};

/** A password as passwords are compared here: letter case and the form of a letter make none less common. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/** Letters and digits alone. */
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

/** The whole e-mail, or what stands before its @. */
const isEmailOf = (password: string, email: string): boolean =>
  password === email || password === email.slice(0, email.lastIndexOf('@'));

/** The phone however it is written: with or without its country, 00 and signs between the digits. */
function isPhoneOf(password: string, phone: string): boolean {
  if (!/^[\d\s()+./;-]+$/.test(password)) return false;
  const [typed, whole] = [digitsOf(password).replace(/^0+/, ''), digitsOf(phone)];
  return typed !== '' && (typed === whole || typed === whole.slice(-10));
}
