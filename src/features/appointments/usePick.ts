import { useState } from 'react';
import { failureOf } from '../../api/api';
import { loadRecords } from '../../api/records/records';
import { sendAsOne } from '../../api/tryKeys';
import { OFFER_ENDED, PICK_UNHEARD, PICKED, TIME_TAKEN } from '../../domain/appointment/answer';
import { failureText, hasCode, meaningOf } from '../../domain/failure';
import { toastShown } from '../../state/toasts';
import { useAppDispatch } from '../../state/store';
import { useLocked } from '../../state/useLocked';
import { appointmentsApi } from './api';

/** Picking an offered time (D-425): which one is under way, which ones turned out to be taken, and what to say. */
export type Pick = {
  pick: (timeId: string) => void;
  picking: string | null;
  gone: readonly string[];
  problem: string | null;
  /** The clinic was asked, and its reply could not be read: the time may be booked. */
  isUnheard: boolean;
};

/** Picks one of an appointment's offered times with one tap. `left` is the number of times that can be picked. */
export function usePick(appointmentId: string, left: number): Pick {
  const dispatch = useAppDispatch();
  const [picking, setPicking] = useState<string | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [unheard, setUnheard] = useState<string | null>(null);
  const [send] = appointmentsApi.usePickTimeMutation();
  const [run] = useLocked(async (timeId: string) => {
    setPicking(timeId);
    setUnheard(null);
    const given = { params: { id: appointmentId }, body: { time_id: timeId } };
    const answer = await sendAsOne(JSON.stringify(['pick', appointmentId, timeId]), (key) => send({ ...given, key }));
    const failure = failureOf(answer);
    const meaning = failure && meaningOf(failure);
    const isGone = failure && hasCode(failure, 'slot_gone');
    const text = failure && failureText(failure, PICK_UNHEARD);
    if (isGone) setGone((known) => [...known, timeId]);
    else if (meaning === 'unsure' || meaning === 'noNetwork') setUnheard(text ?? PICK_UNHEARD);
    else if (text && meaning !== 'signedOut') dispatch(toastShown(text));
    // It was picked meanwhile, perhaps on another device: what is shown is old.
    if (isGone) void dispatch(loadRecords(true));
    if (answer.data) dispatch(toastShown(PICKED));
    setPicking(null);
  });
  const problem = unheard ?? (gone.length === 0 ? null : gone.length < left ? TIME_TAKEN : OFFER_ENDED);
  return { pick: (timeId) => void run(timeId), picking, gone, problem, isUnheard: unheard !== null };
}
