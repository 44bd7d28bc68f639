import { createSelector } from '@reduxjs/toolkit';
import { api, contractQuery, failureOf } from '../../../api/api';
import { authApi } from '../../../api/auth';
import { getProfile } from '../../../contract/auth';
import { profileLoaded, selectOwner } from '../../../state/session';
import { changedContact, codeBodyOf, shownContact, type ChangedContact } from '../../../domain/client/contacts';
import { ownPhone } from '../../../domain/validation/phone';
import { isAnswered, meaningOf, type Failure } from '../../../domain/failure';
import { selectClient } from '../store/facts';
import { report } from '../store/report';
import { contactAsked, customerEntered, formTyped } from '../store/slice';
import type { AppThunk, RootState } from '../../../state/store';
import { once } from '../../../api/once';

/** Selects the contact that the signed-in owner changed in the form and whose code is being asked for (D-402). */
export const selectChangedContact = createSelector(
  [selectOwner, selectClient, (state: RootState) => state.booking.draft],
  (owner, client, { customer, askedContact }): ChangedContact | null => {
    const contact = owner && customer && askedContact ? changedContact(owner, client, customer) : null;
    return contact?.kind === askedContact ? contact : null;
  },
);

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    profileNow: contractQuery(build, { ...getProfile, silent: true }, { keepUnusedDataFor: 0 }),
  }),
});

/**
 * Ends the step that asks for a changed contact's code where no contact waits for one: the form is sent again. A page
 * that was closed before it saved the owner may not know what waits, so the server is asked first; its answer may bring
 * the step back (D-402).
 */
export const endContactStep = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { data } = await once(dispatch(profileApi.endpoints.profileNow.initiate({}, { forceRefetch: true })));
  if (data) dispatch(profileLoaded(data));
  const { step } = getState().booking.position;
  if (step === 'verification' && !selectChangedContact(getState())) dispatch(report('form-reopened'));
};

/** Sends a changed contact its code. */
export const sendContactCode =
  ({ changed }: ChangedContact): AppThunk<Promise<Failure | null>> =>
  async (dispatch) =>
    failureOf(await dispatch(authApi.endpoints.initCode.initiate({ body: codeBodyOf(changed) })));

/** Checks a changed contact's code; the user in the reply has the contact as proved. */
export const tryContactCode =
  ({ changed }: ChangedContact, code: string): AppThunk<Promise<Failure | null>> =>
  async (dispatch) =>
    failureOf(await dispatch(authApi.endpoints.verifyCode.initiate({ body: { ...codeBodyOf(changed), code } })));

/** Continues the booking with the contact in use; the changed one can still be proved in My Account (D-402). */
export const keepUsed =
  ({ kind, used }: ChangedContact): AppThunk<void> =>
  (dispatch, getState) => {
    const { customer, form } = getState().booking.draft;
    const part = kind === 'email' ? { email: used.email ?? '' } : { phoneNumber: ownPhone(used, customer?.phoneCode) };
    dispatch(contactAsked(null));
    if (customer) dispatch(customerEntered({ ...customer, ...part }));
    if (form) dispatch(formTyped({ ...form, [kind === 'email' ? 'email' : 'phoneNumber']: shownContact(used) }));
  };

/** Finds the first contact that the owner changed in the form and has not proved. */
const findChanged = (): AppThunk<ChangedContact | null> => (_, getState) => {
  const owner = selectOwner(getState());
  const { customer } = getState().booking.draft;
  return owner && customer && changedContact(owner, selectClient(getState()), customer);
};

/**
 * Sends a code to the first changed contact. If none can be sent, for instance after too many, the contact in use is
 * used and the booking continues. `settled`: no contact is left to ask for.
 */
export const askForContact = (): AppThunk<Promise<'asked' | 'settled' | 'failed'>> => async (dispatch) => {
  for (let contact = dispatch(findChanged()); contact; contact = dispatch(findChanged())) {
    const failure = await dispatch(sendContactCode(contact));
    if (!failure) {
      dispatch(contactAsked(contact.kind));
      return 'asked';
    }
    if (!isAnswered(failure) || meaningOf(failure) === 'signedOut') return 'failed';
    dispatch(keepUsed(contact));
  }
  dispatch(contactAsked(null));
  return 'settled';
};
