// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionFound, connectionLost } from '../../../../src/state/connection';
import { selectToasts } from '../../../../src/state/toasts';
import type { ClientRecord } from '../../../../src/contract/clients';
import type { Refill } from '../../../../src/contract/pets';
import { PetsPage } from '../../../../src/features/pets/PetsPage';
import { portalDb } from '../../../../src/offline/database/db';
import { inTurn } from '../../../../src/offline/inTurn';
import { signedOut } from '../../../../src/state/session';
import { pump } from '../../../../src/shared/requests/sendWaiting';
import { installDialog } from '../../../support/dialog';
import { ok, tinyServer } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { renderPage } from '../appointments/portalSupport';

installDialog();

const expired = {
  id: 'v1',
  description: 'Rabies',
  issue_date: '2023-01-01',
  expiration_date: '2024-01-01',
  expired: true,
  expires_soon: false,
};
const pet = (id: string, more: object = {}) => ({ id, name: id, species_id: 'dog', ...more });
const clientOf = (...patients: ReturnType<typeof pet>[]): ClientRecord => ({
  id: 'c1',
  first_name: 'Alex',
  last_name: 'Stone',
  email: null,
  phone: null,
  patients,
});
const visitOf = (patientId: string) => ({
  id: 'a1',
  fromDate: '2099-01-01T15:00:00.000Z',
  toDate: '2099-01-01T15:30:00.000Z',
  status: 'ACCEPTED',
  providers: [],
  note: null,
  items: [
    {
      clientId: 'c1',
      providerId: null,
      metadata: {
        providerName: null,
        providerAvatar: null,
        productId: 'exam',
        productName: 'Exam',
        patientName: 'Twin',
        patientId,
        productTime: 30,
      },
    },
  ],
});

let server: Awaited<ReturnType<typeof tinyServer>>;
let client: ClientRecord | null;
let visits: ReturnType<typeof visitOf>[];
let refills: Refill[];
let settings: Record<string, unknown>;
let badges: (number | 'none')[];

beforeEach(async () => {
  localStorage.clear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  client = clientOf(pet('maple'), pet('olive'));
  visits = [];
  refills = [];
  settings = { pet_portal_enabled: true, pet_portal_medication_refills_enabled: true };
  badges = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push('none'),
  });
  server = await tinyServer(({ url }, response) => {
    if (url.includes('/by_user_id')) return ok(response, client);
    if (url.includes('/client_appointments')) return ok(response, { content: url.includes('upcoming') ? visits : [] });
    if (url.includes('/vaccinations')) return ok(response, [expired]);
    if (url.includes('/refills')) return ok(response, refills);
    if (url.includes('/species')) return ok(response, { data: [{ id: 'dog', name: 'Dog' }] });
    return ok(response, []);
  });
});
afterEach(async () => {
  cleanup();
  // An answer that comes after a sign-out is not saved, so none reaches the next test.
  for (const store of stores.splice(0)) store.dispatch(signedOut());
  await inTurn(async () => undefined);
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
  await server.close();
});

const stores: ReturnType<typeof renderPage>['store'][] = [];
const show = (at = '/oakwood/pets') => {
  const shown = renderPage(<PetsPage shop={exampleShop({ feature_settings: settings })} onTextUs={() => undefined} />, {
    base: server.base,
    shop: exampleShop(),
    path: '/:clinicId/pets',
    at,
  });
  stores.push(shown.store);
  return shown;
};

describe('the greeting', () => {
  it.each([
    ['is by first name (PETS-01)', clientOf(pet('maple')), 'Hello, Alex!'],
    [
      'asks whom the clinic does not know to come (PETS-02)',
      null,
      'Hello! Schedule an appointment with Oakwood Animal Hospital to get started.',
    ],
    [
      'asks whom it knows without a first name, too (D-22)',
      { ...clientOf(pet('maple')), first_name: null },
      'Hello! Schedule an appointment with Oakwood Animal Hospital to get started.',
    ],
  ])('%s', async (_, given, words) => {
    client = given;
    show();
    expect(await screen.findByRole('heading', { level: 1, name: words })).toBeTruthy();
  });
});

