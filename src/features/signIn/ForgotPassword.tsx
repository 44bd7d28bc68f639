import { useRef, useState, type ReactNode } from 'react';
import { ROLE_CUSTOMER } from '../../contract/auth';
import { failureOf } from '../../api/api';
import { toastShown } from '../../state/toasts';
import { ForgotValues, NewPasswordValues, usernameOf } from '../../domain/validation/account';
import { CANNOT_VERIFY } from '../../domain/validation/code';
import { hasCode } from '../../domain/failure';
import * as limits from '../../limits';
import { Segments } from '../../ui/navigation/Menu';
import { signInApi } from './api';
import { CodeEntry } from './CodeEntry';
import { FormText } from '../../shared/forms/fields';
import { NewPassword } from './fields';
import { problemOf } from './problems';
import { Send, Shell } from './Shell';
import { StructForm } from '../../shared/forms/StructForm';
import { useAppDispatch } from '../../state/store';
import * as css from './signIn.module.css';

export interface ForgotPasswordProps {
  onBack?: (() => void) | undefined;
  onSignedIn: () => void;
  /** The clinic's phone and text-us, shown after too many wrong codes. */
  contact: ReactNode;
}

type Phase =
  | { at: 'identifier'; said: string | null }
  | { at: 'code'; username: string }
  | { at: 'password'; username: string; token: string }
  | { at: 'exceeded' };

/**
 * Step 9: asks for the identifier, the code and the new password, one after the other (FORGOT-01 to FORGOT-09). Nothing
 * of it is saved.
 */
export function ForgotPassword({ onBack, onSignedIn, contact }: ForgotPasswordProps) {
  const [phase, setPhase] = useState<Phase>({ at: 'identifier', said: null });
  const start = (said: string | null = null) => setPhase({ at: 'identifier', said });
  switch (phase.at) {
    case 'identifier':
      return <Identifier said={phase.said} onBack={onBack} onSent={(username) => setPhase({ at: 'code', username })} />;
    case 'code':
      return (
        <Code
          username={phase.username}
          onBack={() => start()}
          onProved={(token) => setPhase({ at: 'password', username: phase.username, token })}
          onExceeded={() => setPhase({ at: 'exceeded' })}
        />
      );
    case 'password':
      return (
        <Renewal
          username={phase.username}
          token={phase.token}
          onBack={() => start()}
          onSignedIn={onSignedIn}
          onTooLate={() => start('That took too long. Please ask for a new code.')}
        />
      );
    case 'exceeded':
      return (
        <Shell heading={CANNOT_VERIFY} onBack={onBack}>
          {contact}
        </Shell>
      );
  }
}

const tabs = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
] as const;
type Tab = (typeof tabs)[number]['value'];

function Identifier({
  said: firstSaid,
  onBack,
  onSent,
}: {
  said: string | null;
  onBack?: (() => void) | undefined;
  onSent: (username: string) => void;
}) {
  const [initReset] = signInApi.useInitResetMutation();
  const [tab, setTab] = useState<Tab>('email');
  const [said, setSaid] = useState(firstSaid);
  const submit = async (values: ForgotValues) => {
    setSaid(null);
    const username = usernameOf(values.username);
    const failure = failureOf(await initReset({ body: { username } }));
    if (!failure) {
      onSent(username);
      return undefined;
    }
    const problem = problemOf(failure);
    setSaid(problem.text);
    return problem.fields;
  };
  return (
    <Shell heading="Forgot password?" lede="We'll send you a code to set a new one." onBack={onBack}>
      <div className={css.tabs}>
        <Segments label="Send the code to" name="forgot-by" value={tab} options={tabs} onChange={setTab} />
      </div>
      <StructForm struct={ForgotValues} key={tab} onSubmit={submit} initialValues={{ username: '' }}>
        {(submitting) => (
          <>
            {tab === 'email' ? (
              <FormText
                name="username"
                label="Your email"
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="send"
              />
            ) : (
              <FormText
                name="username"
                label="Your phone number"
                type="tel"
                inputMode="tel"
                autoComplete="tel-national"
                enterKeyHint="send"
              />
            )}
            <Send said={said} busy={submitting}>
              Send code
            </Send>
          </>
        )}
      </StructForm>
    </Shell>
  );
}

function Code({
  username,
  onBack,
  onProved,
  onExceeded,
}: {
  username: string;
  onBack: () => void;
  onProved: (token: string) => void;
  onExceeded: () => void;
}) {
  const [verifyReset] = signInApi.useVerifyResetMutation();
  const [initReset] = signInApi.useInitResetMutation();
  const check = async (code: string) => {
    const answer = await verifyReset({ body: { username, code } });
    if (answer.data) onProved(answer.data.token);
    return failureOf(answer);
  };
  const resend = async () => failureOf(await initReset({ body: { username } }));
  return (
    <CodeEntry
      heading="Enter 6-digits code"
      // Shows a phone without the country code that the request puts before it.
      sentTo={username.replace(/^\d+;/, '')}
      onBack={onBack}
      check={check}
      resend={resend}
      resendAfter={limits.resetResendMs}
      onExceeded={onExceeded}
    />
  );
}

function Renewal({
  username,
  token,
  onBack,
  onSignedIn,
  onTooLate,
}: {
  username: string;
  token: string;
  onBack: () => void;
  onSignedIn: () => void;
  onTooLate: () => void;
}) {
  const dispatch = useAppDispatch();
  const [finishReset] = signInApi.useFinishResetMutation();
  const [signIn] = signInApi.useSignInMutation();
  const isUnanswered = useRef(false);
  const [said, setSaid] = useState<string | null>(null);
  const submit = async ({ password }: NewPasswordValues) => {
    setSaid(null);
    const refused = failureOf(await finishReset({ body: { token, password } }));
    // An earlier attempt without an answer may have set the password and used up the code; then signing in with it
    // works (D-01).
    const isSetBefore = isUnanswered.current && refused !== null && hasCode(refused, 'InvalidCode');
    const failure =
      isSetBefore && !failureOf(await signIn({ body: { username, password, rememberMe: true, role: ROLE_CUSTOMER } }))
        ? null
        : refused;
    isUnanswered.current = failure?.kind === 'network';
    if (!failure) {
      dispatch(toastShown('Reset password successfully!'));
      onSignedIn();
      return undefined;
    }
    if (hasCode(failure, 'InvalidCode')) {
      onTooLate();
      return undefined;
    }
    const problem = problemOf(failure);
    setSaid(problem.text);
    return problem.fields;
  };
  return (
    <Shell heading="Set a new password" onBack={onBack}>
      <StructForm struct={NewPasswordValues} onSubmit={submit} initialValues={{ password: '', confirm: '' }}>
        {(submitting) => (
          <>
            <NewPassword />
            <Send said={said} busy={submitting}>
              Create
            </Send>
          </>
        )}
      </StructForm>
    </Shell>
  );
}
