import { formatMoney } from '../shop/money';
import type { FeatureSettings } from '../../contract/settings';
import { HOUR } from '../../limits';
import { hasCode, type Failure } from '../failure';

/**
 * What happens to the deposit when the owner cancels the appointment: it is refunded to the card, the clinic keeps it,
 * or the clinic decides (D-414).
 */
export type OnCancel = 'refunded' | 'kept' | 'asked';

/** From the best outcome for the owner to the worst. */
const onCancels: readonly OnCancel[] = ['refunded', 'asked', 'kept'];

/** Whether an outcome is worse for the owner than what they were told. */
export const isWorse = (outcome: OnCancel, told: OnCancel): boolean =>
  onCancels.indexOf(outcome) > onCancels.indexOf(told);

/**
 * How many hours before the start an owner has to cancel to get the deposit back; null where the clinic decides each
 * time (D-414).
 */
export const refundHours = (settings: FeatureSettings): number | null => settings.deposit_refund_hours ?? null;

/**
 * What happens by the clinic's rule to the deposit of an appointment that its owner cancels at `now`. Where the clinic
 * has said that it cannot be then and `isOffered` other times, it is the clinic that gives it up, and the deposit goes
 * back.
 */
export function onCancel(settings: FeatureSettings, startsAt: Date, now: Date, isOffered = false): OnCancel {
  if (isOffered) return 'refunded';
  const hours = refundHours(settings);
  if (hours === null) return 'asked';
  return startsAt.getTime() - now.getTime() >= hours * HOUR ? 'refunded' : 'kept';
}

/** A deposit as the owner sees it with the appointment; `amount` is dollars. */
export type Deposit = { amount: number; state: string; card_last4: string | null };

/** 'your card ending in 4242' */
export const cardWords = (last4: string | null): string =>
  last4 === null ? 'the card you paid with' : `your card ending in ${last4}`;

/** The sentence for a clinic that has no rule and decides each time. */
export const askedText = (amount: number): string =>
  `The clinic decides whether your deposit of ${formatMoney(amount)} is refunded.`;

/** '48 hours', '7 days' */
export const hoursText = (hours: number): string =>
  hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : hours === 1 ? '1 hour' : `${hours} hours`;

/** Says what the owner should call about; the clinic's phone follows. */
export const CALL_ABOUT_DEPOSIT = 'Please call us about your deposit:';
export const BANK_DAYS = 'Banks can take up to 10 days to show it.';

/** The sentence that the money is on its way back, the same in messages and on the screen. */
export const refunding = ({ amount, card_last4 }: Omit<Deposit, 'state'>): string =>
  `We are refunding your deposit of ${formatMoney(amount)} to ${cardWords(card_last4)}.`;

/** The outcome that the server names when it refuses to cancel because it is worse than what was told; else null. */
export const namedOutcome = (failure: Failure | null): OnCancel | null =>
  failure?.kind === 'http' && hasCode(failure, 'conflict')
    ? (onCancels.find((outcome) => outcome === failure.fields.deposit_on_cancel) ?? null)
    : null;

/** What the owner is told beforehand about a paid deposit. */
export type ToldOnCancel = { outcome: OnCancel; text: string };

/**
 * Tells the owner beforehand what canceling at `now` does to a paid deposit; null where none is paid. `named` is what
 * the server has said it would do, which counts where it is worse than what this page knows.
 */
export function toldOnCancel(
  deposit: Deposit | null | undefined,
  settings: FeatureSettings,
  startsAt: Date,
  now: Date,
  named: OnCancel | null = null,
  isOffered = false,
): ToldOnCancel | null {
  if (deposit?.state !== 'paid') return null;
  const money = `Your deposit of ${formatMoney(deposit.amount)}`;
  const known = onCancel(settings, startsAt, now, isOffered);
  const outcome = named !== null && isWorse(named, known) ? named : known;
  if (outcome === 'refunded')
    return { outcome, text: `${money} will be refunded to ${cardWords(deposit.card_last4)}.` };
  if (outcome === 'asked') return { outcome, text: askedText(deposit.amount) };
  const why = known === 'kept' ? `: your appointment is less than ${hoursText(refundHours(settings) ?? 0)} away` : '';
  return { outcome, text: `${money} will not be refunded${why}.` };
}

/**
 * Tells what became of the deposit of an appointment that was declined or canceled, and whether the owner should call
 * the clinic; null where there is nothing to say.
 */
export function depositText(
  deposit: Deposit | null | undefined,
): { text: string; detail: string | null; isCallDue: boolean } | null {
  if (!deposit) return null;
  const amount = formatMoney(deposit.amount);
  switch (deposit.state) {
    case 'refunding':
      return { text: refunding(deposit), detail: BANK_DAYS, isCallDue: false };
    case 'refunded':
      return {
        text: `Your deposit of ${amount} was refunded to ${cardWords(deposit.card_last4)}.`,
        detail: BANK_DAYS,
        isCallDue: false,
      };
    case 'kept':
      return {
        text: `Your deposit of ${amount} is not refunded, as you canceled too late for that.`,
        detail: null,
        isCallDue: false,
      };
    case 'asked':
      return { text: askedText(deposit.amount), detail: null, isCallDue: true };
    default:
      return null;
  }
}
