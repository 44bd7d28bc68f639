import type { Ref } from 'react';
import type { InboxRow } from '../../contract/desk/inbox';
import { useAnnouncedWait } from '../../ui/behaviour/announce';
import * as head from './ItemHead.module.css';
import * as css from './ItemWaiting.module.css';

/** Shows what the list knows of an item while it is read, and shapes for the rest after a while. */
export function ItemWaiting({
  row,
  heading,
  id,
}: {
  row: InboxRow | null;
  heading: Ref<HTMLHeadingElement>;
  id: string;
}) {
  useAnnouncedWait('Loading');
  return (
    <div className={css.body} aria-busy="true">
      <h2 ref={heading} id={id} tabIndex={-1} className={head.title}>
        {row?.pet?.name ?? row?.owner ?? 'Item'}
      </h2>
      {row && (
        <p className={head.line}>
          {row.says}: {row.what}
        </p>
      )}
      <div className={css.bones} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}
