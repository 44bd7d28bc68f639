import type { Cards, Charge, Setup } from '../cards';
import { CardsUnavailable } from '../cards';
import { findIntent, intentWithKey, makeIntent, moveIntent, newCustomer, type Intent } from './intents';
import { makeRefund, readRefunds } from './refunds';
import { settle, type Sandbox } from './sandbox';
import { DECLINED, last4Of, NOT_AUTHENTICATED, type CardKind } from './testCards';

/**
 * The card provider of demo mode and of the tests. It keeps in the database what a real provider keeps on its own side.
 */
export function sandboxCards(sandbox: Sandbox): Cards {
  const { db, clock } = sandbox;
  const settled = (intent: Intent | null) => settle(sandbox, intent);
  return {
    provider: 'sandbox',
    publicKey: null,

    async startSetup({ clinicId }, key) {
      const { intent } = await makeIntent(
        db,
        clinicId,
        `setup ${key}`,
        { kind: 'setup', customer: newCustomer(), status: 'open' },
        clock.now(),
      );
      return setupOf(intent);
    },

    async readSetup({ clinicId }, ref) {
      return setupOf(known(await findIntent(db, clinicId, ref)));
    },

    async charge({ clinicId }, { key, setup: setupRef, amountCents, paymentId, returnUrl }) {
      const setup = known(await findIntent(db, clinicId, setupRef));
      if (setup.status !== 'succeeded') throw new Error('A card is charged before it was confirmed.');
      const outcome = chargeOutcome(setup.card as CardKind);
      const { intent, isNew } = await makeIntent(
        db,
        clinicId,
        `charge ${key}`,
        {
          kind: 'payment',
          customer: setup.customer,
          card: setup.card,
          amount_cents: amountCents,
          payment_request_id: paymentId,
          return_url: returnUrl,
          ...outcome,
        },
        clock.now(),
      );
      if (isNew && intent.status !== 'requires_action' && intent.status !== 'processing') await tellOf(sandbox, intent);
      return chargeOf(intent, sandbox.publicUrl);
    },

    readCharge: async ({ clinicId }, ref) =>
      chargeOf(known(await settled(await findIntent(db, clinicId, ref))), sandbox.publicUrl),

    async findCharge({ clinicId }, key) {
      const intent = await settled(await intentWithKey(db, clinicId, `charge ${key}`));
      return intent && chargeOf(intent, sandbox.publicUrl);
    },

    async cancelCharge({ clinicId }, ref) {
      const intent = known(await settled(await findIntent(db, clinicId, ref)));
      const canceled =
        intent.status === 'requires_action'
          ? await moveIntent(db, intent, { status: 'failed', message: NOT_AUTHENTICATED })
          : intent;
      return chargeOf(canceled ?? known(await findIntent(db, clinicId, ref)), sandbox.publicUrl);
    },

    readRefunds: ({ clinicId }, of) => readRefunds(sandbox, clinicId, of),
    refund: ({ clinicId }, request) => makeRefund(sandbox, clinicId, request),
  };
}

function known(intent: Intent | null): Intent {
  if (intent === null) throw new CardsUnavailable('The provider does not know this.');
  return intent;
}

/** The status and message that a charge has right after it was made, by the kind of its card. */
export function chargeOutcome(card: CardKind): Pick<Intent, 'status' | 'message'> {
  if (card === 'redirects') return { status: 'requires_action', message: null };
  if (card === 'slow') return { status: 'processing', message: null };
  return card.startsWith('declined') ? { status: 'failed', message: DECLINED } : { status: 'succeeded', message: null };
}

/** Sends the event that says what a charge has become; none where the charge is not for a payment request. */
export async function tellOf({ publicUrl, tell }: Sandbox, intent: Intent): Promise<void> {
  if (intent.payment_request_id === null) return;
  await tell({
    id: `evt_${intent.id}_${intent.status}`,
    clinicId: intent.clinic_id,
    paymentId: intent.payment_request_id,
    charge: chargeOf(intent, publicUrl),
  });
}

const setupOf = (intent: Intent): Setup => ({
  ref: intent.id,
  customer: intent.customer,
  clientSecret: intent.secret,
  isConfirmed: intent.status === 'succeeded',
  last4: intent.card && last4Of(intent.card as CardKind),
});

const chargeOf = (intent: Intent, publicUrl: string): Charge => ({
  ref: intent.id,
  key: intent.key.replace(/^charge /, ''),
  amountCents: intent.amount_cents ?? 0,
  status: intent.status as Charge['status'],
  redirectTo: intent.status === 'requires_action' ? authorizeUrl(intent, publicUrl) : null,
  message: intent.message,
});

/** The address of the bank's page, which the sandbox plays. */
export const authorizeUrl = (intent: Intent, publicUrl: string): string =>
  `${publicUrl}/api/demo/cards/authorize/${intent.clinic_id}/${intent.id}`;
