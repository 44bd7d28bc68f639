import { memo, type MouseEvent } from 'react';
import type { InboxRow } from '../../contract/desk/inbox';
import { dueOf } from '../../domain/desk/dueWords';
import { giverShort } from '../../domain/desk/giver';
import { tagOf, type Tag } from '../../domain/desk/inboxList';
import { AlertIcon, CheckIcon } from '../../ui/icons/booking';
import { PenIcon } from '../../ui/icons/desk';
import { ArrowIcon } from '../../ui/icons/frame';
import { animalOf } from '../../ui/peek/animal';
import { AnimalPeek } from '../../ui/peek/AnimalPeek';
import { afterPaint } from '../keys/turn';
import { DueMark } from './Dial';
import { kindSigns } from './kindSigns';
import * as css from './Row.module.css';

export interface RowProps {
  row: InboxRow;
  /** The server's clock to the half minute, milliseconds since 1970. */
  now: number;
  zone: string;
  personId: string;
  hasDraft: boolean;
  /** It is the open one. */
  isOpen: boolean;
  /** The keys are at it: Tab leads to it. */
  isAt: boolean;
  /** Somebody answered it, or its owner took it back: it stays where it was until the list is settled. */
  isGone: boolean;
  onOpen: (itemId: string) => void;
}

/** Shows one line of the list: the face on its hairline, who, what, when it is due, and at most one tag. */
export const Row = memo(function Row(props: RowProps) {
  const { row, now, zone, personId, hasDraft, isOpen, isAt, isGone, onOpen } = props;
  const Sign = row.place === 'offered' ? ArrowIcon : kindSigns[row.kind];
  const due = dueOf(row, now, zone);
  const tag = isGone ? null : tagOf(row, personId, hasDraft);
  const isAsleep = isGone || row.place === 'answered';
  const name = row.pet?.name ?? row.owner;
  const [says, what] = wordsOf(row, isGone);
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    afterPaint(() => onOpen(row.id));
  };
  const [when, about] = row.place === 'answered' ? ['', what] : timeFirst(what);
  const spoken = [name, row.pet && row.owner, `${says} ${what}`, tag?.words, isGone ? '' : due.words];
  return (
    <a
      href={`/admin/inbox/${encodeURIComponent(row.id)}`}
      className={css.row}
      role="option"
      id={`row-${row.id}`}
      aria-selected={isOpen}
      aria-label={spoken.filter(Boolean).join(', ')}
      data-asleep={isAsleep || undefined}
      data-item={row.id}
      tabIndex={isAt ? 0 : -1}
      onClick={open}
    >
      {row.pet ? (
        <span className={css.face}>
          <AnimalPeek animal={animalOf(row.pet.species)} size={48} mood={isAsleep ? 'asleep' : 'awake'} />
        </span>
      ) : (
        <span className={css.disc}>
          <Sign size={18} />
        </span>
      )}
      <span className={css.name}>
        <b data-number={/^[\d\s()+-]+$/.test(name) || undefined}>{name}</b>
        {row.pet && <span>{row.owner}</span>}
      </span>
      {isGone ? <span /> : <DueMark due={due} />}
      <span className={css.what} data-tag={tag?.kind}>
        <Sign size={16} />
        <span className={css.sure}>
          <b>{says}</b> {when}
        </span>
        <span className={css.rest} data-after={when && about ? '' : undefined}>
          <span>{when && about ? `, ${about}` : about}</span>
        </span>
        {tag && <TagMark tag={tag} />}
      </span>
    </a>
  );
});

/** The second line: the kind as a word and what it is about, or what became of it and by whom. */
function wordsOf(row: InboxRow, isGone: boolean): [string, string] {
  if (isGone) return ['Waits', 'no more'];
  if (row.place === 'answered' && row.answer) {
    const { words, by, is_mine, voided } = row.answer;
    const done = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
    return voided
      ? [done, `was not sent: ${voided.replace(/\.$/, '')}`]
      : [done, `by ${is_mine ? 'you' : giverShort(by)}`];
  }
  if (row.place === 'offered' && row.answer && ['offer', 'offer_freed'].includes(row.answer.name))
    return [row.answer.words, `by ${row.answer.is_mine ? 'you' : giverShort(row.answer.by)}`];
  return [row.what ? `${row.says}:` : row.says, row.what];
}

/** What it is about, with its time apart: a tag may cut the type, never the time. */
function timeFirst(what: string): [string, string] {
  const [, when, about] = /^(.*?\d:\d\d[ap]m),? ?(.*)$/s.exec(what) ?? [what, '', what];
  return [when ?? '', about ?? ''];
}

function TagMark({ tag }: { tag: Tag }) {
  return (
    <span className={css.tag} data-kind={tag.kind}>
      {tag.kind === 'urgent' && <AlertIcon size={14} />}
      {tag.kind === 'person' && <span className={css.initial}>{tag.initial}</span>}
      {tag.kind === 'draft' && <PenIcon size={14} />}
      {tag.kind === 'promised' && <ArrowIcon size={14} />}
      {tag.kind === 'approved' && <CheckIcon size={14} />}
      <span className={css.word}>
        {tag.kind === 'person' ? tag.name : tag.words}
        {tag.kind === 'person' && <span className={css.isOnIt}> is on it</span>}
      </span>
    </span>
  );
}
