import { timingSafeEqual } from 'node:crypto';
import { authorizeUrl, chargeOutcome, tellOf } from './cards';
import { findIntent, moveIntent, type Intent } from './intents';
import { settle, type Sandbox } from './sandbox';
import { DECLINED, NOT_AUTHENTICATED, readCard, type EnteredCard } from './testCards';

/** What the owner does at the sandbox provider without the portal's server: enter a card, and answer the bank. */

type Confirmed = {
  status: 'succeeded' | 'requires_action' | 'failed';
  message: string | null;
  redirectTo: string | null;
};

const done: Confirmed = { status: 'succeeded', message: null, redirectTo: null };
const refused = (message: string): Confirmed => ({ status: 'failed', message, redirectTo: null });

/**
 * Enters a card for the intent that the secret opens: a setup remembers the card, a payment (an insurance premium) is
 * paid with it. Null when the secret opens nothing, `taken` when a setup has a card already: a second one would not be
 * the one that is charged. Only the card's behaviour is kept (D-98).
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

/** A premium's card that was taken stays taken; whether the money came is told by the payment itself. */
const repeated = (intent: Intent, publicUrl: string): Confirmed =>
  intent.status === 'requires_action'
    ? { status: 'requires_action', message: null, redirectTo: authorizeUrl(intent, publicUrl) }
    : done;

function isSame(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A payment that waits for the owner at the bank, or null. */
export async function waitingForOwner({ db }: Sandbox, clinicId: string, id: string): Promise<Intent | null> {
  const intent = await findIntent(db, clinicId, id);
  return intent?.kind === 'payment' && intent.return_url !== null ? intent : null;
}

/** The owner's answer at the bank. Gives the address to return to; an answer that comes again changes nothing. */
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
