import { signOutDeletes } from '../../offline/outbox/texts';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';

export interface SignOutQuestionProps {
  /** The number of unsent requests. */
  count: number;
  onCancel: () => void;
  onSignOut: () => void;
  title?: string;
}

/** Asked before unsent requests are deleted (D-08, D-01). */
export function SignOutQuestion({ count, onCancel, onSignOut, title = 'Sign out?' }: SignOutQuestionProps) {
  return (
    <Dialog
      open={count > 0}
      onClose={onCancel}
      title={title}
      foot={
        <>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button kind="danger" onClick={onSignOut}>
            Sign out
          </Button>
        </>
      }
    >
      <p>{signOutDeletes(count)}</p>
    </Dialog>
  );
}
