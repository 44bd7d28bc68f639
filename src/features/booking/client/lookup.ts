import { failureOf } from '../../../api/api';
import { authApi } from '../../../api/auth';
import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { selectOwner, sessionLost } from '../../../state/session';
import { ROLE_CUSTOMER } from '../../../contract/auth';
import type { Customer } from '../../../domain/booking/draft';
import { skipsCode } from '../../../domain/booking/flow';
import { lossOf, meaningOf } from '../../../domain/failure';
import { selectChangedContact, sendContactCode } from './contactCode';
import { selectFacts } from '../store/facts';
import { report } from '../store/report';
import { codeBody, contactsBody, contactsOnly } from './requestBodies';
import { customerEntered } from '../store/slice';
import type { AppThunk } from '../../../state/store';

/**
 * The result of a step's form. `moved`: the flow went on; otherwise the step stays and says why. `fields`: messages by
 * field.
 */
export type Outcome = { kind: 'moved' } | { kind: 'refused'; fields: Record<string, string> } | { kind: 'failed' };
export const moved: Outcome = { kind: 'moved' };
export const failed: Outcome = { kind: 'failed' };

/**
 * Step 1 of submitting: checks whether these contacts may book here. If the access check fails to answer, the booking
 * continues; if the account check does, it does not (D-16, D-17).
 */
export const checkContacts =
  (customer: Customer): AppThunk<Promise<'passed' | 'refused' | 'failed'>> =>
  async (dispatch) => {
    const body = contactsBody(customer);
    const [access, account] = await Promise.all([
      dispatch(authApi.endpoints.checkAccess.initiate({ body })),
      dispatch(authApi.endpoints.checkAvailability.initiate({ body })),
    ]);
    const failure = failureOf(account);
    // The contact checks do not depend on the session (D-19), but a refusal for lack of one shows that it is lost.
    if (failure && meaningOf(failure) === 'signedOut') dispatch(sessionLost(lossOf(failure)));
    if (access.data?.pass === false || account.data?.available === false) return 'refused';
    return failure ? 'failed' : 'passed';
  };

/** Sends a code to the customer's phone, else e-mail; `purpose` is given for a sign-up (D-406). */
export const sendCode =
  (customer: Customer, purpose?: 'sign-up'): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const answer = await dispatch(
      authApi.endpoints.initCode.initiate({ body: { ...codeBody(customer), purpose, role: ROLE_CUSTOMER } }),
    );
    return answer.data !== undefined;
  };

/**
 * Looks a returning client up: checks the contact, sends a code, and goes to verification, or past it where no code is
 * required (RLOOK-*, VERIF-01, D-28).
 */
export const findAccount =
  (contacts: { phoneNumber: string; email: string }): AppThunk<Promise<Outcome>> =>
  async (dispatch, getState, services) => {
    const shop = selectShop(getState());
    if (!shop) return failed;
    const customer = contactsOnly(contacts, shop);
    const check = await dispatch(checkContacts(customer));
    if (check === 'failed') return failed;
    if (check === 'refused') {
      dispatch(report('form-refused'));
      return moved;
    }
    const facts = selectFacts(getState(), serverNow(getState(), services));
    if (!skipsCode(facts, 'returning-info') && !(await dispatch(sendCode(customer)))) return failed;
    dispatch(customerEntered(customer));
    dispatch(report('form-passed'));
    return moved;
  };

/** Whether the session of the owner whom the booking needs was lost. */
export const isOwnerLost = (): AppThunk<boolean> => (_, getState, services) =>
  getState().booking.params.paymentId === null &&
  selectOwner(getState()) === null &&
  !skipsCode(selectFacts(getState(), serverNow(getState(), services)), 'client-info');

/**
 * Sends a code to the owner whose session was lost; after it the booking continues unchanged (ERR-04). False when none
 * could be sent.
 */
export const verifyAgain = (): AppThunk<Promise<boolean>> => async (dispatch, getState) => {
  const { customer } = getState().booking.draft;
  if (!customer || !(await dispatch(sendCode(customer)))) return false;
  dispatch(report('session-lost'));
  return true;
};

/** Repeats the last code request (D-137). */
export const resendCode = (): AppThunk<Promise<boolean>> => async (dispatch, getState) => {
  const contact = selectChangedContact(getState());
  if (contact) return (await dispatch(sendContactCode(contact))) === null;
  const {
    draft: { customer },
    position,
  } = getState().booking;
  const isSignUp = position.step === 'verification' && position.origin === 'sign-up';
  return customer ? dispatch(sendCode(customer, isSignUp ? 'sign-up' : undefined)) : false;
};
