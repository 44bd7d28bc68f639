import { useState } from 'react';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';
import { useAppDispatch, useAppSelector } from '../store';
import { leaveAsked, selectAsked } from './session';
import { signOut } from './signOut';
import * as css from './SignOutAsked.module.css';

/** Says what signing out would throw away, before it does: nothing that was written goes without a word. */
export function SignOutAsked() {
  const dispatch = useAppDispatch();
  const lines = useAppSelector(selectAsked);
  const [isBusy, setBusy] = useState(false);
  const stay = () => dispatch(leaveAsked(null));
  return (
    <Dialog
      open={lines !== null}
      onClose={stay}
      title="Not sent yet"
      foot={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button
            kind="plain"
            busy={isBusy}
            onClick={() => {
              setBusy(true);
              void dispatch(signOut());
            }}
          >
            Sign out anyway
          </Button>
        </>
      }
    >
      <p>Signing out removes what you have written from this device:</p>
      <ul className={css.lines}>
        {lines?.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}
