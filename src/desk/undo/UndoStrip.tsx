import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCallback, useEffect, useMemo } from 'react';
import { aboutWords, undoables, type Undoable } from '../../domain/desk/takeBack';
import { deviceNow } from '../../offline/clock';
import { useAnnounced } from '../../ui/behaviour/announce';
import { useInboxQuery } from '../api/inbox';
import { selectClockOffset } from '../connection';
import { useKey } from '../keys/keys';
import { afterPaint } from '../keys/turn';
import { selectKept } from '../session/session';
import { useAppDispatch, useAppSelector } from '../store';
import { answerForgotten, selectGiven, selectNotTakenBack, undoRefusalRead, undoWanted } from './answers';
import { answersFound, takeBack } from './giving';
import { MissedBar } from './MissedBar';
import { UnheardBar } from './UnheardBar';
import { RefundFailed } from './RefundFailed';
import { UndoBar } from './UndoBar';

/** How long it is said at least that an Undo did not succeed, milliseconds. */
const SAID_MS = 8000;

/**
 * Shows what can be taken back, and does so by `U` anywhere (D-426), also what was given at another clinic, which it
 * names. Opens the item that came back, with its clinic. It stands on every page of the desk, at its foot.
 */
export function UndoStrip({
  clinicId,
  openId,
  onOpen,
}: {
  /** The clinic that is open; null while one is being chosen. */
  clinicId: string | null;
  openId: string | null;
  onOpen: (itemId: string, clinicId: string) => void;
}) {
  const dispatch = useAppDispatch();
  const clinics = useAppSelector(selectKept)?.clinics;
  const clinicName = useCallback(
    (id: string) => (id === clinicId ? '' : (clinics?.find((clinic) => clinic.id === id)?.name ?? '')),
    [clinicId, clinics],
  );
  const offset = useAppSelector(selectClockOffset);
  const clock = useCallback(() => deviceNow() + offset, [offset]);
  const given = useAppSelector(selectGiven);
  const notTakenBack = useAppSelector(selectNotTakenBack);
  useAnnounced(notTakenBack ? `${notTakenBack.about}: ${notTakenBack.says}` : '');
  // Once the answer has left there is nothing to try again.
  useEffect(() => {
    if (!notTakenBack) return undefined;
    const timer = setTimeout(() => dispatch(undoRefusalRead()), Math.max(SAID_MS, notTakenBack.until - clock()));
    return () => clearTimeout(timer);
  }, [notTakenBack, clock, dispatch]);
  const list = useInboxQuery(clinicId === null ? skipToken : { clinicId }, {
    selectFromResult: ({ data }) => ({ list: data }),
  }).list;
  const rows = list?.rows;
  useEffect(() => {
    if (list && clinicId !== null) dispatch(answersFound(clinicId, list));
  }, [list, clinicId, dispatch]);
  const shown = useMemo(() => {
    const mine = Object.values(given);
    const inHand = new Set(mine.flatMap(({ itemId, clinicId: at }) => (at === clinicId ? itemId : [])));
    return undoables(
      [
        ...mine
          .filter(({ state }) => state === 'given')
          .map(({ row, answer, clinicId: at }) => ({ ...row, answer, clinicId: at })),
        ...(rows ?? []).flatMap((row) => (clinicId === null || inHand.has(row.id) ? [] : { ...row, clinicId })),
      ],
      // What has left meanwhile is left out by the bar, which looks at the clock.
      0,
      clinicName,
    );
  }, [given, rows, clinicId, clinicName]);
  const undo = (undoable: Undoable) => {
    onOpen(undoable.itemId, undoable.clinicId);
    void dispatch(takeBack(undoable));
  };
  const undoLast = () => {
    const sending = Object.values(given).findLast(({ state }) => state === 'sending');
    const last = shown.find(({ answer }) => Date.parse(answer.leaves_at) > clock());
    if (sending) {
      onOpen(sending.itemId, sending.clinicId);
      dispatch(undoWanted(sending));
    } else if (last) undo(last);
  };
  useKey('U', 'Undo', () => afterPaint(undoLast));
  const unheard = Object.values(given).filter(({ state }) => state === 'sending' || state === 'takingBack');
  const [first, last] = [unheard[0], unheard.at(-1)];
  const missed = Object.values(given).findLast(
    ({ state, itemId, clinicId: at }) =>
      (state === 'failed' || state === 'beaten') && (itemId !== openId || at !== clinicId),
  );
  return (
    <>
      {missed && (
        <MissedBar
          about={aboutWords(missed.row, clinicName(missed.clinicId))}
          says={`${missed.state === 'failed' ? 'not sent. ' : ''}${missed.says ?? ''}`}
          onOpen={() => onOpen(missed.itemId, missed.clinicId)}
          onClose={() => dispatch(answerForgotten(missed))}
        />
      )}
      {notTakenBack && (
        <MissedBar
          about={notTakenBack.about}
          says={notTakenBack.says}
          onOpen={() => onOpen(notTakenBack.itemId, notTakenBack.clinicId)}
          onClose={() => dispatch(undoRefusalRead())}
        />
      )}
      {first && last && (
        <UnheardBar
          key={`${first.key} ${first.state}`}
          about={`${aboutWords(last.row, clinicName(last.clinicId))}${unheard.length > 1 ? ` and ${unheard.length - 1} more` : ''}`}
          isWantedBack={last.isWantedBack}
          onUndo={() => afterPaint(undoLast)}
        />
      )}
      <UndoBar undoables={shown} clock={clock} onUndo={(undoable) => afterPaint(() => undo(undoable))} />
      {clinicId !== null && <RefundFailed rows={rows ?? null} onOpen={(id) => onOpen(id, clinicId)} />}
    </>
  );
}
