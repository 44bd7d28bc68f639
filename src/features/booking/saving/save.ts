import { failureOf } from '../../../api/api';
import { authApi } from '../../../api/auth';
import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { selectOwner } from '../../../state/session';
import type { Appointment } from '../../../contract/appointments';
import { notTaken } from '../../../domain/booking/firstTry';
import { appointmentBody } from '../../../domain/booking/saving';
import { isReturningFor } from '../../../domain/client/clientType';
import { capSentence, hasCode, isOutdated, type Failure } from '../../../domain/failure';
import { bookingApi } from '../api';
import { readOffer } from '../store/readOffer';
import { readAppointment } from './booked';
import { clientQuery, selectFacts, selectFirstProduct } from '../store/facts';
import { upsertBody } from '../client/requestBodies';
import {
  appointmentBooked,
  appointmentNotSaved,
  clientKnown,
  createSent,
  customerEntered,
  firstTryFound,
  type NotSaved,
} from '../store/slice';
import { ALIAS_USED } from '../../../domain/validation/contact';
import type { AppThunk } from '../../../state/store';

/**
 * The result of saving. `gone`: the time was taken; `changed`: the clinic takes the visit no more as it was chosen;
 * `refused`: messages by the form's fields.
 */
export type Saved = { kind: 'saved' } | { kind: 'gone' } | { kind: 'changed' } | Refusal;
/** `isCapped`: a cap refused it, whose own sentence says whom to call (D-404). */
export type Refusal = { kind: 'failed'; isCapped?: true } | { kind: 'refused'; fields: Record<string, string> };
const failed: Refusal = { kind: 'failed' };

/**
 * Stores the client record, then the appointment as far as it is due: at once without a deposit, as a request before an
 * optional deposit, and not at all before a required one (DEP-10, DEP-11, SAVE-01).
 */
export const save =
  (source: 'client_info_collection' | 'verification'): AppThunk<Promise<Saved>> =>
  async (dispatch, getState, services) => {
    const { customer } = getState().booking.draft;
    const userId = getState().session.user?.id;
    if (!customer || !userId) return failed;
    const answer = await dispatch(
      authApi.endpoints.upsertClient.initiate({ body: upsertBody(customer, userId, source) }),
    );
    if (!answer.data) return refusedOr(failureOf(answer), ['phoneNumber']);
    // An owner who signed in as another client has other pets: then only the pet's typed name is sent.
    if (customer.patientId !== null && !answer.data.patients.some(({ id }) => id === customer.patientId))
      dispatch(customerEntered({ ...customer, patientId: null }));
    dispatch(clientKnown({ clientId: answer.data.id, createdAt: answer.data.created_at ?? null }));
    // The flow's facts come from the record, so it is loaded before the next step is chosen.
    if (selectOwner(getState()))
      await dispatch(authApi.util.upsertQueryData('clientByUser', clientQuery({ id: userId }), answer.data));

    const isDepositDue = () => selectFacts(getState(), serverNow(getState(), services)).depositRequired;
    const wasDue = isDepositDue();
    const saved = await dispatch(saveOrPayFirst(wasDue));
    if (saved.kind !== 'changed') return saved;
    await dispatch(readOffer());
    return isDepositDue() === wasDue ? saved : dispatch(saveOrPayFirst(!wasDue));
  };

/** Saves the appointment, unless its deposit is to be paid before (DEP-10). */
const saveOrPayFirst =
  (isDepositDue: boolean): AppThunk<Promise<Saved>> =>
  async (dispatch, getState) => {
    const isPaidFirst = selectFirstProduct(getState())?.metadata.appointmentRequestWithoutDeposit !== true;
    return isDepositDue && isPaidFirst ? { kind: 'saved' } : dispatch(saveAppointment(isDepositDue));
  };

/**
 * Saves the appointment unless it is saved already. The call carries the draft's own key, so that a retry after a lost
 * reply finds the same appointment (D-97). `isBeforeDeposit`: save it as a request whose deposit is still to be paid
 * (DEP-10).
 */
