/** How a state is drawn: the shape around it and the sign before it. */
export type StateLook = {
  outline: 'waits' | 'offered' | 'held' | 'plain' | 'red' | 'green' | 'over';
  sign: 'hourglass' | 'arrow' | 'clock' | 'check' | 'doubleCheck' | 'cross' | 'bang' | 'card' | null;
};

const looks: readonly [RegExp, StateLook][] = [
  [/^(requested|received|open|waits|waiting|asked)\b/, { outline: 'waits', sign: 'hourglass' }],
  [/^(\d+ times? )?offered\b/, { outline: 'offered', sign: 'arrow' }],
  [/^held\b/, { outline: 'held', sign: 'clock' }],
  [/^confirmed\b/, { outline: 'plain', sign: 'doubleCheck' }],
  [/^(accepted|approved|ready|answered|done|booked|told apart|picked up)\b/, { outline: 'plain', sign: 'check' }],
  [/^(declined|canceled|withdrawn|removed|expired|over)\b/, { outline: 'over', sign: 'cross' }],
  [
    /^(undelivered|not delivered|not answered|bounced|failed|refund failed|not through)\b/,
    { outline: 'red', sign: 'bang' },
  ],
  [/^(paid|refunded|refunding)\b/, { outline: 'plain', sign: 'card' }],
];

/** The look of a state's word, such as 'Requested'; a plain one without a sign for a word that is not known. */
export function lookOfState(state: string): StateLook {
  const word = state.trim().toLowerCase();
  return looks.find(([sign]) => sign.test(word))?.[1] ?? { outline: 'plain', sign: null };
}

/**
 * How a message to the owner fared, an answer or another refill: check for delivered, approved or a refund that was made,
 * ring while it is on its way, an arrow back for what was taken back, bang for what did not arrive or could not be done.
 */
export function lookOfMessage(state: string): 'check' | 'ring' | 'undo' | 'bang' {
  if (/^taken back/i.test(state)) return 'undo';
  if (/^(delivered|seen|read|confirmed|made|approved|ready|picked up)/i.test(state)) return 'check';
  return /^(sent|on its way|queued|waits)/i.test(state) ? 'ring' : 'bang';
}
