import type { PaymentRequest } from '../../contract/payments';
import type { FeatureSettings } from '../../contract/settings';

/** The sentences about a payment (DEP-04, DEP-20 to DEP-25, D-96, D-414). */
export const paymentTexts = {
  agree: 'I understand and agree to the above payment policy.',
  notAgreed: 'Please accept the deposit policy to continue.',
  alreadyPaid: 'This payment has already been paid. You have not been double-charged.',
  unexpected: 'An unexpected error occurred.',
  succeeded: 'Payment succeeded!',
  processing: 'Your payment is processing.',
  unsuccessful: 'Your payment was not successful, please try again.',
  wrong: 'Something went wrong.',
  refunding: 'This deposit is being refunded.',
  refunded: 'This deposit was refunded.',
  notSaved: 'We received your payment but could not save your appointment yet.',
} as const;

/**
 * What the page does about a payment: show it paid, show that the money goes back, wait, send the owner to the bank,
 * take a card, or nothing any more.
 */
export type Standing = 'paid' | 'refunded' | 'processing' | 'bank' | 'payable' | 'over';

/** Whether a paid deposit is being refunded to its card, or has been (D-414). */
export const isRefunded = ({ status }: Pick<PaymentRequest, 'status'>): boolean =>
  status === 'refunding' || status === 'refunded';

/** Whether the payer can still enter a card for a payment. */
export const isOpen = ({ status, completed_at }: Pick<PaymentRequest, 'status' | 'completed_at'>): boolean =>
  completed_at === null && (status === 'pending' || status === 'failed');

/**
 * Decides what the page does about a payment (DEP-13, D-40). Only the payer receives `client_secret`, without which no
 * card can be entered.
 */
export function standingOf(payment: PaymentRequest): Standing {
  const { status, completed_at, client_secret, next_action } = payment;
  if (isRefunded({ status })) return 'refunded';
  if (status === 'complete' || completed_at !== null) return 'paid';
  if (status === 'processing') return 'processing';
  if (status === 'requires_action') return next_action?.redirect_to_url ? 'bank' : 'processing';
  return isOpen(payment) && client_secret ? 'payable' : 'over';
}

/** What the page says when the owner comes back from the bank (DEP-20, D-99), by the payment's status on the server. */
export function returnText({ status, completed_at }: Pick<PaymentRequest, 'status' | 'completed_at'>): string {
  if (status === 'complete' || completed_at !== null) return paymentTexts.succeeded;
  if (status === 'processing') return paymentTexts.processing;
  return status === 'failed' || status === 'pending' ? paymentTexts.unsuccessful : paymentTexts.wrong;
}

type DepositWords = Readonly<NonNullable<FeatureSettings['deposit_collection_policies']>>;
type TypesWords = NonNullable<DepositWords['product_policies']>[number];

/**
 * What the clinic says about deposits: its words for the type where there are any, else its common words; null for
 * none.
 */
function depositWords(
  settings: FeatureSettings,
  productId: string | null,
  own: (words: TypesWords) => string | undefined,
  common: (words: DepositWords) => string | undefined,
): string | null {
  const all = settings.deposit_collection_policies ?? {};
  const ofType = all.product_policies?.find(({ product_id }) => product_id === productId);
  return (ofType && own(ofType)?.trim()) || common(all)?.trim() || null;
}

const titleOf = (words: { payment_title_name?: string | undefined }) => words.payment_title_name;

/** '{payment title} Amount' by the type's own title or the clinic's, else 'Deposit Amount' (DEP-01, D-100). */
export const amountTitle = (settings: FeatureSettings, productId: string | null): string =>
  `${depositWords(settings, productId, titleOf, titleOf) ?? 'Deposit'} Amount`;

/** The type's own policy, else the clinic's; null for none (DEP-03, D-100). */
export const depositPolicy = (settings: FeatureSettings, productId: string | null): string | null =>
  depositWords(
    settings,
    productId,
    (ofType) => ofType.policy,
    (all) => all.default,
  );

/** 'Nov 21, 04:30 PM' by the clinic's clock (DEP-07). */
export function formatPaidAt(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('day')}, ${part('hour')}:${part('minute')} ${part('dayPeriod').toUpperCase()}`;
}

/**
 * How an appointment that is still to come is described: it is scheduled, or requested; null where neither is true any
 * more.
 */
export type Booked = 'scheduled' | 'requested' | null;

/**
 * How an appointment of this status is described. An unknown status counts as accepted (STATUS-03); without an
 * appointment, and for one that is over or was called off, null.
 */
export function bookedAs(status: string | null | undefined): Booked {
  if (!status || ['DECLINED', 'DELETED', 'DONE'].includes(status)) return null;
  return status === 'REQUESTED' ? 'requested' : 'scheduled';
}

/** The label of the button after a paid deposit (DEP-08, D-100). */
export function nextLabel(isInsuranceNext: boolean, booked: Booked): string {
  if (isInsuranceNext || booked === null) return 'Next step';
  return booked === 'scheduled' ? 'Appointment Confirmation' : 'Appointment Request Details';
}

/**
 * The address to which the bank wants to send the owner; null for none, and for one that is neither https nor of the
 * portal's own origin, where the sandbox plays the bank (DEP-17, D-208).
 */
export function bankUrl(payment: PaymentRequest, origin: string): string | null {
  const url = payment.next_action?.redirect_to_url?.url;
  if (!url || !URL.canParse(url)) return null;
  const target = new URL(url);
  return target.protocol === 'https:' || target.origin === origin ? target.href : null;
}
