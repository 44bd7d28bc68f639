import {
  Activity,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import type { Action, Item } from '../../contract/desk/inbox';
import type { MyClinic } from '../../contract/desk/staff';
import { dateInZone } from '../../domain/clinicTime';
import { dayTimes } from '../../domain/desk/dayLine';
import { firstName } from '../../domain/desk/inboxList';
import { dueInItem } from '../../domain/desk/dueWords';
import {
  bodyOf,
  folded,
  halfWords,
  isMissed,
  missing,
  turnedTo,
  type HalfWritten,
} from '../../domain/desk/halfWritten';
import { meanwhileWords, NOTHING_GOES, OVERTAKEN } from '../../domain/desk/meanwhile';
import { actionOfKey, leadOf, waysOf } from '../../domain/desk/ways';
import { deviceNow } from '../../offline/clock';
import { focusHeading } from '../../ui/behaviour/arrive';
import { useAnnounced } from '../../ui/behaviour/announce';
import { OFFLINE_REASON, selectIsOnline } from '../connection';
import { DueMark } from '../inbox/Dial';
import { useKey } from '../keys/keys';
import { afterPaint, isTurnTaken } from '../keys/turn';
import { selectPerson } from '../session/session';
import { useAppDispatch, useAppSelector } from '../store';
import { isOnItsWay, selectGivenTo } from '../undo/answers';
import { giveAgain, giveAnswer, reopenedTaken } from '../undo/giving';
import { isWide, useIsSheet } from '../isWide';
import { useNow } from '../useNow';
import { AnsweredFoot } from './AnsweredFoot';
import { TrayFocus } from '../trays/trayFocus';
import { AnswerTray } from './AnswerTray';
import { Foot } from './Foot';
import { HalfKept, noticesOf, NotSent } from './ItemNotices';
import { ItemPeek } from './ItemPeek';
import { ItemView } from './ItemView';
import { ItemWaiting } from './ItemWaiting';
import type { Opening, Press } from './opening';
import { PhoneTop } from './PhoneTop';
import { Unread } from './Unread';
import { useAsking } from './useAsking';
import { useHalf } from './useHalf';
import { useHeading } from './useHeading';
import { useOpened } from './useOpened';
import { usePresence } from './usePresence';
import * as css from './ItemPane.module.css';

export interface ItemPaneProps {
  itemId: string;
  clinic: MyClinic;
  /** Whether it is this clinic that has the item is not known yet: it is not read until then. */
  isUnsure?: boolean;
  /** Opens another item, or none. */
  onOpen: (itemId: string | null) => void;
  /** Opens the item at another clinic of the person, which has it. */
  onElsewhere: (clinicId: string) => void;
  /** The item that opens by itself after an answer. */
  opening: Opening;
  /** Told whether a sheet covers the page, so that nothing below it is reached. */
  onSheet?: (isOpen: boolean) => void;
  /** What can be taken back, where the item covers the list that says it. */
  undo?: ReactNode;
}

const nothingGoes = () => Promise.resolve({ says: NOTHING_GOES });

/** A page that opens at an item is read from its beginning anyway. */
const hasBeenTouched = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

/** Shows an item with all that its answer needs, and gives the answer. */
export function ItemPane({
  itemId,
  clinic,
  isUnsure = false,
  onOpen,
  onElsewhere,
  opening,
  onSheet,
  undo,
}: ItemPaneProps) {
  const dispatch = useAppDispatch();
  const zone = clinic.timezone;
  const nowMs = useNow();
  const now = new Date(nowMs);
  const today = dateInZone(now, zone);
  const heading = useHeading();
  const headingId = useId();
  const { row, item, says, isGone, elsewhere, again, after, beside } = useOpened(itemId, clinic.id, isUnsure);
  const goElsewhere = useEffectEvent(onElsewhere);
  useEffect(() => {
    if (elsewhere !== null) goElsewhere(elsewhere);
  }, [elsewhere]);
  const [half, keepHalf] = useHalf(itemId);
  const given = useAppSelector((state) => selectGivenTo(state, { clinicId: clinic.id, itemId }));
  const me = useAppSelector(selectPerson);
  const locked = useAppSelector(selectIsOnline) ? null : OFFLINE_REASON;
  const [takenFrom, setTakenFrom] = useState<string | null>(null);
  const asking = useAsking(itemId, clinic.id);

  const ways = useMemo(() => (item ? waysOf(item) : null), [item]);
  // The list's line of it is newer. Both stay the same while an answer is written, so that nothing above it is drawn again.
  const shown = useMemo(() => item && (row ? { ...item, row } : item), [item, row]);
  const due = useMemo(() => row && <DueMark due={dueInItem(row, nowMs, zone)} />, [row, nowMs, zone]);
  // The tray that declines is drawn in a pause before it is asked for.
  const written = half ?? (ways?.last?.tray === 'decline' ? turnedTo(null, ways.last) : null);
  const isAnswered = row?.place === 'answered';
  // Where somebody else is first, the tray stands as it was for whoever is in it, until it is folded; it sends nothing.
  const [begun, setBegun] = useState<Item | null>(null);
  const isUnfolded = half?.isOpen === 'yes' && !(isAnswered && isOnItsWay(half, given));
  const isOvertaken = isUnfolded && isAnswered && begun?.row.id === itemId;
  const isTrayOpen = isUnfolded && (!isAnswered || isOvertaken);
  const inTray = isOvertaken ? begun : item;
  // State that follows from what was read, and from what was shown before it.
  const nowBegun = isTrayOpen ? inTray : null;
  if (nowBegun !== begun) setBegun(nowBegun);
  const isUnderSheet = useIsSheet() && isTrayOpen && inTray !== null;
  useLayoutEffect(() => {
    onSheet?.(isUnderSheet);
    return () => onSheet?.(false);
  }, [isUnderSheet, onSheet]);
  const colleague = row?.presence.find(({ person_id, is_answering }) => is_answering && person_id !== me?.id) ?? null;
  const hasColleague = colleague !== null && takenFrom !== itemId;
  const isAnswering = (isTrayOpen && !isAnswered) || takenFrom === itemId;
  usePresence(itemId, clinic.id, isAnswering ? (half ?? itemId) : null, deviceNow);

  // After an answer the hand and the eyes go on at the next item's heading; so they do wherever the item covers
  // the list, but for those who turn from one to the next above it, or whose tray has the focus already.
  const pane = useRef<HTMLElement>(null);
  const isArriving = useRef(false);
  useEffect(() => {
    const isAt = (part: string) => pane.current?.querySelector(part)?.contains(document.activeElement) === true;
    const isCovering = !isWide() && hasBeenTouched() && !isAt('nav') && !isAt('[data-part=tray]');
    if (!isArriving.current && !isCovering) return;
    isArriving.current = false;
    heading.focus();
  }, [itemId, heading]);
  const goOn = () => {
    isArriving.current = true;
    opening.next(after?.id ?? null);
    onOpen(after?.id ?? null);
    if (!after) queueMicrotask(focusHeading);
  };

  const give = (action: Pick<Action, 'name' | 'client_id' | 'times'>, written: HalfWritten | null) => {
    if (!item || locked || isAnswered) return;
    const { version } = item.row;
    const body = written
      ? bodyOf(written, version)
      : {
          name: action.name,
          version,
          ...(action.client_id && { client_id: action.client_id }),
          ...(action.times && { times: action.times }),
        };
    // What is half written beside it comes back with it.
    void dispatch(giveAnswer({ row: row ?? item.row, body, half: written ?? half }));
    goOn();
  };
  // What is done is what the item then is: of a double press the second one finds it answered, or another one open.
  const doNow = (at: string, act: () => void) => {
    if (at === itemId && given?.state !== 'sending') act();
  };
  const opened = useRef<string | null>(null);
  const unfold = (half: HalfWritten) => {
    opened.current = itemId;
    keepHalf(half);
  };
  const takesFocus = useCallback(() => {
    const isByHand = opened.current === itemId;
    opened.current = null;
    const isBack = dispatch(reopenedTaken({ clinicId: clinic.id, itemId }));
    return isByHand ? 'fields' : isBack ? 'title' : null;
  }, [itemId, clinic.id, dispatch]);
  const latest = useRef({
    choose: (_at: string, _action: Action) => {},
    send: (_at: string) => {},
    fold: () => {},
  });
  useLayoutEffect(() => {
    latest.current = {
      choose: (at, action) => doNow(at, () => (action.tray ? unfold(turnedTo(half, action)) : give(action, null))),
      fold: () => {
        // Under a sheet the heading takes no focus before that is gone.
        if (half) flushSync(() => keepHalf(folded(half)));
        heading.focus();
      },
      send: (at) => doNow(at, () => isTrayOpen && missing(half) === null && give(half, half)),
    };
  });
  const isLocked = locked !== null || isAnswered;
  /** A tray may be opened at once: what it sends takes another press. */
  const choose = useCallback(
    (action: Action, press?: Press) => {
      if (isLocked || action.blocked || (!action.tray && opening.isUnseen(itemId, press))) return;
      afterPaint(() => latest.current.choose(itemId, action));
    },
    [itemId, isLocked, opening],
  );
  // A tray may have been left open in an item that opens by itself; its keys are for who is in it already.
  const send = (press?: Press) => {
    if (!press || !opening.isUnseen(itemId, press)) afterPaint(() => latest.current.send(itemId));
  };
  // What was picked just before is in it; where nothing is pending it folds, and is kept so, at once.
  const fold = () => (isTurnTaken() ? afterPaint(() => latest.current.fold()) : latest.current.fold());

  // A key that is pressed before the item is read is kept until it is.
  const pressed = useRef<{ itemId: string; key: string } | null>(null);
  const act = (key: string) => {
    if (isTrayOpen || isAnswered) return;
    const action = ways && actionOfKey(key, ways);
    if (!ways) pressed.current = { itemId, key };
    else if (action) choose(action);
  };
  const actKept = useEffectEvent(() => {
    const kept = pressed.current;
    pressed.current = null;
    if (kept?.itemId === itemId) act(kept.key);
  });
  const isRead = item !== null;
  useEffect(() => {
    if (!isRead) return;
    opening.seen(itemId);
    actKept();
  }, [isRead, itemId, opening]);
  useKey('A', (ways && leadOf(ways)?.label) ?? 'Answer', () => act('a'), !isTrayOpen);
  useKey('O', 'Offer other times', () => act('o'), !isTrayOpen);
  useKey('D', ways?.last?.label ?? 'Decline', () => act('d'), !isTrayOpen);
  const hasRecords = (ways?.ofRecords.length ?? 0) > 0 && !isTrayOpen;
  useKey('1', 'The first record', () => act('1'), hasRecords);
  useKey('2', 'The second record', () => act('2'), hasRecords);
  useKey('3', 'The third record', () => act('3'), hasRecords);
  useAnnounced(hasColleague ? `${firstName(colleague.name)} is answering this` : '');

  const notices = noticesOf({
    row,
    hint: item?.hint ?? null,
    half: isOnItsWay(half, given) ? null : half,
    isTrayOpen,
    beatenSays: given?.state === 'beaten' ? (given.says ?? '') : null,
    colleague: hasColleague ? colleague : null,
    zone,
    onTake: () => setTakenFrom(itemId),
  });
  // The buttons stand in sight where the notice above them is scrolled away.
  const overtaken =
    row && isOvertaken ? `${meanwhileWords({ row, hint: item?.hint ?? null }, zone)} ${OVERTAKEN}` : null;
  const retry = (press: Press) => {
    if (opening.isUnseen(itemId, press)) return;
    void dispatch(giveAgain({ clinicId: clinic.id, itemId }));
    goOn();
  };
  const notSent = given?.state === 'failed' && (
    <NotSent says={given.says ?? ''} locked={isLocked} onRetry={given.isFinal ? null : retry} />
  );
  const hidesPet = half?.tray === 'decline' && isTrayOpen;
  const lockedId = `${headingId}-locked`;
  return (
    <article ref={pane} className={css.pane} aria-labelledby={headingId}>
      <PhoneTop
        isInert={isUnderSheet}
        place={beside.place}
        of={beside.of}
        onBack={() => onOpen(null)}
        onPrevious={beside.previous && (() => onOpen(beside.previous?.id ?? null))}
        onNext={beside.next && (() => onOpen(beside.next?.id ?? null))}
      />
      {undo && (
        <div className={css.undo} inert={isUnderSheet}>
          {undo}
        </div>
      )}
      <div className={css.item} data-part="item">
        {row?.pet && !hidesPet && row.kind !== 'refund' && <ItemPeek species={row.pet.species} isAsleep={isAnswered} />}
        {shown && ways ? (
          <ItemView
            item={shown}
            ways={ways}
            zone={zone}
            today={today}
            minute={dayTimes(today, zone).minuteOf(nowMs)}
            due={due}
            heading={heading.ref}
            headingId={headingId}
            isTrayOpen={isTrayOpen}
            isInert={isUnderSheet}
            lockedBy={locked ? lockedId : undefined}
            onChoose={choose}
            notices={isOvertaken ? null : notices}
          />
        ) : says ? (
          <Unread
            says={says}
            isGone={isGone}
            heading={heading.ref}
            id={headingId}
            onAgain={again}
            onInbox={() => onOpen(null)}
          />
        ) : (
          <ItemWaiting row={row} heading={heading.ref} id={headingId} />
        )}
        {inTray && written && (!isAnswered || isTrayOpen) && (
          <Activity key={itemId} mode={isTrayOpen ? 'visible' : 'hidden'}>
            <TrayFocus value={takesFocus}>
              <AnswerTray
                item={inTray}
                half={written}
                onChange={keepHalf}
                zone={zone}
                today={today}
                asking={isOvertaken ? { ...asking, preview: nothingGoes } : asking}
                locked={overtaken ?? locked}
                onSend={send}
                onFold={fold}
                onSwitch={choose}
              >
                {isOvertaken ? notices : isTrayOpen && notSent}
              </AnswerTray>
            </TrayFocus>
          </Activity>
        )}
        {item && ways && !isTrayOpen && !isAnswered && item.actions.length > 0 && (
          <Foot
            item={item}
            ways={ways}
            locked={locked}
            lockedId={lockedId}
            colleague={hasColleague ? firstName(colleague.name) : null}
            onChoose={choose}
          >
            {notSent}
            {half && isMissed(half) && (
              <HalfKept
                what={halfWords(half)}
                onGoOn={() => unfold({ ...half, isOpen: 'yes' })}
                onDrop={(press) => {
                  if (opening.isUnseen(itemId, press)) return;
                  keepHalf(null);
                  heading.focus();
                }}
              />
            )}
          </Foot>
        )}
        {row && item && !isOvertaken && (isAnswered || item.actions.length === 0) && (
          <AnsweredFoot row={row} item={item} zone={zone} today={today} now={nowMs} />
        )}
      </div>
    </article>
  );
}
