import { useState } from 'react';
import { useField } from 'react-final-form';
import { ROLE_CUSTOMER } from '../../contract/auth';
import { failureOf } from '../../api/api';
import { canGetCode, localDigits, SignUpValues } from '../../domain/validation/account';
import { tidyEmail } from '../../domain/validation/email';
import { phoneSent } from '../../domain/validation/phone';
import { asText } from '../../domain/validation/rule';
import * as limits from '../../limits';
import { Tap } from '../../ui/actions/Button';
import { SelectField } from '../../ui/fields/SelectField';
import { signInApi } from './api';
import { countries } from './countries';
import { FormText } from '../../shared/forms/fields';
import { NewPassword } from './fields';
import { signUpProblem, type Problem } from './problems';
import { Send, Shell } from './Shell';
import { StructForm } from '../../shared/forms/StructForm';
import { useAppDispatch } from '../../state/store';
import * as css from './signIn.module.css';

/**
 * The contacts of a sign-up. A code must prove the phone where one can be sent to it, else the e-mail (D-24, D-214).
 */
export type Contacts = { phoneNumber: string; phoneCode: string; email: string };

export interface SignUpProps {
  onBack?: (() => void) | undefined;
  /** Called once a code was sent to these contacts. */
  onCodeSent: (contacts: Contacts) => void;
  onLogin: () => void;
}

/**
 * Step 8: asks for a new account's details (SIGNUP-01 to SIGNUP-16). A code must prove the contacts before the owner is
 * signed in.
 */
export function SignUp({ onBack, onCodeSent, onLogin }: SignUpProps) {
  const [said, setSaid] = useState<string | null>(null);
  const send = useSignUp();
  const submit = async (values: SignUpValues) => {
    setSaid(null);
    const outcome = await send(values);
    if ('contacts' in outcome) {
      onCodeSent(outcome.contacts);
      return undefined;
    }
    setSaid(outcome.text);
    return outcome.fields;
  };
  return (
    <Shell heading="Create your account" onBack={onBack}>
      <StructForm
        struct={SignUpValues}
        onSubmit={submit}
        initialValues={{ phoneCode: limits.defaultPhoneCode, phoneNumber: '', email: '', password: '', confirm: '' }}
      >
        {(submitting) => (
          <>
            <FormText
              name="email"
              label="Email"
              mark="Optional"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
            />
            <CountryField />
            <FormText
              name="phoneNumber"
              label="Phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              enterKeyHint="next"
            />
            <NewPassword />
            <Send said={said} busy={submitting}>
              Sign up
            </Send>
          </>
        )}
      </StructForm>
      <div className={css.otherwise}>
        <span>Already have an account?</span>
        <Tap accent onClick={onLogin}>
          Sign in
        </Tap>
      </div>
    </Shell>
  );
}

/**
 * Asks for the number's country. Several countries share a code, so the choice is stored by
 * country (SIGNUP-02, SIGNUP-07).
 */
function CountryField() {
  const { input } = useField<string>('phoneCode');
  const [country, setCountry] = useState('US');
  const choose = (id: string) => {
    const chosen = countries.find((each) => each.id === id);
    if (!chosen) return;
    setCountry(id);
    input.onChange(chosen.phoneCode);
  };
  return (
    <SelectField
      label="Country"
      autoComplete="country"
      value={country}
      options={countries.map(({ id, name, phoneCode }) => ({ value: id, label: `${name} +${phoneCode}` }))}
      onChange={choose}
    />
  );
}

/** Stores the password for the contacts, then has a code sent to one of them. */
function useSignUp() {
  const dispatch = useAppDispatch();
  return async (values: SignUpValues): Promise<Problem | { contacts: Contacts }> => {
    const digits = localDigits(values.phoneNumber, values.phoneCode);
    const email = tidyEmail(asText(values.email));
    const { phoneCode } = values;
    const body = {
      email: email || null,
      username: `${phoneCode};${digits}`,
      password: values.password,
      phoneCode,
      phoneNumber: digits,
      rememberMe: true,
      role: ROLE_CUSTOMER,
    } as const;
    const kept = await dispatch(signInApi.endpoints.signUp.initiate({ body }));
    const refused = failureOf(kept);
    if (refused) return signUpProblem(refused);
    const contacts: Contacts = {
      phoneNumber: canGetCode(values.phoneNumber, phoneCode) ? phoneSent(`+${phoneCode}${digits}`) : '',
      phoneCode,
      email,
    };
    const code = {
      email: email || null,
      phoneNumber: contacts.phoneNumber || null,
      phoneCode,
      purpose: 'sign-up',
      role: ROLE_CUSTOMER,
    } as const;
    const sent = await dispatch(signInApi.endpoints.sendSignUpCode.initiate({ body: code }));
    const failure = failureOf(sent);
    return failure ? signUpProblem(failure) : { contacts };
  };
}
