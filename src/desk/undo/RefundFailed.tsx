import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { InboxRow } from '../../contract/desk/inbox';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';

/**
 * Says that a refund did not go through, as soon as it is known: money that an owner was promised is the one thing that
 * may interrupt. What was there when the page opened only waits in the list.
 */
export function RefundFailed({ rows, onOpen }: { rows: readonly InboxRow[] | null; onOpen: (id: string) => void }) {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const failed = rows?.filter(({ kind, place }) => kind === 'refund' && place === 'waits') ?? [];
  if (rows && !known) setKnown(new Set(failed.map(({ id }) => id)));
  const row = known ? failed.find(({ id }) => !known.has(id)) : undefined;
  const close = () => row && setKnown(new Set([...(known ?? []), row.id]));
  // Beside the page: where the bars stand may be under a sheet, and then answers to nothing.
  return createPortal(
    <Dialog
      open={row !== undefined}
      onClose={close}
      title={row ? `The refund for ${row.pet?.name ?? row.owner} did not go through` : ''}
      foot={
        <>
          <Button
            onClick={() => {
              close();
              if (row) onOpen(row.id);
            }}
          >
            Open it
          </Button>
          <Button kind="plain" onClick={close}>
            Later
          </Button>
        </>
      }
    >
      <p>
        {row?.says}. {row?.what} It waits in the inbox, and the owner has been told nothing yet.
      </p>
    </Dialog>,
    document.body,
  );
}
