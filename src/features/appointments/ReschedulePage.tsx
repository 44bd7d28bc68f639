import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/api';
import { offlineReason, selectIsOnline } from '../../state/connection';
import { useAppointmentRecord } from '../../api/records/records';
import { toastShown } from '../../state/toasts';
import { useLocked } from '../../state/useLocked';
import { useServerTime } from '../../state/useServerTime';
import type { Shop } from '../../contract/shop';
import { CALL_TO_RESCHEDULE, mayReschedule } from '../../domain/appointment/change';
import {
  moveBody,
  moveRefusals,
  type MoveCountdown,
  type MovePicker,
  type MoveRefusal,
  type MoveTo,
} from '../../domain/appointment/move';
import { formatDateTime } from '../../domain/clinicTime';
import { hasCode } from '../../domain/failure';
import { Button } from '../../ui/actions/Button';
import { ChatIcon } from '../../ui/icons/frame';
import { Notice } from '../../ui/feedback/Notice';
import { Counter, Foot, Screen } from '../../ui/layout/Screen';
import { DatesSkeleton } from '../../ui/feedback/Skeleton';
import { rescheduleAppointment, type Appointment } from '../../contract/appointments';
import { TooMany } from '../../shared/clinic/TooMany';
import { CallClinic } from './CallClinic';
import { appointmentsApi } from './api';
import { UnreadVisit } from './UnreadVisit';
import { changeable, useViewer } from './useVisit';
import { useAppDispatch, useAppSelector } from '../../state/store';
import * as css from './appointments.module.css';

export interface ReschedulePageProps {
  shop: Shop;
  appointmentId: string;
  onTextUs: () => void;
  picker: (given: MovePicker) => ReactNode;
  hold: (given: MoveCountdown) => ReactNode;
}

/**
 * Offers other times for an appointment, where the clinic lets owners cancel and move; else its phone and
 * text-us (D-42).
 */
export function ReschedulePage({ shop, appointmentId, onTextUs, picker, hold }: ReschedulePageProps) {
  const navigate = useNavigate();
  const isOnline = useAppSelector(selectIsOnline);
  const { data, isLoading, hasFailed, isMissing, reload } = useAppointmentRecord(appointmentId);
  const viewer = useViewer();
  const [now] = useServerTime();
  const choice = useMoveTo();
  const href = `/${shop.id}/appointments/${encodeURIComponent(appointmentId)}`;
  const back = () => void navigate(href);
  const isKnown = data !== undefined && viewer !== undefined;
  return (
    <Screen
      portal
      title="Reschedule"
      onBack={back}
      hold={
        choice.chosen && (
          <Suspense>
            {hold({ chosen: choice.chosen, onExtended: choice.choose, onGone: choice.lose, onExpire: choice.expire })}
          </Suspense>
        )
      }
    >
      <Counter>
        {!isKnown && (isLoading || viewer === undefined) && <DatesSkeleton label="Loading the appointment" />}
        {!data &&
          !isLoading &&
          hasFailed &&
          (isOnline ? (
            <UnreadVisit isMissing={isMissing} listHref={`/${shop.id}/appointments`} onRetry={reload} />
          ) : (
            <Notice kind="hint">{offlineReason}</Notice>
          ))}
        {isKnown &&
          (mayReschedule(changeable(data), viewer, shop.feature_settings, now) ? (
            <Move
              appointment={data}
              shop={shop}
              choice={choice}
              onTextUs={onTextUs}
              picker={picker}
              onMoved={() => void navigate(href, { replace: true })}
            />
          ) : (
            <>
              <CallClinic shop={shop}>{CALL_TO_RESCHEDULE}</CallClinic>
              <Button kind="quiet" icon={<ChatIcon />} onClick={onTextUs}>
                Text us
              </Button>
            </>
          ))}
      </Counter>
    </Screen>
  );
}

type Choice = ReturnType<typeof useMoveTo>;

/** Holds the chosen start, the starts that were refused as taken, and why the last choice was dropped. */
function useMoveTo() {
  const [chosen, setChosen] = useState<MoveTo | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<MoveRefusal | null>(null);
  const choose = useCallback((next: MoveTo | null) => {
    setChosen(next);
    if (next) setRefusal(null);
  }, []);
  const lose = useCallback((start: string) => {
    setGone((known) => [...known, start]);
    setRefusal('slot-gone');
    setChosen(null);
  }, []);
  const expire = useCallback(() => {
    setRefusal('hold-expired');
    setChosen(null);
  }, []);
  return { chosen, gone, refusal, choose, lose, expire };
}

const moves = [rescheduleAppointment];

type MoveProps = Pick<ReschedulePageProps, 'shop' | 'picker'> &
  Pick<MovePicker, 'appointment' | 'onTextUs'> & { choice: Choice; onMoved: () => void };

function Move({ appointment, shop, choice, onTextUs, picker, onMoved }: MoveProps) {
  const { chosen, gone, refusal, choose, lose } = choice;
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const said = useRef<HTMLDivElement>(null);
  // The refused time is below the notice, often more than a screen away.
  useEffect(() => {
    if (refusal) said.current?.scrollIntoView?.({ block: 'center' });
  }, [refusal]);
  const [reschedule] = appointmentsApi.useRescheduleAppointmentMutation();
  const [tried, setTried] = useState<{ to: number; from: number } | null>(null);
  const finish = ({ status }: Pick<Appointment, 'status'>) => {
    dispatch(
      toastShown(status === 'REQUESTED' ? 'Your appointment has been requested!' : 'Your appointment is scheduled'),
    );
    onMoved();
  };
  const start = Date.parse(appointment.fromDate);
  const isFound = tried !== null && start === tried.to && start !== tried.from;
  const finishFound = useEffectEvent(() => finish(appointment));
  // The answer was lost, and the appointment as it was read since is where it was to go.
  useEffect(() => {
    if (isFound) finishFound();
  }, [isFound]);
  const [move, isMoving] = useLocked(async (to: MoveTo) => {
    setTried({ to: Date.parse(to.slot.dateTime), from: start });
    const answer = await reschedule({ params: { id: appointment.id }, body: moveBody(to), key: to.key });
    const failure = failureOf(answer);
    if (failure && hasCode(failure, 'slot_gone')) lose(to.slot.dateTime);
    if (answer.data) finish(answer.data);
  });
  return (
    <>
      <p className={css.appointmentNow}>{`Now: ${formatDateTime(new Date(appointment.fromDate), shop.timezone)}`}</p>
      <div ref={said}>{refusal && <Notice kind="error">{moveRefusals[refusal]}</Notice>}</div>
      <Suspense fallback={<DatesSkeleton label="Looking for open times" />}>
        {picker({ appointment, chosen, gone, onChosen: choose, onGone: lose, onTextUs })}
      </Suspense>
      {chosen && (
        <Foot>
          <TooMany of={moves} />
          <Button busy={isMoving} reason={isOnline ? null : offlineReason} onClick={() => void move(chosen)}>
            {`Move to ${formatDateTime(new Date(chosen.slot.dateTime), shop.timezone)}`}
          </Button>
        </Foot>
      )}
    </>
  );
}
