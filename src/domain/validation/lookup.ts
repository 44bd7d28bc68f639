import { object, type Infer } from 'superstruct';
import { emailProblemWithSuffix } from './email';
import { accountPhoneProblem } from './phone';
import { asText, field, textField } from './rule';

/**
 * The rules of the returning client's lookup as typed: at most one of the two fields is filled, and a filled one must
 * be valid (RLOOK-02 to 09). `testSuffix` is empty where the clinic has none (D-15). A number of another country is
 * accepted with its `+` (D-403).
 */
export const lookupStruct = (testSuffix: string, phoneCode?: string) =>
  object({
    phoneNumber: textField('phone', (phone) => accountPhoneProblem(phone, phoneCode)),
    email: field('email', (email) => emailProblemWithSuffix(asText(email), testSuffix)),
  });
export type LookupValues = Infer<ReturnType<typeof lookupStruct>>;

/** The field that is still usable: both while both are empty (RLOOK-04). */
export function usableLookupField(values: Partial<LookupValues>): 'both' | keyof LookupValues {
  if (asText(values.phoneNumber) !== '') return 'phoneNumber';
  return asText(values.email) !== '' ? 'email' : 'both';
}

/** The text of the lookup in its two variants (RLOOK-01, D-56). */
export const lookupText = (isRedirected: boolean): string =>
  `Let's ${isRedirected ? 'verify' : 'find'} your account using your mobile phone or email`;
