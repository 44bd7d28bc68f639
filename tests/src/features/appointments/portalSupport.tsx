import { configure, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { shopLoaded } from '../../../../src/state/clinic';
import { clinicOpened } from '../../../../src/state/session';
import type { User } from '../../../../src/contract/auth';
import type { Shop } from '../../../../src/contract/shop';
import { pageStore } from '../pageStore';

export { visit } from './visit';

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

export const owner: User = {
  id: 'u1',
  firstName: 'Alex Stone',
  email: 'alex@example.com',
  phoneCode: '1',
  phoneNumber: '5125550122',
  avatar: null,
  is_guest: false,
};

export const client = {
  id: 'c1',
  first_name: 'Alex',
  last_name: 'Stone',
  email: null,
  phone: null,
  patients: [{ id: 'p1', name: 'Pepper', species_id: 'dog' }],
};

type Given = { base: string; shop: Shop; path: string; at: string };

/** A portal page at an address, with the store of the page, against a server at `base`. Elsewhere shows only its address. */
export function renderPage(page: ReactNode, { base, shop, path, at }: Given) {
  const store = pageStore(base);
  store.dispatch(clinicOpened({ clinicId: shop.id, saved: { token: 't', user: owner } }));
  store.dispatch(shopLoaded({ shop, source: 'page' }));
  const view = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={page} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  return { store, ...view };
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
