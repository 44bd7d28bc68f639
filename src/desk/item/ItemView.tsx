import { memo, type ReactNode, type Ref } from 'react';
import type { Action, Item } from '../../contract/desk/inbox';
import { ownersOf, type Ways } from '../../domain/desk/ways';
import { Apart } from './Apart';
import { DayLine } from './DayLine';
import { ItemHead } from './ItemHead';
import { Ask, Glance, Happened, Note, Offered } from './ItemParts';
import type { Press } from './opening';
import * as css from './ItemView.module.css';

export interface ItemViewProps {
  item: Item;
  ways: Ways;
  zone: string;
  /** The zone's calendar date. */
  today: string;
  /** The minute of today that has passed (dayLine.ts). */
  minute: number;
  due?: ReactNode;
  heading: Ref<HTMLHeadingElement>;
  headingId: string;
  /** A tray is folded out: the day line gives way to it. */
  isTrayOpen: boolean;
  /** The tray is a sheet that covers it. */
  isInert: boolean;
  /** The id of what says why nothing can be answered; undefined where it can. */
  lockedBy: string | undefined;
  onChoose: (action: Action, press: Press) => void;
  /** What stands above the head: who else is at it; null for nothing, so that nothing is drawn again. */
  notices: ReactNode;
}

/** Shows all that an answer needs to know: who, what, when it fits, what the owner wrote, the record, what happened. */
export const ItemView = memo(function ItemView({
  item,
  ways,
  zone,
  today,
  minute,
  due,
  heading,
  headingId,
  isTrayOpen,
  isInert,
  lockedBy,
  onChoose,
  notices,
}: ItemViewProps) {
  const { ask, day, note, glance, happened, offered, records, row } = item;
  const isTelling = records.length > 0;
  return (
    // What scrolls can be reached by keyboard alone.
    <div
      className={css.body}
      data-tray={isTrayOpen || undefined}
      inert={isInert}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-labelledby={headingId}
    >
      <div className={css.main}>
        {notices}
        <ItemHead item={item} zone={zone} today={today} due={due} heading={heading} id={headingId} />
        {isTelling ? (
          <Apart item={item} ways={ways} zone={zone} lockedBy={lockedBy} hasKeys={!isTrayOpen} onChoose={onChoose} />
        ) : (
          <Ask ask={ask}>
            {day && !isTrayOpen && <DayLine day={day} zone={zone} now={day.date === today ? minute : null} />}
          </Ask>
        )}
        {note && <Note note={note} row={row} />}
        {offered.length > 0 && <Offered times={offered} zone={zone} today={today} />}
      </div>
      {(glance || happened.length > 0) && (
        <aside className={css.side} aria-label={`${row.pet ? `${row.pet.name}’s` : ownersOf(row.owner)} record`}>
          {glance && <Glance glance={glance} zone={zone} />}
          {happened.length > 0 && <Happened lines={happened} zone={zone} today={today} />}
        </aside>
      )}
    </div>
  );
});
