import { timingSafeEqual } from 'node:crypto';
import { authorizeUrl, chargeOutcome, tellOf } from './cards';
import { CANCELED, findIntent, moveIntent, type Intent } from './intents';
import { settle, type Sandbox } from './sandbox';
import { DECLINED, NOT_AUTHENTICATED, readCard, type EnteredCard } from './testCards';

/**
 * What the owner does directly at the sandbox provider, without the portal's server: enter a card, and answer the bank.
 */

type Confirmed = {
  status: 'succeeded' | 'requires_action' | 'failed';
  message: string | null;
  redirectTo: string | null;
};

const done: Confirmed = { status: 'succeeded', message: null, redirectTo: null };
const refused = (message: string): Confirmed => ({ status: 'failed', message, redirectTo: null });

/**
 * Enters a card for the intent that the client secret belongs to: a setup remembers the card, a payment (an insurance
 * premium) is paid with it. Returns null when the secret belongs to no intent, and `taken` when a setup has a card
 * already, since a second card would not be the one that is charged. Of the card only its behaviour is stored (D-98).
 */
export async function confirmCard(
  sandbox: Sandbox,
  clinicId: string,
  given: EnteredCard & { clientSecret: string; email: string | null },
): Promise<Confirmed | 'taken' | null> {
  const { db, clock, publicUrl } = sandbox;
  const intent = await findIntent(db, clinicId, given.clientSecret.split('_secret_')[0] ?? '');
  if (!intent || !isSame(intent.secret, given.clientSecret)) return null;
  if (intent.status !== 'open') return intent.kind === 'setup' ? 'taken' : repeated(intent, publicUrl);

  const card = readCard(given, clock.now());
  if (typeof card === 'object') return refused(card.message);
  if (card === 'declined') return refused(DECLINED);
  const outcome = intent.kind === 'setup' ? { status: 'succeeded' } : chargeOutcome(card);
  const moved = await moveIntent(db, intent, { ...outcome, card, receipt_email: given.email });
  if (!moved && intent.kind === 'setup') return 'taken';
  return repeated(moved ?? (await findIntent(db, clinicId, intent.id))!, publicUrl);
}

/**
 * The answer for an intent that has a card, also when the card is entered again: the bank's page while the bank waits
 * for the owner, a refusal where the payment was called off, otherwise `succeeded`. That means that the card was
 * accepted; whether the money came, the payment itself tells.
 */
function repeated(intent: Intent, publicUrl: string): Confirmed {
  if (intent.status === CANCELED) return refused('This payment was called off.');
  return intent.status === 'requires_action'
    ? { status: 'requires_action', message: null, redirectTo: authorizeUrl(intent, publicUrl) }
    : done;
}

function isSame(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The payment that a bank's page is about, whether or not it still waits for the owner's answer; null where there is
 * none.
 */
export async function waitingForOwner({ db }: Sandbox, clinicId: string, id: string): Promise<Intent | null> {
  const intent = await findIntent(db, clinicId, id);
  return intent?.kind === 'payment' && intent.return_url !== null ? intent : null;
}

/**
 * Carries out the owner's answer at the bank and returns the address to send the owner back to. An answer that is
 * repeated changes nothing.
 */
export async function answerBank(sandbox: Sandbox, intent: Intent, isApproved: boolean): Promise<string> {
  const outcome = isApproved
    ? { status: 'succeeded', message: null }
    : { status: 'failed', message: NOT_AUTHENTICATED };
  const moved = intent.status === 'requires_action' ? await moveIntent(sandbox.db, intent, outcome) : null;
  if (moved) await tellOf(sandbox, moved);
  const now = moved ?? (await settle(sandbox, await findIntent(sandbox.db, intent.clinic_id, intent.id)))!;
  const url = new URL(now.return_url!);
  url.searchParams.set('payment_intent', now.id);
  url.searchParams.set('payment_intent_client_secret', now.secret);
  url.searchParams.set('redirect_status', now.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}
