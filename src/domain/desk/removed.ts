import type { Member } from '../../contract/desk/staff';

/** A member who was removed while their list is looked at, and the place where they stood. */
export type Removed = { member: Member; place: number };

/**
 * The members as they are shown: whoever was removed stays at their place until the list is left, so that they can be
 * brought back; not who is a member again.
 */
export function withRemoved(
  members: readonly Member[],
  removed: readonly Removed[],
): { member: Member; isRemoved: boolean }[] {
  const shown = members.map((member) => ({ member, isRemoved: false }));
  const known = new Set(members.map(({ person_id }) => person_id));
  for (const { member, place } of removed.toSorted((a, b) => a.place - b.place))
    if (!known.has(member.person_id)) shown.splice(place, 0, { member, isRemoved: true });
  return shown;
}
