import { authApi } from '../../../api/auth';
import { selectOwner } from '../../../state/session';
import '../api';
import { clientQuery } from '../store/facts';
import { report } from '../store/report';
import { contactsOnly } from './requestBodies';
import type { BookingThunk } from '../store/root';
import { customerEntered } from '../store/slice';

/** Reads the signed-in owner's record, on which it depends what the first question offers (DISABLED-08, D-54). */
export const knowOwner = (): BookingThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (!owner) return;
  const answer = await dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner)));
  if (answer.data && getState().booking.position.step === 'client-type') dispatch(report('owner-known'));
};

/** A password was right: as after a returning client's code (D-24). */
export const signedInByPassword = (): BookingThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) await dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner), { forceRefetch: true }));
  dispatch(report('signed-in'));
};

/** A code is on its way that will prove a new account's contacts (D-24, D-214). */
export const signUpCodeSent =
  (contacts: { phoneNumber: string; phoneCode: string; email: string }): BookingThunk<void> =>
  (dispatch) => {
    dispatch(customerEntered(contactsOnly(contacts, contacts)));
    dispatch(report('form-passed'));
  };
