/** What is entered of a test card, as it is typed; `exp` is MM/YY. The sandbox, as a provider would, looks again by itself. */
type EnteredCard = { number: string; exp: string; cvc: string };

/** What is wrong with each field of a card, in words for the owner. */
export type CardProblems = Partial<Record<keyof EnteredCard, string>>;

/** What the form says where fields of the card are wrong; each of them says why. */
export const CHECK_CARD = 'Please check your card details.';

/** Returns what is wrong with what was entered, in the order of the fields; nothing for a card that can be tried. */
export function cardProblems({ number, exp, cvc }: EnteredCard, now: Date): CardProblems {
  const [ofNumber, ofExp] = [numberProblem(number), expiryProblem(exp, now)];
  return {
    ...(ofNumber && { number: ofNumber }),
    ...(ofExp && { exp: ofExp }),
    ...(!/^\d{3,4}$/.test(cvc.trim()) && { cvc: "Your card's security code is incomplete." }),
  };
}

function numberProblem(number: string): string | null {
  const digits = number.replace(/[\s-]/g, '');
  if (digits === '') return 'Your card number is incomplete.';
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits) ? null : 'Your card number is incorrect.';
}

function expiryProblem(exp: string, now: Date): string | null {
  const date = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(exp);
  const month = Number(date?.[1]);
  if (!date || month < 1 || month > 12) return "Your card's expiration date is incomplete.";
  const year = (Number(date[2]) % 100) + 2000;
  // A card is good until its month has ended in every time zone.
  return Date.UTC(year, month, 2) <= now.getTime() ? 'Your card has expired.' : null;
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
