import { failureOf } from '../../api/api';
import { authApi } from '../../api/auth';
import { selectShop } from '../../api/clinic';
import { selectOwner } from '../../api/session';
import type { Appointment } from '../../contract/appointments';
import { ROLE_CUSTOMER } from '../../contract/auth';
import type { Customer } from '../../domain/booking/draft';
import { appointmentBody } from '../../domain/booking/saving';
import { isReturningFor } from '../../domain/client/clientType';
import type { ClientInfoValues } from '../../domain/validation/clientInfo';
import { hasCode, type Failure } from '../../offline/exchange';
import { bookingApi } from './api';
import { clientQuery, selectClient, selectFacts } from './facts';
import { report } from './report';
import { codeBody, contactsBody, contactsOnly, customerOf, upsertBody } from './requests';
import { serverNow, type BookingThunk } from './root';
import { appointmentBooked, clientKnown, customerEntered, formSubmitted, verificationExceeded } from './slice';

/** What became of a step's form. `moved`: the flow went on; the others stay and say why. `fields` has messages by field. */
export type Outcome = { kind: 'moved' } | { kind: 'refused'; fields: Record<string, string> } | { kind: 'failed' };
const moved: Outcome = { kind: 'moved' };
const failed: Outcome = { kind: 'failed' };

/** What became of a code. `exceeded`: no further code will do (VERIF-10). */
export type CodeOutcome = 'moved' | 'wrong' | 'exceeded' | 'failed';

/** Text under a contact that belongs to somebody else's account (D-21). */
const ALIAS_USED = 'This phone number or email is already in use. Please sign in as a returning client.';

/** Step 1 of submitting: may these contacts book here? Access fails open, the account's check does not (D-16, D-17). */
const checkContacts =
  (customer: Customer): BookingThunk<Promise<'passed' | 'refused' | 'failed'>> =>
  async (dispatch) => {
    const body = contactsBody(customer);
    const [access, account] = await Promise.all([
      dispatch(authApi.endpoints.checkAccess.initiate({ body })),
      dispatch(authApi.endpoints.checkAvailability.initiate({ body })),
    ]);
    if (access.data?.pass === false || account.data?.available === false) return 'refused';
    return account.error ? 'failed' : 'passed';
  };

/** Sends a code to the customer's phone, else e-mail. */
const sendCode =
  (customer: Customer): BookingThunk<Promise<boolean>> =>
  async (dispatch) => {
    const answer = await dispatch(authApi.endpoints.initCode.initiate({ body: { ...codeBody(customer), role: ROLE_CUSTOMER } }));
    return answer.data !== undefined;
  };

/** The returning client's lookup: checks the contact, sends a code, and goes to verification (RLOOK-*, VERIF-01). */
export const findAccount =
  (contacts: { phoneNumber: string; email: string }): BookingThunk<Promise<Outcome>> =>
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
    const { skipOtp } = selectFacts(getState(), serverNow(getState(), services));
    if (!skipOtp && !(await dispatch(sendCode(customer)))) return failed;
    dispatch(customerEntered(customer));
    dispatch(report('form-passed'));
    return moved;
  };

/** The same code request again (D-137). */
export const resendCode = (): BookingThunk<Promise<boolean>> => async (dispatch, getState) => {
  const { customer } = getState().booking.draft;
  return customer ? dispatch(sendCode(customer)) : false;
};

/**
 * Submits the client form: section 4, Form submit order (INFO-18 to INFO-22). Signed in: the record is stored and the
 * appointment saved; otherwise a code is sent. Every way out is one event of the flow.
 */
export const submitClientInfo =
  (values: ClientInfoValues): BookingThunk<Promise<Outcome>> =>
  async (dispatch, getState, services) => {
    const shop = selectShop(getState());
    if (!shop) return failed;
    const owner = selectOwner(getState());
    const customer = customerOf(values, shop, selectClient(getState()));
    dispatch(formSubmitted({ customer, note: values.note ?? '', allowRemind: values.allowRemind }));

    const isOwnContact = owner !== null && customer.email === (owner.email ?? '') && customer.phoneNumber === (owner.phoneNumber ?? '');
    const check = isOwnContact ? 'passed' : await dispatch(checkContacts(customer));
    if (check === 'failed') return failed;
    if (check === 'refused') {
      dispatch(report('form-refused'));
      return moved;
    }
    if (owner) {
      if (owner.firstName !== customer.firstName) {
        await dispatch(authApi.endpoints.updateName.initiate({ params: { id: owner.id }, body: { firstName: customer.firstName } }));
      }
      return dispatch(save('client_info_collection', 'form-passed'));
    }
    const { skipOtp } = selectFacts(getState(), serverNow(getState(), services));
    if (skipOtp) return dispatch(save('client_info_collection', 'form-passed'));
    if (!(await dispatch(sendCode(customer)))) return failed;
    dispatch(report('form-passed'));
    return moved;
  };

