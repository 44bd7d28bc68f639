import { useEffect, useMemo } from 'react';
import type { InboxRow, Item } from '../../contract/desk/inbox';
import { hasCode } from '../../domain/failure';
import { isUnheard } from '../../domain/desk/heard';
import { asOver } from '../../domain/desk/meanwhile';
import { beside, rowAfter } from '../../domain/desk/walk';
import { failureOf, problemText } from '../api/api';
import { inboxApi, useInboxItemQuery, useInboxQuery } from '../api/inbox';
import { selectIsOnline } from '../connection';
import { useAppDispatch, useAppSelector } from '../store';
import { useElsewhere } from './useElsewhere';

export type Opened = {
  /** As the list has it, which is newer than the item's own. */
  row: InboxRow | null;
  item: Item | null;
  /** Why it could not be read; null where it was, or is being. */
  says: string | null;
  /** None of the person's clinics has such an item. */
  isGone: boolean;
  /** Another clinic of the person, which has the item and this one has not; null for none. */
  elsewhere: string | null;
  again: () => void;
  /** What opens by itself after an answer. */
  after: InboxRow | null;
  beside: ReturnType<typeof beside>;
};

/** How often an item is read of which the list tells nothing more, and one that could not be read, milliseconds. */
const againMs = 5000;

/**
 * Reads the opened item, again whenever the list tells of a change, and the one that opens after it ahead of time. While
 * `isUnsure` it is not read.
 */
export function useOpened(itemId: string, clinicId: string, isUnsure: boolean): Opened {
  const dispatch = useAppDispatch();
  const rows = useInboxQuery({ clinicId }, { selectFromResult: ({ data }) => ({ rows: data?.rows }) }).rows;
  const {
    currentData: read,
    error,
    refetch,
    isFetching,
  } = useInboxItemQuery({ params: { id: itemId }, clinicId }, { skip: isUnsure });
  const listed = rows?.find(({ id }) => id === itemId) ?? null;
  const failure = failureOf({ error });
  const isGone = failure !== null && hasCode(failure, 'not_found');
  // What was written about it stays readable, and why nothing can be answered.
  const isOver = isGone && rows !== undefined && !listed;
  const item = useMemo(() => (read && isOver ? asOver(read) : read), [read, isOver]);
  const row = listed ?? item?.row ?? null;
  // One that has left the list was answered, or is gone: the item says what became of it.
  const version = rows && !listed ? 'left' : listed?.version;
  const isOld = item !== undefined && version !== undefined && item.row.version !== version;
  useEffect(() => {
    if (isOld && !isFetching) void refetch();
    // Once for each version that the list tells, whatever version the reply then has.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOld, version]);
  // What left the list before its answer could go, as a visit that the owner canceled, is told of by the item alone.
  const isOnItsWay = rows !== undefined && !listed && item?.row.answer?.left_at === null;
  // One whose reply was lost mends itself, also where the list was read all the while.
  const isBehind = failure !== null && isUnheard(failure) && (!item || isOld);
  const isAskedAgain = isOnItsWay || isBehind;
  useEffect(() => {
    if (!isAskedAgain) return undefined;
    const timer = setInterval(() => void refetch(), againMs);
    return () => clearInterval(timer);
  }, [isAskedAgain, refetch]);
  const after = rows ? rowAfter(rows, itemId) : null;
  const afterId = after?.id;
  const afterVersion = after?.version;
  useEffect(() => {
    if (afterId)
      void dispatch(inboxApi.endpoints.inboxItem.initiate({ params: { id: afterId }, clinicId }, { subscribe: false }));
  }, [afterId, afterVersion, clinicId, dispatch]);
  const isOnline = useAppSelector(selectIsOnline);
  const isUnread = failure !== null && !item;
  useEffect(() => {
    if (isOnline && isUnread) void refetch();
    // Once when the connection is back, not with each failure.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOnline]);
  const { sought, again } = useElsewhere(itemId, clinicId, isUnread && isGone);
  // Where this clinic has none, the others are asked before anything is said.
  const isSaid = isUnread && (!isGone || (sought !== null && sought.at === null));
  return {
    row,
    item: item ?? null,
    says: isSaid ? (sought?.says ?? problemText(failure)) : null,
    isGone: isGone && sought?.says === null,
    elsewhere: sought?.at ?? null,
    again: () => (isGone ? again() : void refetch()),
    after,
    beside: beside(rows ?? [], itemId),
  };
}
