import { answerAdmission } from '../../api/admission';
import { selectOthersUnsent } from '../../state/session';
import { SignOutQuestion } from './SignOutQuestion';
import { useAppSelector } from '../../state/store';

/**
 * Asks an owner who signs in whether another owner's unsent requests may be deleted (D-01). Cancel leaves them and ends
 * the sign-in.
 */
export function OthersQuestion() {
  const count = useAppSelector(selectOthersUnsent);
  return (
    <SignOutQuestion
      title="Sign the other owner out?"
      count={count}
      onCancel={() => answerAdmission(false)}
      onSignOut={() => answerAdmission(true)}
    />
  );
}
