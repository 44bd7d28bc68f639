import { useState } from 'react';
import { ROLE_CUSTOMER } from '../../contract/auth';
import { failureOf } from '../../api/api';
import { LoginValues, usernameOf } from '../../domain/validation/account';
import { Tap } from '../../ui/actions/Button';
import { signInApi } from './api';
import { FormText } from '../../shared/forms/fields';
import { Passwords } from './fields';
import { loginProblem } from './problems';
import { Send, Shell } from './Shell';
import { StructForm } from '../../shared/forms/StructForm';
import * as css from './signIn.module.css';

export interface LoginProps {
  /** The clinic's name, where nothing around the screen shows it. */
  clinicName?: string | undefined;
  onBack?: (() => void) | undefined;
  onSignedIn: () => void;
  onSignUp: () => void;
  onForgot: () => void;
}

/** Step 7: asks for phone or e-mail and a password (LOGIN-01 to LOGIN-10). */
export function Login({ clinicName, onBack, onSignedIn, onSignUp, onForgot }: LoginProps) {
  const [signIn] = signInApi.useSignInMutation();
  const [said, setSaid] = useState<string | null>(null);
  const submit = async ({ username, password }: LoginValues) => {
    setSaid(null);
    const answer = await signIn({
      body: { username: usernameOf(username), password, rememberMe: true, role: ROLE_CUSTOMER },
    });
    const failure = failureOf(answer);
    if (!failure) {
      onSignedIn();
      return undefined;
    }
    const problem = loginProblem(failure);
    setSaid(problem.text);
    return problem.fields;
  };
  return (
    <Shell heading="Sign in to access your profile" lede={clinicName} onBack={onBack}>
      <StructForm struct={LoginValues} onSubmit={submit} initialValues={{ username: '', password: '' }}>
        {(submitting) => (
          <>
            <FormText
              name="username"
              label="Phone or Email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
            />
            <Passwords>
              {(type) => (
                <FormText
                  name="password"
                  label="Password"
                  type={type}
                  autoComplete="current-password"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="go"
                />
              )}
            </Passwords>
            <Send said={said} busy={submitting}>
              Sign in
            </Send>
          </>
        )}
      </StructForm>
      <div className={css.otherwise}>
        <Tap accent onClick={onForgot}>
          Forgot your password?
        </Tap>
        <Tap accent onClick={onSignUp}>
          Sign up
        </Tap>
      </div>
    </Shell>
  );
}
