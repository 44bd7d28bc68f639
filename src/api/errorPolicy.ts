import type { Endpoint } from '../contract/endpoint';
import { lossOf, type Failure } from '../offline/exchange';

export const texts = {
  unknown: 'An unknown error occurred',
  oops: 'Oops! Something went wrong. Please try again in a few seconds.',
} as const;

/** Messages that screens show themselves (ERR-07); compared in lower case without spaces (D-20). */
const shownByScreens = ['aliasalreadyused', 'invalidcode', 'invalidtenantanduser', 'verificationmaximumexceeded'];
const messageLength = 200;

/** What the general layer does about a failure; screens add their own. */
export type Consequence = {
  toast?: string;
  /** Soft: token and signed-in state go, what is saved stays (D-01). `lossOf` tells which. */
  logout?: 'ranOut' | 'ended';
};

/**
 * Section 8, general response handling, as D-01, D-19 to D-23 and D-130 read it.
 * Losing the network is a state (a banner), never a message and never a logout.
 */
export function errorPolicy(failure: Failure, call: Pick<Endpoint, 'path' | 'silent'>): Consequence {
  if (call.silent || failure.kind === 'aborted' || failure.kind === 'network') return {};
  if (failure.kind === 'malformed') return { toast: texts.unknown };

  const { status, message, code } = failure;
  const named = [message, code].map(plain).find((name) => shownByScreens.includes(name));
  if (status === 500) return named === 'invalidtenantanduser' ? { logout: 'ended' } : { toast: texts.oops };
  if (status === 401) return named === 'invalidcode' || isSignIn(call.path) ? {} : { logout: lossOf(failure) };
  if (status === 404 && call.path === '/clients/by_user_id') return { logout: 'ended' };
  if (named) return {};
  // Slot taken: the picker marks that time and says the same sentence beside it (HOLD-06).
  if (code === 'slot_gone') return {};
  return { toast: message ? message.slice(0, messageLength) : texts.unknown };
}

/** Lower case without spaces, so that 'Invalid code' and 'InvalidCode' are one (D-20). */
const plain = (message: string | null): string => (message ?? '').toLowerCase().replaceAll(' ', '');

/** Sign-in itself answers 401 for a wrong password or code; its screens say so (D-19). */
export const isSignIn = (path: string): boolean => path.startsWith('/user/v1/auth/') || path.startsWith('/user/v1/reset-password/');
