import {
  buyInsurance,
  completeInsurance,
  findInsuranceQuote,
  getInsurerClientId,
  offerInsurance,
} from '../../../src/contract/insurance';
import { isEnabled } from '../../../src/domain/shop/settings';
import { ApiError } from '../../calls/errors';
import { type Call, handle, type Handled } from '../../calls/handlers';
import type { Db } from '../../db/transaction';
import { holdRecord } from '../clients/held';
import { isOwnRecord } from '../clients/merged';
import { findClientOf, type ClientRow } from '../clients/repository';
import { offersFor } from './offer';
import { agreeToBuy, buy, completionOf, purchaseOf } from './purchase';
import { findQuote } from './repository';

/**
 * Returns the client record of the token's owner. Throws `not_found` if there is none, and if the call names another
 * client (D-201).
 */
async function ownClient(
  db: Db,
  { clinic, session }: Pick<Call<typeof buyInsurance>, 'clinic' | 'session'>,
  named?: string,
): Promise<ClientRow> {
  const client = await findClientOf(db, clinic.id, session.userId);
  if (!client || (named !== undefined && !(await isOwnRecord(db, clinic.id, client.id, named))))
    throw new ApiError('not_found');
  return client;
}

/** Routes of contract/insurance. The insurer is asked only outside of transactions. */
export const routes: Handled[] = [
  handle(offerInsurance, async ({ body, clinic, session, db, now, services }) =>
    offersFor({
      clinic,
      client: await ownClient(db, { clinic, session }, body.client_id),
      session,
      body,
      now,
      services,
    }),
  ),

  handle(
    buyInsurance,
    async (call) => {
      const client = await ownClient(call.db, call, call.body.client_id);
      await holdRecord(call.db, call.clinic.id, client.id, call.session.userId);
      return agreeToBuy(call.db, { ...call, client });
    },
    {
      transaction: true,
      // First asks the insurer about other quotes for this pet, since a card entered for one of them may have paid it
      // meanwhile.
      async before({ body, clinic, session, now, services }) {
        const client = await findClientOf(services.db, clinic.id, session.userId);
        const quote = client && (await findQuote(services.db, clinic.id, client.id, body.quote_id));
        if (quote) await purchaseOf(services, clinic, client, quote.pet_name, now);
      },
      async after({ body, clinic, session, db, now, services }, agreed) {
        if (agreed.complete || services.insurer === null) return agreed;
        return buy(services, services.insurer, {
          clinic,
          client: await ownClient(db, { clinic, session }),
          session,
          quoteRef: body.quote_id,
          now,
        });
      },
    },
  ),

  handle(completeInsurance, async ({ body, clinic, session, db, now, services }) => {
    const client = await ownClient(db, { clinic, session });
    const quote = await findQuote(db, clinic.id, client.id, body.quote_id);
    if (!quote) throw new ApiError('not_found');
    return completionOf(services, { clinic, client, quote, now });
  }),

  handle(findInsuranceQuote, async ({ params, query, clinic, session, db, now, services }) => {
    const quote = await purchaseOf(
      services,
      clinic,
      await ownClient(db, { clinic, session }, params.client_id),
      query.name,
      now,
    );
    return quote && { id: quote.id };
  }),

  handle(getInsurerClientId, async ({ clinic, services }) => ({
    client_id:
      services.insurer && isEnabled(clinic.shop.feature_settings, 'vertical_insure_enabled')
        ? services.insurer.partnerId
        : null,
  })),
];
