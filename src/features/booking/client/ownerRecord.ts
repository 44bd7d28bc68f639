import { authApi } from '../../../api/auth';
import { selectOwner } from '../../../state/session';
import { clientQuery } from '../store/facts';
import { report } from '../store/report';
import { contactsOnly } from './requestBodies';
import { customerEntered } from '../store/slice';
import type { AppThunk } from '../../../state/store';
import { once } from '../../../api/once';

/** Loads the signed-in owner's record, which decides what the first question offers (DISABLED-08, D-54). */
export const knowOwner = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (!owner) return;
  const answer = await once(dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner))));
  if (answer.data && getState().booking.position.step === 'client-type') dispatch(report('owner-known'));
};

/** Continues after a sign-in by password, as after a returning client's code (D-24). */
export const signedInByPassword = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) await once(dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner), { forceRefetch: true })));
  dispatch(report('signed-in'));
};

/** Continues after a sign-up's code was sent, which will prove the new account's contacts (D-24, D-214). */
export const signUpCodeSent =
  (contacts: { phoneNumber: string; phoneCode: string; email: string }): AppThunk<void> =>
  (dispatch) => {
    dispatch(customerEntered(contactsOnly(contacts, contacts)));
    dispatch(report('form-passed'));
  };
