/** How a test card behaves; there is a kind for each outcome that can be tried in the sandbox. */
export type CardKind =
  | 'pays'
  /** Refused as soon as it is entered. */
  | 'declined'
  /** Accepted when it is entered and refused when it is charged. */
  | 'declined_when_charged'
  /** When it is charged, the owner has to approve the payment at the bank's page. */
  | 'redirects'
  /** Its charge succeeds a few seconds later. */
  | 'slow'
  /** Pays; its refund takes a few seconds. */
  | 'refunds_slowly'
  /** Pays; its first refund is sent back by the bank, the next one arrives. */
  | 'refund_fails';

const cards: Readonly<Record<string, CardKind>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000000000000341': 'declined_when_charged',
  '4000002500003155': 'redirects',
  '4000000000005126': 'slow',
  '4000000000007726': 'refunds_slowly',
  '4000000000003089': 'refund_fails',
};

/** The last four digits of the test card of this kind; the number that was entered is stored nowhere. */
export const last4Of = (card: CardKind): string =>
  Object.keys(cards)
    .find((number) => cards[number] === card)!
    .slice(-4);

/** The message of a refund that fails. */
export const SENT_BACK = "The card's bank sent the refund back.";
export const DECLINED = 'Your card was declined.';
export const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

export type EnteredCard = { number: string; exp: string; cvc: string };

/** How the entered card behaves, or what is wrong with what was entered, in words for the owner. */
export function readCard({ number, exp, cvc }: EnteredCard, now: Date): CardKind | { message: string } {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) return { message: 'Your card number is incorrect.' };
  const date = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(exp);
  const month = Number(date?.[1]);
  if (!date || month < 1 || month > 12) return { message: "Your card's expiration date is incomplete." };
  const year = (Number(date[2]) % 100) + 2000;
  // A card is good until its month has ended in every time zone.
  if (Date.UTC(year, month, 2) <= now.getTime()) return { message: 'Your card has expired.' };
  if (!/^\d{3,4}$/.test(cvc.trim())) return { message: "Your card's security code is incomplete." };
  return cards[digits] ?? { message: `${DECLINED} Only test cards are taken here.` };
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
