import { redirects, type Redirect } from '../../../domain/booking/steps';

/** The checked parameters in the booking page's address (QUERY-01 to QUERY-06). */
export type EntryParams = {
  /** The page to open after signing in; `other` forces the returning path and opens no page (D-31). */
  redirect: Redirect | 'other' | null;
  productToken: string | null;
  /** Ids of the appointment types of a booking to repeat (QUERY-06). */
  appointment: string[];
  referral: { source: string | null; campaign: string | null; medium: string | null };
  /** A payment link's id (ROUTE-04). */
  paymentId: string | null;
  /** Whether the owner comes back from the bank (QUERY-05). */
  isPaymentReturn?: boolean;
};

const longest = 255;

/** Reads the query of a booking address; parts that are empty or overlong count as absent. */
export function entryParams(query: URLSearchParams, paymentId: string | null = null): EntryParams {
  const part = (name: string): string | null => {
    const value = query.get(name)?.trim() ?? '';
    return value !== '' && value.length <= longest ? value : null;
  };
  const redirect = part('redirect');
  return {
    redirect: redirect === null ? null : (redirects.find((known) => known === redirect) ?? 'other'),
    productToken: part('product_token'),
    appointment: (part('appointment') ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
    referral: { source: part('utm_source'), campaign: part('utm_campaign'), medium: part('utm_medium') },
    paymentId,
  };
}
