import { useState } from 'react';
import { failureOf } from '../../api/api';
import { authApi } from '../../api/auth';
import { ROLE_CUSTOMER } from '../../contract/auth';
import { leaveSignUp } from '../../api/leaveSignUp';
import { toastShown } from '../../state/toasts';
import type { Shop } from '../../contract/shop';
import { CANNOT_VERIFY, codeHeading } from '../../domain/validation/code';
import { codeChannel } from '../../domain/validation/contact';
import { PASSWORD_KEPT } from '../../domain/validation/password';
import { phoneShown } from '../../domain/validation/phone';
import * as limits from '../../limits';
import { CodeEntry } from './CodeEntry';
import { ForgotPassword } from './ForgotPassword';
import { Login } from './Login';
import { Shell } from './Shell';
import { SignUp, type Contacts } from './SignUp';
import { useAppDispatch } from '../../state/store';
import { PhoneButton } from '../../shared/clinic/ContactButtons';

type At = 'login' | 'forgot' | 'sign-up' | 'exceeded' | Contacts;

/**
 * Shows the password screens at /login in the blank layout, for the clinic visited last (ROUTE-02, D-43). Owners who
 * are signed in are redirected.
 */
export function LoginPage({ shop }: { shop: Shop }) {
  const [at, setAt] = useState<At>('login');
  const toLogin = () => setAt('login');
  const signedIn = () => undefined;
  switch (at) {
    case 'login':
      return (
        <Login
          clinicName={shop.name}
          onSignedIn={signedIn}
          onSignUp={() => setAt('sign-up')}
          onForgot={() => setAt('forgot')}
        />
      );
    case 'forgot':
      return <ForgotPassword onBack={toLogin} onSignedIn={signedIn} contact={<PhoneButton shop={shop} />} />;
    case 'sign-up':
      return <SignUp onBack={toLogin} onLogin={toLogin} onCodeSent={setAt} />;
    case 'exceeded':
      return (
        <Shell heading={CANNOT_VERIFY} onBack={toLogin}>
          <PhoneButton shop={shop} />
        </Shell>
      );
    default:
      return <SignUpCode contacts={at} onBack={() => setAt('sign-up')} onExceeded={() => setAt('exceeded')} />;
  }
}

function SignUpCode({
  contacts,
  onBack,
  onExceeded,
}: {
  contacts: Contacts;
  onBack: () => void;
  onExceeded: () => void;
}) {
  const dispatch = useAppDispatch();
  const body = {
    email: contacts.email || null,
    phoneNumber: contacts.phoneNumber || null,
    phoneCode: contacts.phoneCode,
    role: ROLE_CUSTOMER,
  } as const;
  const sent = codeChannel(contacts.phoneNumber, contacts.email);
  return (
    <CodeEntry
      heading={codeHeading(sent?.channel ?? 'phone')}
      sentTo={sent?.channel === 'phone' ? phoneShown(sent.identifier) : contacts.email}
      onBack={() => {
        void dispatch(leaveSignUp());
        onBack();
      }}
      check={async (code) => {
        const answer = await dispatch(authApi.endpoints.verifyCode.initiate({ body: { ...body, code } }));
        if (answer.data?.password_kept) dispatch(toastShown(PASSWORD_KEPT));
        return failureOf(answer);
      }}
      resend={async () =>
        failureOf(await dispatch(authApi.endpoints.initCode.initiate({ body: { ...body, purpose: 'sign-up' } })))
      }
      resendAfter={limits.resendMs}
      onExceeded={onExceeded}
    />
  );
}
