import type { Endpoint } from '../contract/endpoint';
import { failureText, isOutdated, lossOf, meaningOf, type Failure } from '../domain/failure';

/** Refusals that screens show themselves (ERR-07), among them a taken slot, which the picker marks (HOLD-06). */
const shownByScreens: readonly unknown[] = [
  'AliasAlreadyUsed',
  'InvalidCode',
  'wrong_password',
  'VerificationMaximumExceeded',
  'slot_gone',
];
const messageLength = 200;

/** What the general layer does about a failure; screens may do more. */
export type Consequence = {
  toast?: string;
  /** Token and signed-in state are removed, saved records stay (D-01). `lossOf` decides which of the two it is. */
  logout?: 'ranOut' | 'ended';
};

type CallFlags = Pick<Endpoint, 'silent' | 'saysItself' | 'saysOutdated' | 'isSignIn' | 'endsSessionOn404'>;

/**
 * Decides what a failed call causes in general (docs/product.md, Errors; D-01, D-19 to D-23, D-130). Losing the network
 * shows a banner, never a message, and never signs anybody out.
 */
export function errorPolicy(failure: Failure, call: CallFlags): Consequence {
  if (call.silent) return {};
  if (failure.kind === 'http') {
    const { code } = failure;
    if (code === 'invalid_tenant') return { logout: 'ended' };
    if (shownByScreens.includes(code) || (call.saysOutdated && isOutdated(failure))) return {};
    if (meaningOf(failure) === 'signedOut') return call.isSignIn ? {} : { logout: lossOf(failure) };
    if (code === 'not_found' && call.endsSessionOn404) return { logout: 'ended' };
  }
  const text = call.saysItself ? null : failureText(failure);
  return text === null ? {} : { toast: text.slice(0, messageLength) };
}
