import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { failureOf } from '../../api/api';
import { offlineReason, selectIsOnline } from '../../api/connection';
import { toastShown } from '../../api/toasts';
import { useLocked } from '../../api/useLocked';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { CALL_TO_RESCHEDULE, mayReschedule } from '../../domain/appointment/change';
import { moveBody, type MoveTo } from '../../domain/appointment/move';
import { formatDateTime } from '../../domain/clinicTime';
import { hasCode } from '../../offline/exchange';
import { Button } from '../../ui/Button';
import { ChatIcon } from '../../ui/icons/frame';
import { Notice } from '../../ui/Notice';
import { Counter, Foot, Screen } from '../../ui/Screen';
import { DatesSkeleton } from '../../ui/Skeleton';
import { CallClinic } from './CallClinic';
import { appointmentsApi } from './api';
import { changeable, useServerTime, useViewer } from './useVisit';

/** What the booking's picker of dates and times is given, for an appointment that is to be moved. */
export type PickerProps = {
  appointment: Appointment;
  chosen: MoveTo | null;
  gone: readonly string[];
  onChosen: (chosen: MoveTo | null) => void;
  onGone: (start: string) => void;
  onTextUs: () => void;
};

type Given = { shop: Shop; onTextUs: () => void; picker: (given: PickerProps) => ReactNode };

/** HOLD-06 */
const SLOT_GONE = "We're sorry, this time is no longer available. Please choose another time.";

/** Another time for an appointment, where the clinic lets owners cancel and move; else its phone and text-us (D-42). */
export function ReschedulePage({ shop, onTextUs, picker }: Given) {
  const { appointmentId = '' } = useParams();
  const navigate = useNavigate();
  const isOnline = useSelector(selectIsOnline);
  const { data, isError, isFetching, refetch } = appointmentsApi.useOneAppointmentQuery({ params: { id: appointmentId } });
  const viewer = useViewer();
  const [now] = useServerTime();
  const href = `/${shop.id}/appointments/${encodeURIComponent(appointmentId)}`;
  const back = () => void navigate(href);
  const isKnown = data !== undefined && viewer !== undefined;
  return (
    <Screen portal title="Reschedule" onBack={back}>
      <Counter>
        {!isKnown && !isError && <DatesSkeleton label="Loading the appointment" />}
        {isError && !data && !isFetching && (
          <Notice kind={isOnline ? 'error' : 'hint'} action={isOnline ? <Button kind="quiet" small onClick={() => void refetch()}>Try again</Button> : undefined}>
            {isOnline ? "We couldn't load this appointment." : offlineReason}
          </Notice>
        )}
        {isKnown &&
          (mayReschedule(changeable(data), viewer, shop.feature_settings, now) ? (
            <Move appointment={data} shop={shop} onTextUs={onTextUs} picker={picker} onMoved={() => void navigate(href, { replace: true })} />
          ) : (
            <>
              <CallClinic shop={shop}>{CALL_TO_RESCHEDULE}</CallClinic>
              <Button kind="quiet" icon={<ChatIcon />} onClick={onTextUs}>Text us</Button>
            </>
          ))}
      </Counter>
    </Screen>
  );
}

function Move({ appointment, shop, onTextUs, picker, onMoved }: Given & { appointment: Appointment; onMoved: () => void }) {
  const dispatch = useDispatch();
  const isOnline = useSelector(selectIsOnline);
  const [chosen, setChosen] = useState<MoveTo | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [isTaken, setTaken] = useState(false);
  const [reschedule] = appointmentsApi.useRescheduleAppointmentMutation();
  const lose = useCallback((start: string) => {
    setGone((known) => [...known, start]);
    setTaken(true);
    setChosen(null);
  }, []);
  const choose = useCallback((next: MoveTo | null) => {
    setChosen(next);
    if (next) setTaken(false);
  }, []);
  const [move, isMoving] = useLocked(async (to: MoveTo) => {
    const answer = await reschedule({ params: { id: appointment.id }, body: moveBody(to) });
    const failure = failureOf(answer);
    if (failure && hasCode(failure, 'slot_gone')) lose(to.slot.dateTime);
    if (!answer.data) return;
    dispatch(toastShown(answer.data.status === 'REQUESTED' ? 'Your appointment has been requested!' : 'Your appointment is scheduled'));
    onMoved();
  });
  return (
    <>
      <p>{`Now: ${formatDateTime(new Date(appointment.fromDate), shop.timezone)}`}</p>
      {isTaken && <Notice kind="error">{SLOT_GONE}</Notice>}
      <Suspense fallback={<DatesSkeleton label="Looking for open times" />}>
        {picker({ appointment, chosen, gone, onChosen: choose, onGone: lose, onTextUs })}
      </Suspense>
      {chosen && (
        <Foot>
          <Button busy={isMoving} reason={isOnline ? null : offlineReason} onClick={() => void move(chosen)}>
            {`Move to ${formatDateTime(new Date(chosen.slot.dateTime), shop.timezone)}`}
          </Button>
        </Foot>
      )}
    </>
  );
}
