import type { ItemKind } from '../../contract/desk/inbox';
import { addDays, dateInZone } from '../clinicTime';
import { clockWords, nearClockWords } from './clockWords';

/** Words of the desk. */

/** 'today 10:30am', 'tomorrow 9:00am', 'Tue Dec 1, 9:00am'; `today` is the zone's calendar date. */
export function nearWords(at: Date, zone: string, today: string): string {
  const date = dateInZone(at, zone);
  const day = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : null;
  return day === null ? nearClockWords(at, zone) : `${day} ${clockWords(at, zone)}`;
}

/** What happened at the instant from which an item waits, as a word before it: 'Asked today 8:03am'. */
export const sinceWord = (kind: ItemKind): string =>
  ({ undelivered: 'Failed', refund: 'Failed', deposit: 'Paid' })[kind as string] ?? 'Asked';

const channelWords = { sms: 'text', email: 'e-mail' } as const;

/** 'Text and e-mail', 'Push, then text'; '' where no message goes out. */
export function waysWords(channels: readonly ('sms' | 'email')[], hasPush: boolean): string {
  const words = [...new Set(channels)].map((channel) => channelWords[channel]).join(' and ');
  if (words === '') return '';
  return hasPush ? `Push, then ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'Domestic shorthair cat, female, 9 years'; what is not known is left out. */
export function petWords(pet: {
  breed: string | null;
  species: string | null;
  sex: string | null;
  age: string | null;
}): string | null {
  const species = pet.species?.toLowerCase() ?? '';
  const kind =
    pet.breed && species && !pet.breed.toLowerCase().includes(species)
      ? `${pet.breed} ${species}`
      : pet.breed || species;
  const words = [kind, pet.sex?.toLowerCase(), pet.age].filter(Boolean).join(', ');
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A message of several lines as one: a stroke stands where a line ended without a point. */
export const inLine = (words: string): string =>
  words
    .trim()
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<![.,:;!?])\n/g, ' / ')
    .replaceAll('\n', ' ');

/** The beginning of a long message, to `most` characters at most, with whole words and "…". */
export const begun = (words: string, most: number): string =>
  words.length <= most
    ? words
    : `${words
        .slice(0, most + 1)
        .replace(/\s+\S*$/, '')
        .slice(0, most)
        .replace(/[\s.,:;/]+$/, '')}…`;
