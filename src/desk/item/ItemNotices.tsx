import type { ReactNode } from 'react';
import type { InboxRow } from '../../contract/desk/inbox';
import { meanwhileWords, PROMISED } from '../../domain/desk/meanwhile';
import { halfWords, type HalfWritten } from '../../domain/desk/halfWritten';
import { clockWords } from '../../domain/desk/clockWords';
import { firstName } from '../../domain/desk/inboxList';
import { PenIcon } from '../../ui/icons/desk';
import { AlertIcon, CheckIcon } from '../../ui/icons/booking';
import { Announced } from '../../ui/feedback/Announced';
import { ArrowIcon } from '../../ui/icons/frame';
import { DeskButton } from './DeskButton';
import type { Press } from './opening';
import * as css from './ItemNotices.module.css';

type Presence = InboxRow['presence'][number];

/** Says which colleague is answering the item, and lets the person answer it all the same. */
function Colleague({ presence, zone, onTake }: { presence: Presence; zone: string; onTake: () => void }) {
  const { name, since } = presence;
  return (
    <div className={css.notice}>
      <span className={css.initial} aria-hidden="true">
        {firstName(name).charAt(0).toUpperCase()}
      </span>
      <p className={css.grow}>
        <b>{firstName(name)} is answering this</b> since {clockWords(new Date(since), zone)}. You can read along.
      </p>
      <DeskButton kind="plain" small onClick={onTake}>
        Answer it myself
      </DeskButton>
    </div>
  );
}

/** Says that an answer was not taken, and sends it again; `onRetry` is null for one that would be refused each time. */
export function NotSent({
  says,
  onRetry,
  locked,
}: {
  says: string;
  onRetry: ((press: Press) => void) | null;
  locked: boolean;
}) {
  return (
    <div className={css.notice} data-tone="red">
      <AlertIcon size={20} />
      <div className={css.grow}>
        <Announced>{`Not sent: ${says}`}</Announced>
      </div>
      {onRetry && (
        <DeskButton kind="plain" small isLocked={locked} onClick={onRetry}>
          Try again
        </DeskButton>
      )}
    </div>
  );
}

/** Says that an answer that was given could not be carried out when it left. */
function CouldNot({ says }: { says: string }) {
  return (
    <div className={css.notice} data-tone="red">
      <AlertIcon size={20} />
      <div className={css.grow}>
        <Announced>{`The answer could not be carried out: ${says}`}</Announced>
      </div>
    </div>
  );
}

/** Says that another time was promised, which may happen while the item is open. */
function Promised() {
  return (
    <div className={css.notice}>
      <ArrowIcon size={20} />
      <div className={css.grow}>
        <Announced>{PROMISED}</Announced>
      </div>
    </div>
  );
}

/** Says who answered first; what the person has written stays. `wrote` is '' where it stands there to be read. */
function AnsweredFirst({ says, wrote }: { says: string; wrote: string | null }) {
  return (
    <div className={css.notice}>
      <CheckIcon size={20} />
      <div className={css.grow}>
        <Announced>
          {[says, ...(wrote === null ? [] : ['What you wrote is kept here.', wrote])].join(' ').trim()}
        </Announced>
      </div>
    </div>
  );
}

/** Says that an answer is half written, in which words, and throws it away. */
export function HalfKept({
  what,
  onGoOn,
  onDrop,
}: {
  what: string;
  onGoOn: () => void;
  onDrop: (press: Press) => void;
}) {
  return (
    <div className={css.notice}>
      <PenIcon size={18} />
      <p className={css.grow}>
        <b>Not sent.</b> {what}
      </p>
      <span className={css.acts}>
        <DeskButton kind="plain" small onClick={onGoOn}>
          Go on
        </DeskButton>
        <DeskButton kind="plain" small onClick={onDrop}>
          Discard
        </DeskButton>
      </span>
    </div>
  );
}

/**
 * What stands above an item: that its answer could not be carried out, that somebody else was first, or is at it, or has
 * promised another time; null for nothing of that. `beatenSays` is what the clinic said to an answer that came second.
 */
export function noticesOf(about: {
  row: InboxRow | null;
  /** The item's hint. */
  hint: string | null;
  half: HalfWritten | null;
  /** The tray of what is half written is folded out: it shows the words itself. */
  isTrayOpen: boolean;
  beatenSays: string | null;
  colleague: Presence | null;
  zone: string;
  onTake: () => void;
}): ReactNode {
  const { row, hint, half, isTrayOpen, beatenSays, colleague, zone, onTake } = about;
  const answer = row?.answer ?? null;
  const wrote = half && halfWords(half);
  if (row?.place === 'answered') {
    const says = half && meanwhileWords({ row, hint }, zone);
    return says ? <AnsweredFirst says={says} wrote={isTrayOpen ? '' : wrote} /> : null;
  }
  const isPromised = row?.is_promised === true && row.place === 'waits';
  if (!answer?.voided && beatenSays === null && !colleague && !isPromised) return null;
  return (
    <>
      {answer?.voided && <CouldNot says={answer.voided} />}
      {beatenSays !== null && <AnsweredFirst says={beatenSays} wrote={wrote} />}
      {isPromised && <Promised />}
      {colleague && <Colleague presence={colleague} zone={zone} onTake={onTake} />}
    </>
  );
}
