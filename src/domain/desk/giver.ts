import type { Answer, ItemKind } from '../../contract/desk/inbox';
import { clockWords } from './clockWords';
import { firstName } from './inboxList';

/** Who gave an answer that no member gave at the desk. */
export const giverNames = { link: 'Somebody by the link in the notice', operator: 'The operator' } as const;

/** Who gave an answer, as a row says it behind "by": a colleague's first name, or the way by which it came. */
export function giverShort(name: string): string {
  if (name === giverNames.link) return 'the link in the notice';
  return name === giverNames.operator ? 'the operator' : firstName(name);
}

/** Who gave an answer, at a sentence's beginning. */
export const giverFirst = ({ by, is_mine }: Pick<Answer, 'by' | 'is_mine'>): string =>
  is_mine ? 'You' : by === giverNames.link || by === giverNames.operator ? by : firstName(by);

const sentenceWords: Readonly<Record<string, string>> = {
  accept: 'accepted this',
  offer: 'offered other times',
  decline: 'declined this',
  approve: 'approved this',
  seen: 'asked a clinician about this',
  ready: 'said that this is ready',
  done: 'said that this was picked up',
  offer_freed: 'offered a freed time',
  remove: 'took this off the list',
  answered: 'answered this',
  choose_time: 'chose a time',
  refund: 'refunded this',
  tie: 'told these owners apart',
  new_client: 'told these owners apart',
  merge: 'merged these records',
  send_other_way: 'sent this another way',
  correct: 'corrected this',
  resend: 'sent this again',
  let_be: 'let this be',
  retry: 'tried this again',
};

/** What an answer did, 'accepted'; of one that could not be carried out, that it was not done. */
export const doneWords = ({ words, voided }: Pick<Answer, 'words' | 'voided'>): string =>
  voided === null ? words : `${words}, not carried out`;

const toldKinds: readonly ItemKind[] = ['request', 'refill', 'waitlist', 'deposit'];

/**
 * What can still be done about an answer that has left (D-426): where the owner knows of it, only a call changes it, or
 * an e-mail where there is no phone.
 */
export function afterLeaving(
  kind: ItemKind,
  name: Answer['name'],
  owner: string,
  { phone, email }: { phone: string | null; email: string | null },
): string | null {
  if (kind === 'deposit' && name === 'let_be')
    return 'Nothing was sent. Who runs the portal can still give the money back.';
  if (!toldKinds.includes(kind)) return null;
  const ask = phone ? `call ${owner}, ${phone}` : email ? `write to ${owner}, ${email}` : `call ${owner}`;
  return `It has left and cannot be taken back. To change something, ${ask}.`;
}

/** 'Ana accepted this at 8:44am', or 'You accepted this at 8:44am'. */
export const answeredWords = (
  answer: Pick<Answer, 'by' | 'is_mine' | 'words'> & { name: string; at: Date },
  zone: string,
): string => `${giverFirst(answer)} ${sentenceWords[answer.name] ?? answer.words} at ${clockWords(answer.at, zone)}`;
