import { meaningOf } from '../domain/failure';
import { toastShown } from '../state/toasts';
import type { AppThunk } from '../state/store';
import { failureOf } from './api';

/** What an owner reads whose change came after their session had ended: the page that they made it on has gone. */
const NOT_CHANGED = 'You have been signed out, so nothing was changed. Please sign in again.';

/** Tells an owner that a change was not made, where it was refused as their session has ended (D-23, D-34). */
export const tellIfSignedOut =
  (answer: Parameters<typeof failureOf>[0]): AppThunk<void> =>
  (dispatch) => {
    const failure = failureOf(answer);
    if (failure && meaningOf(failure) === 'signedOut') dispatch(toastShown(NOT_CHANGED));
  };