export const saveAppointment =
  (isBeforeDeposit: boolean): AppThunk<Promise<Saved>> =>
  async (dispatch, getState, services) => {
    const { draft, params } = getState().booking;
    const shop = selectShop(getState());
    const userId = getState().session.user?.id;
    if (draft.isSaved) return { kind: 'saved' };
    if (!shop || !userId) return failed;
    const now = new Date(serverNow(getState(), services));
    const record = draft.clientId === null ? null : { created_at: draft.customer?.created_at };
    const isReturning = isReturningFor(record, draft.returningClientFlow, now);
    const body = appointmentBody(draft, shop, {
      userId,
      isReturning,
      isBeforeDeposit,
      productToken: params.productToken,
    });
    if (!body) return failed;

    dispatch(createSent(true));
    const answer = await dispatch(bookingApi.endpoints.createAppointment.initiate({ body, key: draft.createKey }));
    const failure = failureOf(answer);
    const first = failure && (await dispatch(firstResult(failure)));
    const appointment = answer.data ?? first;
    if (appointment) {
      if (first) dispatch(firstTryFound(notTaken(draft, first)));
      dispatch(appointmentBooked(appointment));
      await dispatch(linkDeposit(appointment.id));
      return { kind: 'saved' };
    }
    if (!failure) return failed;
    if (hasCode(failure, 'slot_gone')) {
      dispatch(createSent(false));
      return { kind: 'gone' };
    }
    dispatch(appointmentNotSaved(traceOf(failure)));
    if (isOutdated(failure)) return { kind: 'changed' };
    return refusedOr(failure, []);
  };

/**
 * Tells the server which appointment a paid deposit is for (API-53, D-96). The server also works this out without the
 * call (D-215), so a failure is ignored.
 */
const linkDeposit =
  (appointment_id: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { deposit_paid, paymentRequestId: id } = getState().booking.draft;
    if (deposit_paid && id !== null)
      await dispatch(bookingApi.endpoints.linkPayment.initiate({ params: { id }, body: { id, appointment_id } }));
  };

/**
 * Loads the appointment that an earlier call with the draft's key booked, when the server refuses a changed body under
 * that key (D-97, D-202).
 */
const firstResult =
  (failure: Failure): AppThunk<Promise<Appointment | null>> =>
  async (dispatch) => {
    if (failure.kind !== 'http' || failure.code !== 'idempotency_mismatch') return null;
    const id =
      typeof failure.result === 'object' && failure.result !== null && 'id' in failure.result
        ? failure.result.id
        : null;
    if (typeof id !== 'string') return null;
    return dispatch(readAppointment(id));
  };

const traceOf = (failure: Failure): NotSaved => ({
  kind: failure.kind,
  status: 'status' in failure ? failure.status : null,
  code: failure.kind === 'http' ? failure.code : null,
});

/** The server's field names mapped to the form's, where they differ. */
const formFields: Readonly<Record<string, string>> = {
  first_name: 'firstName',
  last_name: 'firstName',
  phone: 'phoneNumber',
  patientName: 'petName',
  client_dob: 'clientDob',
};

/**
 * Turns a failure into messages by the form's field. `contacts` are the fields to mark when a phone or e-mail belongs
 * to another account (D-21).
 */
export function refusedOr(failure: Failure | null, contacts: readonly string[]): Refusal {
  if (failure?.kind !== 'http') return failed;
  if (capSentence(failure) !== null) return { kind: 'failed', isCapped: true };
  if (failure.code === 'AliasAlreadyUsed' && contacts.length > 0)
    return { kind: 'refused', fields: Object.fromEntries(contacts.map((name) => [name, ALIAS_USED])) };
  const fields = Object.fromEntries(
    Object.entries(failure.fields).map(([name, text]) => [formFields[name] ?? name, text]),
  );
  return Object.keys(fields).length > 0 ? { kind: 'refused', fields } : failed;
}
