import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { MyClinic } from '../../contract/desk/staff';
import { neighbour, showingNames, type Showing } from '../../domain/desk/inboxList';
import { dateInZone } from '../../domain/clinicTime';
import { useAnnounced, useAnnouncedWait } from '../../ui/behaviour/announce';
import { useKey } from '../keys/keys';
import { selectDrafted } from '../kept/drafts';
import { selectPerson } from '../session/session';
import { useAppSelector } from '../store';
import { selectRefused } from '../undo/answers';
import { Ring } from './Dial';
import { Nothing } from './Nothing';
import { Row } from './Row';
import { Rows } from './Rows';
import { useGrowing, usePlaces } from './useGrowing';
import type { ShownInbox } from './useInbox';
import * as css from './List.module.css';

/** Rows that are drawn after the open one at least, so that the next can be gone to. */
const BEYOND = 12;

export interface ListProps {
  inbox: ShownInbox;
  clinic: MyClinic;
  showing: Showing;
  openId: string | null;
  now: number;
  onOpen: (itemId: string | null) => void;
  /** What can be taken back, at the list's foot. */
  undo: ReactNode;
}

/** Shows what waits in groups, as one listbox; `J`, `K` and the arrows walk through it. */
export function List({ inbox, clinic, showing, openId, now, onOpen, undo }: ListProps) {
  const { held, settle, isRead, hasFailed } = inbox;
  const list = useRef<HTMLDivElement>(null);
  const drafted = useAppSelector(selectDrafted);
  const refused = useAppSelector((state) => selectRefused(state, clinic.id));
  const unsent = useMemo(() => new Set([...drafted.split('\n'), ...refused.split('\n')]), [drafted, refused]);
  const personId = useAppSelector(selectPerson)?.id ?? '';
  const ids = useMemo(() => held.groups.flatMap((group) => group.ids), [held.groups]);
  const places = useMemo(() => new Map(ids.map((id, place) => [id, place + 1])), [ids]);
  const atId = openId !== null && ids.includes(openId) ? openId : (ids[0] ?? null);
  const drawn = useGrowing(showing, ids.length, openId === null ? 0 : (places.get(openId) ?? 0) + BEYOND);
  usePlaces(list, ids, drawn);
  const walk = (step: number) => {
    const id = neighbour(held.groups, openId, step);
    if (!id) return;
    onOpen(id);
    // Where a row has focus, the focus goes with it.
    if (list.current?.contains(document.activeElement)) document.getElementById(`row-${id}`)?.focus();
  };
  const arrow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const id = neighbour(held.groups, atId, openId === null ? 0 : step);
    if (!id) return;
    onOpen(id);
    document.getElementById(`row-${id}`)?.focus();
  };
  useKey('J', 'Next', () => walk(1));
  useKey('K', 'Previous', () => walk(-1));
  useKey('ArrowDown', 'Next', () => walk(1));
  useKey('ArrowUp', 'Previous', () => walk(-1));
  useKey('.', 'Show what is new', settle);
  useEffect(() => {
    if (openId) document.getElementById(`row-${openId}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [openId]);
  const fresh = held.fresh.length;
  useAnnounced(fresh > 0 ? `${fresh} new` : '');
  return (
    <section className={css.list} aria-label={showing === 'all' ? 'What waits' : showingNames[showing]}>
      {fresh > 0 && (
        <button type="button" className={css.fresh} aria-keyshortcuts="." onClick={settle}>
          {fresh} new
        </button>
      )}
      {ids.length > 0 ? (
        // The rows take the keys; what scrolls only notes that the list is left for the hand to see.
        <div
          ref={list}
          className={css.rows}
          role="listbox"
          tabIndex={-1}
          aria-label={showing === 'all' ? 'What waits' : showingNames[showing]}
          onKeyDown={arrow}
          onScroll={fresh > 0 ? settle : undefined}
        >
          {held.groups.map((group) => (
            <div key={group.key} role="group" aria-labelledby={`group-${group.key}`}>
              <div className={css.group} id={`group-${group.key}`} data-key={group.key}>
                {group.key === 'late' && <Ring left={0} isLate />}
                {group.name}, {group.ids.length}
              </div>
              <Rows
                ids={group.ids}
                most={drawn - (places.get(group.ids[0] ?? '') ?? 1) + 1}
                held={held}
                now={now}
                zone={clinic.timezone}
                personId={personId}
                unsent={unsent}
                openId={openId}
                atId={atId}
                onOpen={onOpen}
              />
            </div>
          ))}
        </div>
      ) : (
        <div className={css.rows}>
          {!isRead && !hasFailed && <Waiting />}
          {!isRead && hasFailed && <p className={css.nothing}>The inbox could not be read. It is tried again.</p>}
          {isRead && !inbox.isQuiet && (
            <p className={css.nothing}>
              {showing === 'answered' ? 'Nothing was answered yet.' : 'Nothing of this waits.'}
            </p>
          )}
          {inbox.isQuiet && (
            <Quiet inbox={inbox} clinic={clinic} personId={personId} openId={openId} now={now} onOpen={onOpen} />
          )}
        </div>
      )}
      {undo}
    </section>
  );
}

/** Shows what was answered today while nothing waits; where the list stands alone, also that nothing does. */
function Quiet({
  inbox,
  clinic,
  personId,
  openId,
  now,
  onOpen,
}: Pick<ListProps, 'inbox' | 'clinic' | 'openId' | 'now' | 'onOpen'> & { personId: string }) {
  const { answered, nextVisits } = inbox;
  const today = dateInZone(new Date(now), clinic.timezone);
  const rows = (answered ?? []).filter(
    ({ answer }) => answer && dateInZone(new Date(answer.at), clinic.timezone) === today,
  );
  return (
    <>
      <div className={css.alone}>
        <Nothing clinic={clinic} nextVisits={nextVisits} now={now} isFirstDay={isFirstDay(inbox)} />
      </div>
      {rows.length > 0 && (
        <div role="listbox" aria-labelledby="answered-today">
          <div className={css.group} id="answered-today">
            Answered today, {rows.length}
          </div>
          {rows.map((row, place) => (
            <Row
              key={row.id}
              row={row}
              now={now}
              zone={clinic.timezone}
              personId={personId}
              hasDraft={false}
              isOpen={row.id === openId}
              isAt={openId === null ? place === 0 : row.id === openId}
              isGone={false}
              onOpen={onOpen}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** Whether the clinic has just begun: nothing waits, nothing was answered, nobody comes. */
export const isFirstDay = ({ isQuiet, answered, nextVisits }: ShownInbox): boolean =>
  isQuiet && answered?.length === 0 && nextVisits.length === 0;

/** Shows rows as shapes, after a while. */
function Waiting() {
  useAnnouncedWait('Loading');
  return (
    <div className={css.waiting} aria-hidden="true">
      {Array.from({ length: 8 }, (_, place) => (
        <span key={place} />
      ))}
    </div>
  );
}
