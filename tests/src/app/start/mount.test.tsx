// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mount } from '../../../../src/app/start/mount';
import { openClinic } from '../../../../src/app/clinic/openClinic';
import { renderFirstScreen } from '../../../../src/app/firstScreen';
import { makeStore } from '../../../../src/app/store';
import { entryParams } from '../../../../src/features/booking/open/entryParams';
import { openBooking } from '../../../../src/features/booking/open/openBooking';
import { markSaved } from '../../../../src/offline/marker';
import { exampleShop } from '../../shop';

const shop = exampleShop();
const NOW = '2026-11-21T16:00:00.000Z';
const complaints = vi.spyOn(console, 'error');
let app: Root | null = null;

beforeEach(() => {
  localStorage.clear();
  window.scrollTo = () => undefined;
  complaints.mockClear();
});
afterEach(() => {
  act(() => app?.unmount());
  cleanup();
  document.body.replaceChildren();
});

/** The page as the server sends it, started as `main` does; gives the heading that was there before the app. */
async function started(search = '', told = shop): Promise<Element> {
  window.history.replaceState(null, '', `/${shop.id}${search}`);
  document.body.innerHTML = `<div id="root">${renderFirstScreen(shop, NOW)}</div>`;
  const drawn = screen.getByRole('heading', { level: 1 });
  const store = makeStore({
    base: 'http://127.0.0.1:9',
    now: () => Date.now(),
    uuid: () => crypto.randomUUID(),
    storedSession: async () => null,
    guest: { underWay: null },
    drafts: { loaded: null },
  });
  await store.dispatch(openClinic(shop.id, told));
  await store.dispatch(openBooking(`/${shop.id}${search}`, entryParams(new URLSearchParams(search))));
  await act(async () => void (app = await mount(document.getElementById('root')!, store, { shop: told, now: NOW })));
  return drawn;
}

it('finds its own first draw in what the server has drawn', async () => {
  await started();
  await userEvent.click(screen.getByRole('button', { name: 'New client' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'New client' })).toBeNull());
  expect(complaints).not.toHaveBeenCalled();
});

it('draws its own where the query says more than the server knows', async () => {
  const drawn = await started('?utm_source=mail');
  expect(await screen.findByRole('heading', { level: 1 })).not.toBe(drawn);
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toContain('utm_source=mail');
  expect(complaints).not.toHaveBeenCalled();
});

it('draws its own where the device keeps a session', async () => {
  markSaved(shop.id, 'session');
  const drawn = await started();
  expect(await screen.findByRole('heading', { level: 1 })).not.toBe(drawn);
  expect(complaints).not.toHaveBeenCalled();
});

it('draws its own where the browser does not know the clinic’s time zone', async () => {
  const drawn = await started('', { ...shop, timezone: 'Mars/Olympus' });
  expect(await screen.findByRole('heading', { level: 1 })).not.toBe(drawn);
  expect(complaints).not.toHaveBeenCalled();
});
