import type { InsuranceQuote, offerInsurance } from '../../../src/contract/insurance';
import type { Input } from '../../../src/contract/endpoint';
import { dateInZone } from '../../../src/domain/clinicTime';
import { ageOf } from '../../../src/domain/insurance/offer';
import { isOffered } from '../../../src/domain/insurance/offered';
import * as limits from '../../../src/limits';
import type { InsuredPet } from '../../db/documents';
import { InsurerUnavailable } from '../../gateways/insurer';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { inTransaction, type Db } from '../../db/transaction';
import type { Services } from '../../calls/services';
import type { Session } from '../../calls/session';
import { holdRecord } from '../clients/held';
import { findClientOf, patientsOf, type ClientRow } from '../clients/repository';
import { insertQuotes } from './repository';
import { purchaseOf } from './purchase';

type Body = Input<typeof offerInsurance>['body'];
type Offer = { clinic: Clinic; client: ClientRow; session: Session; body: Body; now: Date; services: Services };

const oldest = 100;

/**
 * Returns the pet as the clinic knows it. The body fills in only what the clinic does not know (D-201). An age that is
 * not a whole number from 0 to 100 becomes the default one.
 */
async function petOf(db: Db, { clinic, client, body, now }: Offer): Promise<{ speciesName: string; pet: InsuredPet }> {
  const name = body.name.trim().toLowerCase();
  const known = (await patientsOf(db, clinic.id, client.id)).find(
    (one) => !one.deceased_at && one.name.trim().toLowerCase() === name,
  );
  const speciesName = clinic.species.find((one) => one.id === known?.species_id)?.name ?? body.species;
  const told =
    Number.isInteger(body.age) && body.age >= 0 && body.age <= oldest ? body.age : limits.insuranceDefaultAge;
  const age = known?.birthdate ? ageOf(known.birthdate, dateInZone(now, clinic.shop.timezone)) : told;
  return {
    speciesName,
    pet: {
      species: speciesName,
      breed: known?.breed ?? body.breed ?? null,
      age,
      plan: body.plan,
      state: body.state ?? null,
      zip: body.zip ?? null,
    },
  };
}

/**
 * Returns and stores the quotes for insuring the pet (D-102). None are made where the setting, the species or missing
 * details forbid an offer, or the pet has a quote that is bought or being paid. Throws `validation` for another plan
 * than the one that is sold.
 */
export async function offersFor(offer: Offer): Promise<InsuranceQuote[]> {
  const { clinic, client, session, body, now, services } = offer;
  const { db, insurer, ids } = services;
  if (body.plan !== limits.insurancePlan)
    throw new ApiError('validation', { fields: { plan: `must be ${limits.insurancePlan}` } });
  if (insurer === null) return [];
  const { speciesName, pet } = await petOf(db, offer);
  const details = {
    clientId: client.id,
    petName: body.name,
    speciesName,
    email: body.email,
    state: pet.state,
    zip: pet.zip,
  };
  if (!isOffered(clinic.shop.feature_settings, details) || (await purchaseOf(services, clinic, client, body.name, now)))
    return [];
  // If the insurer does not answer, there is no offer, and the booking goes on.
  const quotes = await insurer.quote(pet).catch((error: unknown) => {
    if (error instanceof InsurerUnavailable) return [];
    throw error;
  });
  const rows = quotes.map(({ ref, premiumCents }) => ({
    clinic_id: clinic.id,
    id: ids.next(),
    quote_ref: ref,
    pet_name: body.name.trim(),
    details: JSON.stringify(pet),
    premium_cents: premiumCents,
    status: 'offered',
    created_at: now,
  }));
  if (rows.length > 0)
    await inTransaction(db, async (trx) => {
      // The clinic may have merged the record while the insurer was asked.
      const { id } = (await findClientOf(trx, clinic.id, session.userId)) ?? client;
      await holdRecord(trx, clinic.id, id, session.userId);
      await insertQuotes(
        trx,
        rows.map((row) => ({ ...row, client_id: id })),
      );
    });
  return rows.map((row) => ({
    id: row.id,
    quote_id: row.quote_ref,
    subscription_premium: { payment_amount: row.premium_cents },
  }));
}
