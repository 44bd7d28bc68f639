import { refillReasons, visitReasons, type DeclineReason, type ItemKind } from '../../contract/desk/inbox';

/** The reasons to decline a thing of the kind, in the order of their keys. */
export const reasonsFor = (kind: ItemKind): readonly DeclineReason[] =>
  kind === 'refill' ? refillReasons : visitReasons;

/** The reasons for which a clinic declines, as staff choose among them (D-424). */
export const declineLabels: Readonly<Record<DeclineReason, string>> = {
  no_time: 'No time left that day',
  emergency: 'Needs emergency care now',
  not_treated: 'We do not treat this here',
  needs_visit: 'Needs a visit first',
  too_early: 'Too early for more',
  not_prescribed: 'We have not prescribed it',
  call_us: 'Please call us first',
  other: 'Another reason',
};

const sentences: Readonly<Record<DeclineReason, string>> = {
  no_time: 'We have no time left that day.',
  emergency: 'This needs emergency care now: please go to the nearest emergency clinic.',
  not_treated: 'This is something that we do not treat here.',
  needs_visit: 'We need to see your pet before we give more of it.',
  too_early: 'It is too early for more of it.',
  not_prescribed: 'We have not prescribed it.',
  call_us: 'Please call us first, so that we can talk about it.',
  other: '',
};

/** Words as a sentence: with a full stop where they end in none; an address at the end stays as it is. */
const asSentence = (words: string): string =>
  words === '' || /[.!?…。！？]["'”’)\]]*$|:\/\/\S*$/u.test(words) ? words : `${words}.`;

/**
 * What the owner reads: the reason's sentence, then the clinic's own words; null where both are empty. A reason of a
 * newer server has no sentence here.
 */
export function declinedText(reason: string | null | undefined, words: string | null | undefined): string | null {
  const sentence = sentences[reason as DeclineReason] ?? '';
  return [sentence, asSentence(words?.trim() ?? '')].filter(Boolean).join(' ') || null;
}

/**
 * How a declined owner goes on: 'rebook' to another time where that may help, 'call' where the reason rules every time
 * out, 'number' where it asks for the call already.
 */
export function wayOnAfter(reason: string | null | undefined): 'rebook' | 'call' | 'number' {
  if (reason === 'emergency' || reason === 'not_treated') return 'call';
  return reason === 'call_us' ? 'number' : 'rebook';
}
