/** Which of several records is an owner's, by what they have proved (D-214). */

/** A record's fields that agree with what the person proved or told: name, phone, email, pets. */
export type Agreeing = { agrees: readonly string[] };

const words: Readonly<Record<string, string>> = { name: 'name', phone: 'phone', email: 'e-mail', pets: 'pets' };

/**
 * The place of the record that the signs speak for, with the sentence that says why; null where they speak for none or
 * for several. Only a name or a pet tells records apart that have the same contact: a record must agree in one of them,
 * and in more than any other record.
 */
export function likelyRecord(records: readonly Agreeing[]): { place: number; why: string } | null {
  const most = Math.max(0, ...records.map(({ agrees }) => agrees.length));
  const best = records.flatMap(({ agrees }, place) => (agrees.length === most ? [place] : []));
  const [place] = best;
  if (place === undefined || best.length > 1) return null;
  const { agrees } = records[place]!;
  if (!agrees.some((one) => one === 'name' || one === 'pets')) return null;
  const said = agrees.map((one) => words[one] ?? one);
  return { place, why: `Only this record agrees in ${listed(said)}.` };
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}` : (names[0] ?? '');

/** Why records that somebody signed in to by another contact are not simply the owner's; null for none. */
export function takenWords(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return names.length === 1
    ? `${listed(names)} has signed in by another contact, so that record is taken.`
    : `${listed(names)} have each signed in by another contact. A call tells who this is.`;
}

/** Said where an answer meant a record that its owner has signed in to meanwhile. */
export const signedInWords = (names: readonly string[]): string =>
  `${listed(names)} signed in meanwhile by another contact.`;
