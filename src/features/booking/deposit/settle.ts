import { selectShop } from '../../../state/clinic';
import { selectOwner } from '../../../state/session';
import type { PaymentRequest } from '../../../contract/payments';
import { isCalledOff } from '../../../domain/appointment/bookedEvent';
import { bookingApi } from '../api';
import { isOwnerLost, verifyAgain } from '../client/lookup';
import { readBooked } from '../saving/booked';
import { saveAppointment } from '../saving/save';
import { appointmentBooked, depositPaid } from '../store/slice';
import type { AppThunk } from '../../../state/store';

/** The result for the appointment after its deposit was paid. `gone`: its time was taken meanwhile (D-96). */
export type Settled = 'saved' | 'failed' | 'gone';

/**
 * Settles the appointment after a paid deposit (DEP-14 to DEP-16, D-95): accepts an earlier request where the clinic
 * accepts at once, or saves a new appointment with the deposit. Repeated calls do nothing twice. An owner whose session
 * was lost signs in first and comes back here.
 */
export const settleDeposit =
  (payment: PaymentRequest): AppThunk<Promise<Settled>> =>
  async (dispatch) => {
    const settled = await dispatch(settle(payment));
    if (settled === 'failed' && dispatch(isOwnerLost())) await dispatch(verifyAgain());
    return settled;
  };

const settle =
  (payment: PaymentRequest): AppThunk<Promise<Settled>> =>
  async (dispatch, getState) => {
    const { completed_at, amount, confirmation_number } = payment;
    dispatch(
      depositPaid({
        id: payment.id,
        deposit: { amount, completed_at, confirmation_number },
        appointmentStatus: payment.appointment_status ?? null,
      }),
    );
    const { draft, params, booked } = getState().booking;
    const isAutoAccept = selectShop(getState())?.metadata.isAutoAccept === true;
    const isLink = params.paymentId !== null;
    const id = isLink ? (payment.appointment_id ?? null) : draft.appointmentId;
    if (isLink || draft.isSaved) {
      // What was called off while the owner paid is nothing to accept; the next step says so.
      const isOff = isCalledOff(payment.appointment_status ?? '');
      if (isOff || !isAutoAccept || id === null || (isLink && !selectOwner(getState()))) return 'saved';
      const isAccepted = isLink || booked?.status === 'ACCEPTED';
      const answer = isAccepted
        ? await dispatch(
            bookingApi.endpoints.enableReminders.initiate({
              params: { id },
              body: { id, enableReminders: draft.allowRemind },
            }),
          )
        : await dispatch(
            bookingApi.endpoints.acceptRequest.initiate({
              params: { id },
              query: { enableReminders: String(draft.allowRemind) },
            }),
          );
      if (answer.data) dispatch(appointmentBooked(answer.data));
      if (answer.data || isLink) return 'saved';
      const found = await dispatch(readBooked());
      return found && isCalledOff(found.status) ? 'saved' : 'failed';
    }
    const saved = await dispatch(saveAppointment(false));
    return saved.kind === 'saved' || saved.kind === 'gone' ? saved.kind : 'failed';
  };
