import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { MyClinic } from '../../contract/desk/staff';
import { countsOf, showingNames, showingOf } from '../../domain/desk/inboxList';
import { focusHeading, useArrival } from '../../ui/behaviour/arrive';
import { Filters } from '../frame/Filters';
import { Frame } from '../frame/Frame';
import { ItemPane } from '../item/later';
import { makeOpening } from '../item/opening';
import { useKey } from '../keys/keys';
import { isWide, useIsWide } from '../isWide';
import { isFocusLost } from '../lostFocus';
import { UndoStrip } from '../undo/UndoStrip';
import { useOpenAt } from '../undo/useOpenAt';
import { useNow } from '../useNow';
import { isFirstDay, List } from './List';
import { Nothing } from './Nothing';
import { Sleepers } from './Sleepers';
import { useInbox } from './useInbox';
import * as css from './InboxPage.module.css';

/** Moves the focus from the rail to the list, from there to the item, and back to the rail. */
function focusNextColumn(): void {
  const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')].filter(
    (column) => column.checkVisibility?.() !== false,
  );
  const at = columns.findIndex((column) => column.contains(document.activeElement));
  const next = columns[(at + 1) % columns.length];
  const places = next?.querySelectorAll<HTMLElement>('[aria-current], [role=option][tabindex="0"], h2[tabindex]') ?? [];
  // The list's own filters are there for phones alone.
  ([...places].find((place) => place.checkVisibility?.() !== false) ?? next)?.focus();
}

export interface InboxPageProps {
  clinic: MyClinic;
  /** The address still names an item of the clinic that was open before. */
  isOfAnother: boolean;
  /** The address may name an item of a clinic that the person has just joined. */
  isUnsure: boolean;
}

/** The inbox: the list, and beside it (on a phone over it) the opened item. */
export function InboxPage({ clinic, isOfAnother, isUnsure }: InboxPageProps) {
  const named = useParams().itemId ?? null;
  const itemId = isOfAnother ? null : named;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const now = useNow();
  const showing = showingOf(search.get('show'));
  const inbox = useInbox(clinic.id, showing, now, clinic.timezone);
  const counts = useMemo(() => countsOf(inbox.rows ?? [], now), [inbox.rows, now]);
  const go = (id: string | null) => {
    const query = showing === 'all' ? '' : `?show=${showing}`;
    void navigate(`/admin/inbox${id ? `/${encodeURIComponent(id)}` : ''}${query}`, { replace: named !== null });
  };
  // Always the same function, so that of hundreds of rows only those that change are drawn again.
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  const open = useCallback((id: string | null) => latest.current(id), []);
  const openElsewhere = useOpenAt(clinic.id);
  const openAt = useCallback(
    (id: string, clinicId: string) => (clinicId === clinic.id ? open(id) : openElsewhere(id, clinicId)),
    [clinic.id, openElsewhere, open],
  );
  const [opening] = useState(makeOpening);
  const pick = useCallback(
    (id: string | null) => {
      opening.picked();
      open(id);
    },
    [opening, open],
  );
  const [isUnderSheet, setUnderSheet] = useState(false);
  const firstId = inbox.held.groups[0]?.ids[0];
  const isEmpty = itemId === null;
  useEffect(() => {
    if (isEmpty && firstId && isWide()) open(firstId);
    else if (isOfAnother) open(null);
    // Only when the page opens or the last item was answered, not with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isEmpty, isOfAnother, firstId]);
  // Where the item covered the list, the hand goes on at its row.
  const left = useRef<string | null>(null);
  useEffect(() => {
    const id = left.current;
    left.current = itemId;
    if (itemId !== null || id === null || isWide() || !isFocusLost()) return;
    const row =
      document.getElementById(`row-${id}`) ?? document.querySelector<HTMLElement>('[role=option][tabindex="0"]');
    if (row) row.focus();
    else focusHeading();
  }, [itemId]);
  const name = showing === 'all' ? 'Inbox' : showingNames[showing];
  useArrival(`${counts.of.all ? `(${counts.of.all}) ` : ''}${name}`);
  useKey('F6', 'Next column', () => focusNextColumn());
  useKey('Escape', 'Back to the list', () => open(null), itemId !== null && !isWide());
  const undo = <UndoStrip clinicId={clinic.id} openId={itemId} onOpen={openAt} />;
  // On a phone the item covers the list: what can be taken back stands where it is seen.
  const isCovered = !useIsWide() && itemId !== null;
  return (
    <Frame clinic={clinic} counts={counts} showing={showing} isItemOpen={itemId !== null} isInert={isUnderSheet}>
      <h1 className={css.title} data-covered={itemId !== null || undefined} inert={isUnderSheet}>
        {name}
        {inbox.isQuiet && <Sleepers className={css.sleepers} small />}
      </h1>
      <div className={css.sheet}>
        <div
          className={css.listSide}
          data-column
          tabIndex={-1}
          data-covered={itemId !== null || undefined}
          inert={isUnderSheet}
        >
          <Filters clinic={clinic} counts={counts} showing={showing} inLine />
          <List
            inbox={inbox}
            clinic={clinic}
            showing={showing}
            openId={itemId}
            now={now}
            onOpen={pick}
            undo={!isCovered && undo}
          />
        </div>
        <div className={css.itemSide} data-column tabIndex={-1} data-empty={itemId === null || undefined}>
          {itemId ? (
            <ItemPane
              itemId={itemId}
              clinic={clinic}
              isUnsure={isUnsure}
              onOpen={open}
              onElsewhere={(clinicId) => openAt(itemId, clinicId)}
              opening={opening}
              onSheet={setUnderSheet}
              undo={isCovered && undo}
            />
          ) : (
            inbox.isQuiet && (
              <Nothing clinic={clinic} nextVisits={inbox.nextVisits} now={now} isFirstDay={isFirstDay(inbox)} />
            )
          )}
        </div>
      </div>
    </Frame>
  );
}