describe('without active pets (PETS-09, D-120)', () => {
  const words =
    'You currently have no active pets at Oakwood Animal Hospital. Please give us a call at 512-555-0100, or schedule an appointment using the button below.';
  it.each([
    ['offers to book', {}, 1],
    ['offers nothing where booking is off', { online_booking_disabled: true }, 0],
    [
      'offers nothing where it takes nobody',
      { new_client_booking_disabled: true, returning_client_booking_disabled: true },
      0,
    ],
  ])('%s', async (_, more, buttons) => {
    client = clientOf(pet('oak', { deceased_at: '2025-01-01T00:00:00.000Z' }));
    settings = { ...settings, ...more };
    show();
    expect(await screen.findByRole('heading', { level: 2, name: words })).toBeTruthy();
    const phone = screen.getByRole('link', { name: '512-555-0100' });
    expect(phone.getAttribute('href')).toBe('tel:+15125550100');
    // The comma stays on the number's line.
    expect(phone.parentElement?.textContent).toBe('512-555-0100,');
    expect(screen.queryAllByRole('link', { name: 'Schedule an appointment' })).toHaveLength(buttons);
    expect(screen.queryByRole('radiogroup', { name: 'Your pets' })).toBeNull();
  });
});

describe('what is due (D-307)', () => {
  it("is marked with the number of pets on the app's icon, and on the pet", async () => {
    show();
    await vi.waitFor(() => expect(badges.at(-1)).toBe(2));
    const maple = await screen.findByRole('radio', { name: 'maple, vaccines due' });
    await userEvent.click(maple);
    expect(maple.getAttribute('aria-checked')).toBe('true');
    expect(screen.getByRole('radio', { name: 'maple, vaccines due' })).toBe(maple);
  });

  it('is not where a visit of that very pet lies ahead', async () => {
    client = clientOf(pet('maple', { name: 'Twin' }), pet('olive', { name: 'Twin' }));
    visits = [visitOf('olive')];
    show();
    await vi.waitFor(() => expect(badges.at(-1)).toBe(1));
    expect(screen.getAllByRole('radio').map((each) => each.textContent)).toEqual(['Twin, vaccines due', 'Twin']);
  });

  it('takes the number away when nothing is due', async () => {
    client = clientOf();
    show();
    await vi.waitFor(() => expect(badges.at(-1)).toBe('none'));
  });
});

describe('offline', () => {
  it('says of when the pets are before one is picked (D-02)', async () => {
    const { store } = show();
    await screen.findByText('Select a pet above to see details!');
    expect(screen.queryByText(/^Saved on/)).toBeNull();
    act(() => void store.dispatch(connectionLost()));
    expect(await screen.findByText(/^Saved on \w+ \w+ \d+, \d{4}$/)).toBeTruthy();
    expect(screen.getByText('Select a pet above to see details!')).toBeTruthy();
  });
});

describe('install help on My Pets (D-306)', () => {
  it("comes with a pet's rows, not before, and goes for good", async () => {
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    show();
    await screen.findByText('Select a pet above to see details!');
    expect(screen.queryByText(/Add to Home Screen/)).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /maple/ }));
    expect(await screen.findByText(/Tap Share, then Add to Home Screen/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    cleanup();
    show('/oakwood/pets?pet=maple');
    expect(await screen.findByText('Expired:')).toBeTruthy();
    expect(screen.queryByText(/Add to Home Screen/)).toBeNull();
    Reflect.deleteProperty(navigator, 'standalone');
  });
});

