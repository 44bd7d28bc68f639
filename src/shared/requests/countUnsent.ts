import type { Owner } from '../../offline/database/outboxStore';
import { entriesOf } from '../../offline/database/outboxStore';

/** How many of an owner's requests signing out would delete unsent (D-08). None where the browser keeps nothing. */
export const unsentCount = (owner: Owner): Promise<number> =>
  entriesOf(owner).then(
    (entries) => entries.filter(({ state }) => state !== 'sent').length,
    () => 0,
  );
