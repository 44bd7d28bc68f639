import type { AnswerName, Item, ItemKind } from '../../contract/desk/inbox';

const states: Partial<Record<AnswerName, string>> = {
  accept: 'Accepted',
  decline: 'Declined',
  approve: 'Approved',
  ready: 'Ready',
  done: 'Picked up',
  answered: 'Answered',
  choose_time: 'Booked',
  refund: 'Refunding',
  tie: 'Told apart',
  new_client: 'Told apart',
  merge: 'Told apart',
  resend: 'Sent',
  send_other_way: 'Sent',
  correct: 'Sent',
};

/**
 * What an answer that can still be taken back makes of its item: it is shown as given (D-426). Of the waitlist the state
 * is that of the visit, which no answer there changes. A day stands beside a request only while it waits.
 */
export function asGiven(
  { ask, day }: Pick<Item, 'ask' | 'day'>,
  kind: ItemKind,
  { name, words }: { name: string; words: string },
): Pick<Item, 'ask' | 'day'> {
  const said = states[name as AnswerName] ?? words.charAt(0).toUpperCase() + words.slice(1);
  return {
    ask: kind === 'waitlist' ? ask : { ...ask, state: said },
    day: kind === 'request' && name === 'offer' ? day : null,
  };
}
