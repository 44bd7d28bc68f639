import { randomBytes } from 'node:crypto';
import type { InsuredPet } from '../../db/documents';
import { PurchaseRefused, type Insurer, type Premium } from '../insurer';
import { CANCELED, findIntent, intentWithKey, makeIntent, moveIntent, newCustomer, type Intent } from './intents';
import { settle, type Sandbox } from './sandbox';

/** Monthly premium of a young mixed breed, cents. */
const base: Readonly<Record<string, number>> = { dog: 3200, cat: 1900 };
/**
 * A pure breed costs up to this share more; how much follows from the letters of its name. No insurer has this tariff.
 */
const breedShare = 0.4;
const oldestAge = 18;
/** A pet with this zip code gets a quote, but buying it is refused, so that a refused purchase can be tried. */
const UNINSURABLE_ZIP = '00000';

/**
 * The insurer of demo mode and of the tests: the premium follows from species, breed and age. A purchase is complete at
 * once when a deposit was paid by card in this visit; otherwise the card has to be entered. Only dogs and cats of at
 * most eighteen years get an offer.
 */
export function sandboxInsurer(sandbox: Sandbox): Insurer {
  const keyOf = (ref: string): string => `premium ${ref}`;
  return {
    partnerId: 'sandbox-partner',
    publicKey: null,

    async quote(pet) {
      const premiumCents = premiumOf(pet);
      if (premiumCents === null) return [];
      return [{ ref: `quote_${randomBytes(16).toString('base64url')}`, premiumCents }];
    },

    async buy({ clinicId, ref, premiumCents, pet, hasCard }) {
      if (pet.zip === UNINSURABLE_ZIP) throw new PurchaseRefused('The insurer does not insure pets there.');
      const { intent } = await makeIntent(
        sandbox.db,
        clinicId,
        keyOf(ref),
        {
          kind: 'payment',
          customer: newCustomer(),
          amount_cents: premiumCents,
          return_url: `${sandbox.publicUrl}/${clinicId}`,
          status: hasCard ? 'succeeded' : 'open',
        },
        sandbox.clock.now(),
      );
      const { status } = (await settle(sandbox, intent))!;
      if (status === CANCELED) throw new PurchaseRefused('The quote was withdrawn.');
      return status === 'succeeded'
        ? { complete: true }
        : { complete: false, clientSecret: status === 'processing' ? null : intent.secret };
    },

    async premium(clinicId, ref) {
      return standingOf(await settle(sandbox, await intentWithKey(sandbox.db, clinicId, keyOf(ref))));
    },

    async withdraw(clinicId, ref) {
      // A quote that nobody has bought gets its intent now, so that a purchase on its way finds it canceled.
      const { intent } = await makeIntent(
        sandbox.db,
        clinicId,
        keyOf(ref),
        { kind: 'payment', customer: newCustomer(), status: CANCELED },
        sandbox.clock.now(),
      );
      let known = (await settle(sandbox, intent))!;
      while (known.status === 'open' || known.status === 'requires_action')
        known =
          (await moveIntent(sandbox.db, known, { status: CANCELED })) ??
          (await settle(sandbox, await findIntent(sandbox.db, clinicId, known.id)))!;
      return standingOf(known);
    },
  };
}

function standingOf(intent: Intent | null): Premium {
  if (intent?.status === 'succeeded') return 'paid';
  return intent?.status === 'processing' ? 'processing' : 'unpaid';
}

function premiumOf({ species, breed, age }: InsuredPet): number | null {
  const start = base[species.toLowerCase()];
  if (start === undefined || age > oldestAge) return null;
  const share =
    breed === null || /mix|domestic/i.test(breed) ? 0 : (breedShare * (sumOf(breed.toLowerCase()) % 11)) / 10;
  return Math.round(start * (1 + share) * (1 + Math.max(0, age - 1) * 0.09));
}

const sumOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0);