describe('a browser that keeps nothing', () => {
  const full = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError');

  it('shows the records with what is due, and says that they are not saved', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw full();
    });
    show('/oakwood/pets?pet=maple');
    expect(await screen.findByText('Expired:')).toBeTruthy();
    expect(
      await screen.findByText("This browser can't save records. They are shown only while you're online."),
    ).toBeTruthy();
    expect(await screen.findByText('1 vaccine is due')).toBeTruthy();
    put.mockRestore();
  });

  it.each([
    ['sends a refill while online, and does not say that it is saved', true, ['Refill request sent!']],
    [
      'keeps it in the form without a network, and does not say that it is saved',
      false,
      ["You're offline. Connect to the internet to do this."],
    ],
  ])('%s', async (_, isOnline, said) => {
    const { store } = show('/oakwood/pets?pet=maple');
    await screen.findByText('Expired:');
    await userEvent.click(screen.getByRole('radio', { name: 'Medications' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Request a refill' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/^Note/), 'Ears');
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw full();
    });
    server.answer((request, response) =>
      isOnline && request.url.endsWith('/refill')
        ? ok(response, { id: 'r1', created_at: '2026-11-21T15:00:00.000Z' })
        : response.destroy(),
    );
    if (!isOnline) act(() => void store.dispatch(connectionLost()));
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(said));
    await vi.waitFor(() => expect(screen.queryByLabelText(/^Note/) === null).toBe(isOnline));
    expect(await portalDb().outbox.count()).toBe(0);
    add.mockRestore();
  });
});

describe('a refill that is asked for', () => {
  it('says what the screen called the medication, whatever the record says by then (D-408)', async () => {
    const rows = (description: string) => [{ id: 'm1', description, issue_date: null, instructions: null }];
    let isDown = true;
    let said = 'Carprofen 75 mg';
    server.answer(({ url }, response) => {
      if (url.endsWith('/medications/refill'))
        return isDown ? response.destroy() : ok(response, { id: 'r1', created_at: '2026-11-21T15:00:00.000Z' });
      if (url.includes('/by_user_id')) return ok(response, client);
      if (url.includes('/client_appointments')) return ok(response, { content: [] });
      if (url.includes('/refills') || url.includes('/vaccinations')) return ok(response, []);
      if (url.includes('/medications')) return ok(response, rows(said));
      return ok(response, url.includes('/species') ? { data: [{ id: 'dog', name: 'Dog' }] } : []);
    });
    const { store } = show('/oakwood/pets?pet=maple');
    await userEvent.click(await screen.findByRole('radio', { name: 'Medications' }));
    await screen.findByText('Carprofen 75 mg');
    await userEvent.click(await screen.findByRole('button', { name: 'Request a refill' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('radio', { name: /Carprofen 75 mg/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByText('Waiting to send');
    said = 'Carprofen 100 mg';
    isDown = false;
    await act(() => store.dispatch(pump(true)));
    const sent = server.seen.filter(({ url }) => url.endsWith('/medications/refill'));
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      sent.map(() => ({ patient_id: 'maple', medication_id: 'm1', medication: 'Carprofen 75 mg', note: null })),
    );
    expect(await portalDb().outbox.toArray()).toMatchObject([{ state: 'sent' }]);
  });
});

describe('a refill that is begun', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Request a refill' }));
    return within(await screen.findByRole('dialog'));
  };
  const close = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByLabelText(/^Note/)).toBeNull());
  };
  let rows: string[];
  beforeEach(() => {
    rows = ['Apoquel', 'Carprofen'];
    server.answer(({ url }, response) => {
      if (url.endsWith('/medications/refill'))
        return ok(response, { id: 'r1', created_at: '2026-11-21T15:00:00.000Z' });
      if (url.includes('/by_user_id')) return ok(response, client);
      if (url.includes('/client_appointments')) return ok(response, { content: [] });
      if (url.includes('/medications'))
        return ok(
          response,
          rows.map((name) => ({ id: name, description: name, issue_date: null, instructions: null })),
        );
      return ok(response, url.includes('/species') ? { data: [{ id: 'dog', name: 'Dog' }] } : []);
    });
  });

  it('is there when the dialog is opened again, and gone once it is sent', async () => {
    show('/oakwood/pets?pet=maple');
    await userEvent.click(await screen.findByRole('radio', { name: 'Medications' }));
    const first = await open();
    await userEvent.click(first.getByRole('radio', { name: /Carprofen/ }));
    await userEvent.type(first.getByLabelText(/^Note/), 'Two boxes');
    await close();
    const again = await open();
    expect(again.getByLabelText(/^Note/)).toHaveProperty('value', 'Two boxes');
    expect(again.getByRole('radio', { name: /Carprofen/ })).toHaveProperty('checked', true);
    await userEvent.click(again.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => expect(screen.queryByLabelText(/^Note/)).toBeNull());
    expect(await portalDb().outbox.toArray()).toMatchObject([
      { payload: { patient_id: 'maple', medication_id: 'Carprofen', note: 'Two boxes' } },
    ]);
    expect((await open()).getByLabelText(/^Note/)).toHaveProperty('value', '');
  });

  it('asks for no medication that the clinic has taken from its list meanwhile', async () => {
    const { store } = show('/oakwood/pets?pet=maple');
    await userEvent.click(await screen.findByRole('radio', { name: 'Medications' }));
    const dialog = await open();
    await userEvent.click(dialog.getByRole('radio', { name: /Carprofen/ }));
    const send = dialog.getByRole('button', { name: 'Send' });
    expect(send).toHaveProperty('disabled', false);
    rows = ['Apoquel'];
    act(() => void store.dispatch(connectionLost()));
    act(() => void store.dispatch(connectionFound()));
    await vi.waitFor(() => expect(dialog.queryByRole('radio', { name: /Carprofen/ })).toBeNull());
    expect(send).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByLabelText(/^Note/), 'Any');
    expect(send).toHaveProperty('disabled', false);
  });
});

