import { lazy } from '../lazy';

/**
 * Asked where a note hints at several pets (VAL-19, D-82); also shown as the error while the box is not ticked (D-136).
 */
export const ONE_PET_NOTE_QUESTION =
  'Are you booking for multiple pets? If you have more than one pet, please schedule separate appointments.';
/** The label of the box that confirms a single pet (INFO-09). */
export const ONE_PET_NOTE_CONFIRM = 'I confirm that this appointment is for only one pet';

const regular = 'pet animal dog pup cat kitten bird rabbit ferret horse reptile lizard snake'.split(' ');
const one = [...regular, 'puppy', 'kitty', 'bunny', 'guinea\\s+pig'].join('|');
const many = [...regular.map((word) => `${word}s`), 'puppies', 'kitties', 'bunnies', 'guinea\\s+pigs'].join('|');
const start = '(?<![\\p{L}\\p{N}.,/])';
const end = "(?![\\p{L}\\p{N}])(?!'s)";
const rule = (body: string): RegExp => new RegExp(`${start}${body}${end}`, 'u');

/** The patterns of D-82, in its order; they are matched against the lower-cased note. */
const hints = lazy((): readonly RegExp[] => [
  rule(
    `(?:[2-9]|two|three|four|five|six|seven|eight|nine|both|multiple|several|a\\s+couple\\s+of|all)\\s+(?:(?:of|my|our|the)\\s+)*(?:${many})`,
  ),
  rule(`(?:my|our)\\s+(?:${many})`),
  rule(`(?:my|our)\\s+(?:other|second|2nd|third|3rd)\\s+(?:${one}|${many})`),
  rule(`(?:${one}|${many})\\s+(?:and|&)\\s+(?:(?:my|our|a)\\s+)?(?:${one}|${many})`),
]);

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The names of `petNames`, in lower case, that a text contains as whole words; a longer name hides a shorter one inside
 * it.
 */
function namesIn(text: string, petNames: readonly string[]): string[] {
  const names = [...new Set(petNames.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''))];
  let rest = text;
  return names
    .sort((a, b) => b.length - a.length)
    .filter((name) => {
      const before = rest;
      rest = rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escape(name)}(?![\\p{L}\\p{N}])`, 'gu'), '\n');
      return rest !== before;
    });
}

/**
 * The part of a note, as typed, that hints at several pets; null without a hint (VAL-19, D-82). `petNames` are the
 * client's active pets: two or more of their names are a hint as well. A confirmation holds for the returned hint only:
 * about another one the owner is asked again.
 */
export function multiplePetsHint(note: string, petNames: readonly string[]): string | null {
  const text = note.toLowerCase().replace(/[‘’]/g, "'");
  for (const hint of hints()) {
    const found = hint.exec(text);
    if (found) return found[0];
  }
  const named = namesIn(text, petNames);
  return named.length >= 2 ? named.sort().join(' ') : null;
}
