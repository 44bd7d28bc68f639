import type { Endpoint } from '../contract/endpoint';
import { failureText, lossOf, meaningOf, type Failure } from '../domain/failure';

/** What screens show themselves (ERR-07): refusals of what was typed, and a taken slot, which the picker marks and says (HOLD-06). */
const shownByScreens: readonly unknown[] = [
  'AliasAlreadyUsed',
  'InvalidCode',
  'wrong_password',
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
  if (call.silent) return {};
  if (failure.kind === 'http') {
    const { code } = failure;
    if (code === 'invalid_tenant') return { logout: 'ended' };
    if (shownByScreens.includes(code)) return {};
    if (meaningOf(failure) === 'signedOut') return call.isSignIn ? {} : { logout: lossOf(failure) };
    if (code === 'not_found' && call.endsSessionOn404) return { logout: 'ended' };
  }
  const text = call.saysItself ? null : failureText(failure);
  return text === null ? {} : { toast: text.slice(0, messageLength) };
}
