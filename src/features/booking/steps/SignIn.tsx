import { useSignInScreens } from '../outside';
import { signedInByPassword, signUpCodeSent } from '../client/ownerRecord';
import { useBooking } from '../useBooking';
import { CallButtons } from './CallClinic';
import { useAppDispatch } from '../../../state/store';

/**
 * Returns what steps 7 to 9 share; they are reached from the returning client's lookup (D-24), and the app provides
 * their screens.
 */
function useWays() {
  const { report } = useBooking();
  const dispatch = useAppDispatch();
  return {
    onBack: () => report('went-back'),
    onSignedIn: () => void dispatch(signedInByPassword()),
    onLogin: () => report('login-wanted'),
    onSignUp: () => report('sign-up-wanted'),
    onForgot: () => report('forgot-wanted'),
  };
}

/** Step 7: signs in with a password. */
export function LoginStep() {
  const { Login } = useSignInScreens();
  const { onBack, onSignedIn, onSignUp, onForgot } = useWays();
  return <Login onBack={onBack} onSignedIn={onSignedIn} onSignUp={onSignUp} onForgot={onForgot} />;
}

/** Step 8: signs up; verification follows. */
export function SignUpStep() {
  const { SignUp } = useSignInScreens();
  const { onBack, onLogin } = useWays();
  const dispatch = useAppDispatch();
  return <SignUp onBack={onBack} onLogin={onLogin} onCodeSent={(contacts) => dispatch(signUpCodeSent(contacts))} />;
}

/** Step 9: sets a new password. */
export function ForgotPasswordStep() {
  const { ForgotPassword } = useSignInScreens();
  const { onBack, onSignedIn } = useWays();
  return <ForgotPassword onBack={onBack} onSignedIn={onSignedIn} contact={<CallButtons />} />;
}
