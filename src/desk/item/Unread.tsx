import type { Ref } from 'react';
import { DeskButton } from './DeskButton';
import * as css from './ItemPane.module.css';

/** Says why an item could not be read, or that it is not here any more, which no other try would change. */
export function Unread({
  says,
  isGone,
  heading,
  id,
  onAgain,
  onInbox,
}: {
  says: string;
  isGone: boolean;
  heading: Ref<HTMLHeadingElement>;
  id: string;
  onAgain: () => void;
  onInbox: () => void;
}) {
  return (
    <div className={css.unread}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {isGone ? 'This is not here any more' : 'This could not be read'}
      </h2>
      <p>{isGone ? 'It may have been deleted, or belongs to another clinic.' : says}</p>
      <DeskButton kind="quiet" onClick={isGone ? onInbox : onAgain}>
        {isGone ? 'See the inbox' : 'Try again'}
      </DeskButton>
    </div>
  );
}
