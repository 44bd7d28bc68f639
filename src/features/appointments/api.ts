import { cancelAppointment, pickTime, rescheduleAppointment } from '../../contract/appointments';
import { api, contractMutation } from '../../api/api';
import { keepChange } from '../../api/keepChange';
import { loadShop } from '../../api/loadShop';
import { loadRecords } from '../../api/records/records';
import { hasCode, type Failure } from '../../domain/failure';

/** Whether the refusal shows that the page's copy of the clinic's rules, or of the appointment, is out of date. */
const isOutdated = (failure: Failure | undefined): boolean =>
  failure !== undefined && (hasCode(failure, 'not_allowed') || hasCode(failure, 'not_found'));

type Started = Parameters<typeof keepChange>[1];

/** Shows and saves the changed appointment; after a refusal because of outdated data, reloads clinic and records. */
async function followChange(change: unknown, started: Started): Promise<void> {
  const { dispatch, queryFulfilled } = started;
  await keepChange(change, started);
  const failure = await queryFulfilled.then(
    () => undefined,
    ({ error }: { error?: Failure }) => error,
  );
  if (isOutdated(failure)) await Promise.all([dispatch(loadShop()), dispatch(loadRecords(true))]);
}

const change = {
  invalidatesTags: (reply: unknown, failure: Failure | undefined) =>
    reply || isOutdated(failure) ? (['Appointments'] as const) : [],
  onQueryStarted: followChange,
};

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelAppointment: contractMutation(build, cancelAppointment, change),
    rescheduleAppointment: contractMutation(build, rescheduleAppointment, change),
    pickTime: contractMutation(build, pickTime, change),
  }),
});
