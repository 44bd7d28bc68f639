import type { Ref } from 'react';
import { DeskButton } from './DeskButton';
import * as css from './ItemPane.module.css';

/** Says why an item could not be read. */
export function Unread({
  says,
  heading,
  id,
  onAgain,
}: {
  says: string;
  heading: Ref<HTMLHeadingElement>;
  id: string;
  onAgain: () => void;
}) {
  return (
    <div className={css.unread}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        This could not be read
      </h2>
      <p>{says}</p>
      <DeskButton kind="quiet" onClick={onAgain}>
        Try again
      </DeskButton>
    </div>
  );
}
