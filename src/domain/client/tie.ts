/** A client record that carries one of a user's verified contacts. */
export type TieCandidate = { id: string; first_name: string | null; last_name: string | null };

/**
 * Which of the clinic's records is the user's (D-214): the only one, or of several the only one with the user's full
 * name. Null for none and for a choice that the operator has to make.
 */
export function clientToTie<C extends TieCandidate>(candidates: readonly C[], fullName: string | null): C | null {
  const [first, ...others] = candidates;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const name = comparable(fullName ?? '');
  const named = name === '' ? [] : candidates.filter((one) => comparable(`${one.first_name ?? ''} ${one.last_name ?? ''}`) === name);
  return named.length === 1 ? (named[0] ?? null) : null;
}

const comparable = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-US');