describe('where refills stand (D-424)', () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const refill = (id: string, state: string, hours: number, more: Partial<Refill> = {}): Refill => ({
    id,
    patient_id: 'maple',
    medication_id: 'apoquel',
    medication: 'Apoquel 16 mg',
    note: null,
    state,
    state_at: ago(hours),
    reason: null,
    created_at: ago(hours + 1),
    ...more,
  });
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Refills' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('is told of all pets by name, and of the one that is opened, by the latest answer and its age', async () => {
    refills = [
      refill('r1', 'ready', 0),
      refill('r2', 'declined', 2, { patient_id: 'olive', medication: null, reason: 'Olive needs a visit first.' }),
      refill('r3', 'received', 3),
      refill('r4', 'done', 24 * 20),
    ];
    show();
    expect(await rows()).toEqual([
      'Apoquel 16 mg for mapleReady for pick-up just now',
      'Your note to the clinic for oliveDeclined 2 hours agoOlive needs a visit first.',
    ]);
    await userEvent.click(screen.getByRole('radio', { name: /^maple/ }));
    await expect.poll(rows).toEqual(['Apoquel 16 mgReady for pick-up just now']);
    await userEvent.click(screen.getByRole('radio', { name: 'Medications' }));
    expect(await screen.findByText('Received')).toBeTruthy();
  });

  it('is read anew when the worker has shown a push, and stays without a network', async () => {
    refills = [refill('r1', 'approved', 2)];
    const { store } = show('/oakwood/pets?pet=maple');
    expect(await rows()).toEqual(['Apoquel 16 mgApproved 2 hours ago']);
    refills = [refill('r1', 'ready', 0)];
    const worker = new BroadcastChannel('portal');
    worker.postMessage({ of: 'push' });
    await expect.poll(rows).toEqual(['Apoquel 16 mgReady for pick-up just now']);
    worker.close();
    act(() => void store.dispatch(connectionLost()));
    expect(await rows()).toEqual(['Apoquel 16 mgReady for pick-up just now']);
  });
});
