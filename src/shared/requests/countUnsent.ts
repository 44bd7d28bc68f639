import type { Owner } from '../../offline/database/outboxStore';
import { entriesOf } from '../../offline/database/outboxStore';

/** Counts an owner's unsent requests, which signing out would delete (D-08). 0 where the browser cannot save. */
export const unsentCount = (owner: Owner): Promise<number> =>
  entriesOf(owner).then(
    (entries) => entries.filter(({ state }) => state !== 'sent').length,
    () => 0,
  );
