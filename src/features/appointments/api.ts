import { cancelAppointment, pickTime, rescheduleAppointment } from '../../contract/appointments';
import { api, contractMutation } from '../../api/api';
import { keepChange } from '../../api/keepChange';
import { loadShop } from '../../api/loadShop';
import { loadRecords } from '../../api/records/records';
import { hasCode, isOutdated, meaningOf, type Failure } from '../../domain/failure';

type Started = Parameters<typeof keepChange>[1];

/** Whether clinic or appointment are others by now, as the refusal shows, or may be since the reply could not be read. */
const isBehind = (failure: Failure | undefined): boolean =>
  failure !== undefined && (isOutdated(failure) || hasCode(failure, 'conflict') || meaningOf(failure) === 'unsure');

/** Shows and saves the changed appointment; where what is shown may be outdated, reloads clinic and records. */
async function followChange(change: unknown, started: Started): Promise<void> {
  const { dispatch, queryFulfilled } = started;
  await keepChange(change, started);
  const failure = await queryFulfilled.then(
    () => undefined,
    ({ error }: { error?: Failure }) => error,
  );
  if (isBehind(failure)) await Promise.all([dispatch(loadShop()), dispatch(loadRecords(true))]);
}

const change = {
  invalidatesTags: (reply: unknown, failure: Failure | undefined) =>
    reply || isBehind(failure) ? (['Appointments'] as const) : [],
  onQueryStarted: followChange,
};

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelAppointment: contractMutation(build, cancelAppointment, change),
    rescheduleAppointment: contractMutation(build, rescheduleAppointment, change),
    pickTime: contractMutation(build, { ...pickTime, saysItself: true }, change),
  }),
});