/** A code was entered: sign in, then on to where verification came from (VERIF-06 to VERIF-11). */
export const submitCode =
  (code: string): BookingThunk<Promise<CodeOutcome>> =>
  async (dispatch, getState) => {
    const { draft, position } = getState().booking;
    if (position.step !== 'verification' || !draft.customer) return 'failed';
    const { customer } = draft;
    const name = customer.firstName === '' ? {} : { firstName: customer.firstName };
    const answer = await dispatch(authApi.endpoints.verifyCode.initiate({ body: { code, ...codeBody(customer), ...name, role: ROLE_CUSTOMER } }));
    const failure = failureOf(answer);
    if (failure) {
      const outcome = codeOutcome(failure);
      if (outcome === 'exceeded') dispatch(verificationExceeded());
      return outcome;
    }

    await dispatch(loadClient());
    if (position.origin === 'client-info') {
      // The code is used up: whatever fails now is retried from the form, signed in.
      const saved = await dispatch(save('verification', 'signed-in'));
      if (saved.kind !== 'moved') dispatch(report('form-reopened'));
      return 'moved';
    }
    await dispatch(nameFromRecord());
    dispatch(report('signed-in'));
    return 'moved';
  };

function codeOutcome(failure: Failure): CodeOutcome {
  const plain = failure.kind === 'http' ? `${failure.code ?? ''} ${failure.message ?? ''}`.toLowerCase().replaceAll(' ', '') : '';
  if (plain.includes('verificationmaximumexceeded')) return 'exceeded';
  return plain.includes('invalidcode') ? 'wrong' : 'failed';
}

/** The owner's record, read anew; the flow's facts and the form's pets come from it. */
const loadClient = (): BookingThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) await dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner), { forceRefetch: true, subscribe: false }));
};

/** A user without a name gets the record's (VERIF-08, D-27); a failure changes nothing. */
const nameFromRecord = (): BookingThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  const client = selectClient(getState());
  const firstName = [client?.first_name, client?.last_name].filter(Boolean).join(' ');
  if (!owner || owner.firstName || firstName === '') return;
  await dispatch(authApi.endpoints.updateName.initiate({ params: { id: owner.id }, body: { firstName } }));
};

/**
 * Stores the client record and saves the appointment, then reports `event` (SAVE-01, D-97). The create call carries the
 * draft's own key, so that a retry after a lost reply finds the same appointment.
 */
const save =
  (source: 'client_info_collection' | 'verification', event: 'form-passed' | 'signed-in'): BookingThunk<Promise<Outcome>> =>
  async (dispatch, getState, services) => {
    const { draft, params } = getState().booking;
    const userId = getState().session.user?.id;
    const shop = selectShop(getState());
    if (!draft.customer || !userId || !shop) return failed;

    const client = await dispatch(authApi.endpoints.upsertClient.initiate({ body: upsertBody(draft.customer, userId, source) }));
    if (!client.data) return refusedOr(failureOf(client));
    dispatch(clientKnown({ clientId: client.data.id, createdAt: client.data.created_at ?? null }));

    if (!draft.isSaved) {
      const returning = isReturningFor(client.data, draft.returningClientFlow, new Date(serverNow(getState(), services)));
      const body = appointmentBody(draft, shop, { userId, isReturning: returning, productToken: params.productToken });
      if (!body) return failed;
      const answer = await dispatch(bookingApi.endpoints.createAppointment.initiate({ body, key: draft.createKey }));
      const failure = failureOf(answer);
      if (failure && hasCode(failure, 'slot_gone')) {
        dispatch(report('slot-gone'));
        return moved;
      }
      const appointment = answer.data ?? (failure && (await dispatch(firstResult(failure))));
      if (!appointment) return failed;
      dispatch(appointmentBooked(appointment));
    }
    dispatch(report(event));
    return moved;
  };

/** A changed body under the draft's key: the appointment was booked before, so it is loaded and shown (D-97, D-202). */
const firstResult =
  (failure: Failure): BookingThunk<Promise<Appointment | null>> =>
  async (dispatch) => {
    if (failure.kind !== 'http' || failure.code !== 'idempotency_mismatch') return null;
    const id = typeof failure.result === 'object' && failure.result !== null && 'id' in failure.result ? failure.result.id : null;
    if (typeof id !== 'string') return null;
    const answer = await dispatch(bookingApi.endpoints.getAppointment.initiate({ params: { id } }, { forceRefetch: true, subscribe: false }));
    return answer.data ?? null;
  };

function refusedOr(failure: Failure | null): Outcome {
  if (failure?.kind !== 'http') return failed;
  if (failure.code === 'AliasAlreadyUsed') return { kind: 'refused', fields: { phoneNumber: ALIAS_USED } };
  return Object.keys(failure.fields).length > 0 ? { kind: 'refused', fields: failure.fields } : failed;
}
