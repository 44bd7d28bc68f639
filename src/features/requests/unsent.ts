import type { Owner } from '../../offline/outbox/store';
import { allEntries, entriesOf } from '../../offline/outbox/store';

/** How many of an owner's requests signing out would delete unsent (D-08). None where the browser keeps nothing. */
export const unsentCount = (owner: Owner): Promise<number> =>
  entriesOf(owner).then((entries) => entries.filter(({ state }) => state !== 'sent').length, () => 0);

/** How many unsent requests another owner left at this clinic (D-01). */
export const othersUnsentCount = ({ clinicId, userId }: Owner): Promise<number> =>
  allEntries().then(
    (entries) => entries.filter((entry) => entry.clinicId === clinicId && entry.userId !== userId && entry.state !== 'sent').length,
    () => 0,
  );
