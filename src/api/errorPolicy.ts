import type { Endpoint } from '../contract/endpoint';
import { lossOf, type Failure } from '../offline/exchange';

export const texts = {
  unknown: 'An unknown error occurred',
  oops: 'Oops! Something went wrong. Please try again in a few seconds.',
} as const;

/** What screens show themselves (ERR-07): refusals of what was typed, and a taken slot, which the picker marks and says (HOLD-06). */
const shownByScreens: readonly unknown[] = [
  'AliasAlreadyUsed',
  'InvalidCode',
  'VerificationMaximumExceeded',
  'slot_gone',
];
const messageLength = 200;

/** What the general layer does about a failure; screens add their own. */
export type Consequence = {
  toast?: string;
  /** Soft: token and signed-in state go, what is saved stays (D-01). `lossOf` tells which. */
  logout?: 'ranOut' | 'ended';
};

type CallFlags = Pick<Endpoint, 'silent' | 'saysItself' | 'isSignIn' | 'endsSessionOn404'>;

/**
 * What a failed call does by itself (docs/product.md, Errors; D-01, D-19 to D-23, D-130).
 * Losing the network is a state (a banner), never a message and never a logout.
 */
export function errorPolicy(failure: Failure, call: CallFlags): Consequence {
  if (call.silent || failure.kind === 'aborted' || failure.kind === 'network') return {};
  if (failure.kind === 'malformed') return call.saysItself ? {} : { toast: texts.unknown };

  const { status, message, code } = failure;
  if (code === 'invalid_tenant') return { logout: 'ended' };
  if (shownByScreens.includes(code)) return {};
  if (status === 401 || code === 'unauthorized') return call.isSignIn ? {} : { logout: lossOf(failure) };
  if (status === 404 && call.endsSessionOn404) return { logout: 'ended' };
  if (call.saysItself) return {};
  if (status === 500) return { toast: texts.oops };
  return { toast: message ? message.slice(0, messageLength) : texts.unknown };
}
