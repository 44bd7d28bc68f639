import { answerAdmission } from '../../api/admission';
import { selectOthersUnsent } from '../../state/session';
import { SignOutQuestion } from './SignOutQuestion';
import { useAppSelector } from '../../state/store';

/** Asked of an owner who signs in where another one's requests have not been sent (D-01): Cancel keeps those and signs nobody in. */
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
