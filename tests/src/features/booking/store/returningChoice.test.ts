// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../../../src/state/session';
import { authApi } from '../../../../../src/api/auth';
import type { Product } from '../../../../../src/contract/catalogue';
import { bookingApi } from '../../../../../src/features/booking/api';
import { entryParams } from '../../../../../src/features/booking/open/entryParams';
import { clientQuery, productsQuery } from '../../../../../src/features/booking/store/facts';
import { openBooking } from '../../../../../src/features/booking/open/openBooking';
import { report } from '../../../../../src/features/booking/store/report';
import { owner } from '../../../api/support';
import { openPage } from '../bookingSupport';
import { client } from '../saving/submitSupport';
import { exam } from '../steps/stepSupport';

const recent = { ...client, created_at: new Date(Date.now() - 3_600_000).toISOString() };

/** A page of a signed-in owner at a clinic whose only type is for some clients; `record` is what the clinic has of them, undefined while it is not known. */
async function signedIn(metadata: Partial<Product['metadata']>, record?: typeof client | null) {
  const page = await openPage({ shop: { feature_settings: {} } });
  await page.store.dispatch(
    bookingApi.util.upsertQueryData('listProducts', productsQuery(null), [
      { ...exam, metadata: { ...exam.metadata, ...metadata } },
    ]),
  );
  page.store.dispatch(sessionStarted(owner()));
  if (record !== undefined)
    await page.store.dispatch(authApi.util.upsertQueryData('clientByUser', clientQuery(owner().user), record));
  return { ...page, step: () => page.booking().position.step };
}

describe('what a signed-in owner answers at client type decides what there is to book, until the clinic’s record does (D-53, D-55)', () => {
  it.each([
    ['returning-chosen', 'has no record', null, 'appointment'],
    ['returning-chosen', 'is not known yet', undefined, 'appointment'],
    ['returning-chosen', 'has a new record', recent, 'no-availability'],
    ['returning-chosen', 'has an old record', client, 'appointment'],
    ['new-chosen', 'has no record', null, 'no-availability'],
    ['new-chosen', 'has an old record', client, 'appointment'],
  ] as const)('types for returning clients alone: %s, who %s', async (event, _, record, step) => {
    const page = await signedIn({ allowNewClients: false }, record);
    page.store.dispatch(report(event));
    expect(page.step()).toBe(step);
  });

  it.each([
    ['new-chosen', null, 'appointment'],
    ['returning-chosen', null, 'no-availability'],
  ] as const)('types for new clients alone: %s', async (event, record, step) => {
    const page = await signedIn({ allowReturningClients: false }, record);
    page.store.dispatch(report(event));
    expect(page.step()).toBe(step);
  });

  it('who is sent here to come back counts as returning, though nothing was asked (QUERY-02)', async () => {
    const page = await signedIn({ allowNewClients: false }, null);
    await page.store.dispatch(openBooking('/again', entryParams(new URLSearchParams('?redirect=elsewhere'))));
    expect([page.step(), page.booking().draft.returningClientFlow]).toEqual(['appointment', true]);
  });
});
