import type { ReactNode } from 'react';
import type { Action, Item } from '../../contract/desk/inbox';
import { calledName, keyOf, leadOf, type Ways } from '../../domain/desk/ways';
import { AlertIcon } from '../../ui/icons/booking';
import { PhoneIcon } from '../../ui/icons/contact';
import { ChatIcon, LockIcon } from '../../ui/icons/frame';
import { DeskButton, DeskLink } from './DeskButton';
import type { Press } from './opening';
import { Words } from './Words';
import * as css from './Foot.module.css';

export interface FootProps {
  item: Item;
  ways: Ways;
  /** Why nothing can be answered now; null where it can. */
  locked: string | null;
  /** The id under which the reason is named. */
  lockedId: string;
  /** Who else is answering it: the primary action turns quiet. */
  colleague: string | null;
  onChoose: (action: Action, press: Press) => void;
  /** Stands above the buttons: an answer that failed. */
  children?: ReactNode;
}

/** Shows what the owner will read, and the ways on: one filled, the one that ends it in red at the far end. */
export function Foot({ item, ways, locked, lockedId, colleague, onChoose, children }: FootProps) {
  const { primary, others, last } = ways;
  const all = [...(primary ? [primary] : []), ...others, ...(last ? [last] : [])];
  const reason = locked ?? all.find(({ blocked }) => blocked)?.blocked ?? null;
  const isLocked = ({ blocked }: Action) => locked !== null || blocked !== null;
  const button = (action: Action, kind: 'filled' | 'quiet' | 'plain' | 'danger') => (
    <DeskButton
      key={`${action.name} ${action.client_id}`}
      kind={kind}
      hotkey={keyOf(action, ways)?.toUpperCase()}
      isLocked={isLocked(action)}
      describedBy={isLocked(action) ? lockedId : undefined}
      onClick={(press) => onChoose(action, press)}
    >
      {action.label}
    </DeskButton>
  );
  return (
    <footer className={css.foot} aria-label="Answer">
      {children}
      <WillRead item={item} ways={ways} colleague={colleague} />
      {reason && (
        <p className={css.hears} id={lockedId}>
          <LockIcon size={18} />
          <span className={css.strong}>{reason}</span>
        </p>
      )}
      <div className={css.acts} data-primary={primary ? '' : undefined}>
        {primary && button(primary, colleague ? 'quiet' : 'filled')}
        {others.map((action, place) => button(action, place === 0 && primary ? 'quiet' : 'plain'))}
        <CallLinks item={item} />
        {last && (
          <>
            <span className={css.grow} />
            {button(last, 'danger')}
          </>
        )}
      </div>
    </footer>
  );
}

function WillRead({ item, ways, colleague }: Pick<FootProps, 'item' | 'ways' | 'colleague'>) {
  const lead = leadOf(ways);
  const read = lead?.will_read;
  // What ends it says so too, where it sends a message at once and not from a tray.
  const { last } = ways;
  const ending = last && last !== lead ? last.will_read : null;
  if (!read && !item.hint && !ending) return null;
  const name = calledName(item.row.owner);
  return (
    <p className={css.hears}>
      {read || ending ? (
        <ChatIcon size={18} />
      ) : item.row.kind === 'records' ? (
        <LockIcon size={18} />
      ) : (
        <AlertIcon size={18} />
      )}
      <span>
        {read && (
          <>
            {lead !== ways.primary && 'If you accept, '}
            {name} will read: <Words>{read.words}</Words>{' '}
            {colleague ? `If ${colleague} answers first, that counts.` : read.ways && `${read.ways}.`}{' '}
          </>
        )}
        {ending && (
          <>
            If you press “{last!.label}”, {name} will read: <Words>{ending.words}</Words>{' '}
            {ending.ways && `${ending.ways}.`}{' '}
          </>
        )}
        {item.hint && <span className={read || ending ? undefined : css.strong}>{item.hint}</span>}
      </span>
    </p>
  );
}

/** Who cannot be answered here can be called: an owner to tell apart, one whom no message reaches, one who asks for a text. */
function CallLinks({ item: { row, phone, proved } }: { item: Item }) {
  const number = phone?.value ?? proved?.phone?.value;
  if (!number || !['records', 'undelivered', 'text_us'].includes(row.kind)) return null;
  const dialled = number.replace(/[^+\d]/g, '');
  return (
    <>
      {row.kind === 'text_us' && (
        <DeskLink href={`sms:${dialled}`} icon={<ChatIcon size={20} />} label={`Text ${number}`}>
          Text
        </DeskLink>
      )}
      <DeskLink href={`tel:${dialled}`} icon={<PhoneIcon size={20} />} label={`Call ${number}`}>
        Call {row.kind === 'records' && number}
      </DeskLink>
    </>
  );
}
