import { configure, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { vi } from 'vitest';
import { shopLoaded } from '../../../../../src/state/clinic';
import { clinicOpened } from '../../../../../src/state/session';
import type { SignedIn } from '../../../../../src/contract/auth';
import type { Product, Provider as Clinician } from '../../../../../src/contract/catalogue';
import type { Shop } from '../../../../../src/contract/shop';
import { emptyDraft, type Draft } from '../../../../../src/domain/booking/draft';
import { DRAFT_VERSION } from '../../../../../src/domain/booking/draftVersion';
import type { Position } from '../../../../../src/domain/booking/steps';
import { entryParams } from '../../../../../src/features/booking/open/entryParams';
import { bookingApi } from '../../../../../src/features/booking/api';
import { productsQuery, providersQuery } from '../../../../../src/features/booking/store/facts';
import { bookingOpened } from '../../../../../src/features/booking/store/slice';
import { exampleShop } from '../../../shop';
import { pageStore } from '../../pageStore';

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

export const exam: Product = { id: 'exam', name: 'Exam', providerIds: ['ada'], metadata: { time: 30 } };

type Given = {
  base: string;
  position: Position;
  draft?: Partial<Draft>;
  shop?: Partial<Shop>;
  product?: Product;
  /** Beside the chosen type. */
  others?: Product[];
  clinicians?: Clinician[];
  saved?: SignedIn | null;
  query?: string;
  /** After a reload the types are loaded anew. */
  isReloaded?: boolean;
};

const key = '00000000-0000-4000-8000-000000000001';

/** A step on its own, in the production's store, against a server at `base`. */
export async function renderStep(step: ReactElement, given: Given) {
  const store = pageStore(given.base);
  const product = given.product ?? exam;
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: given.saved ?? null }));
  store.dispatch(shopLoaded({ shop: exampleShop(given.shop), source: 'page' }));
  if (!given.isReloaded)
    await store.dispatch(
      bookingApi.util.upsertQueryData('listProducts', productsQuery(null), [product, ...(given.others ?? [])]),
    );
  await store.dispatch(
    bookingApi.util.upsertQueryData('listProviders', providersQuery, {
      content: given.clinicians ?? [{ id: 'ada', firstName: 'Ada' }],
    }),
  );
  const draft: Draft = {
    ...emptyDraft(key),
    species: { id: 'dog', name: 'Dog' },
    selectedProducts: [{ provider: null, products: [{ id: product.id, name: product.name }] }],
    ...given.draft,
  };
  const params = entryParams(new URLSearchParams(given.query ?? ''));
  const saved = {
    version: DRAFT_VERSION,
    savedAt: new Date().toISOString(),
    userId: null,
    position: given.position,
    draft,
  };
  store.dispatch(bookingOpened({ address: '/oakwood', params, target: given.position, saved, createKey: key }));
  return { store, ...render(<Provider store={store}>{step}</Provider>) };
}
