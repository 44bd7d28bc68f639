/** What decides what a member may do: the role, and the clinician that they are by name, null for none. */
export type Standing = { role: string; clinician: string | null };

const clinicianOf = ({ clinician }: Standing): string =>
  clinician === null ? 'no clinician' : `clinician ${clinician}`;

/** 'staff', of a clinician 'staff, clinician Dr. Ada Park'. */
export const standingWords = (standing: Standing): string =>
  standing.clinician === null ? standing.role : `${standing.role}, ${clinicianOf(standing)}`;

/**
 * What a change made of a member, as the audit says it (D-422): 'made Bo admin, before staff', 'made Bo clinician Dr. Ada
 * Park, before no clinician'. What stayed is left out.
 */
export function changeWords(name: string, before: Standing, after: Standing): string {
  const said = [
    ...(before.role === after.role ? [] : [({ role }: Standing) => role]),
    ...(before.clinician === after.clinician ? [] : [clinicianOf]),
  ];
  const words = (standing: Standing) => said.map((say) => say(standing)).join(' and ');
  return said.length === 0
    ? `left ${name} as ${standingWords(after)}`
    : `made ${name} ${words(after)}, before ${words(before)}`;
}
