// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clinicToKeep, keepClinic } from '../../../sw/clinic';
import { App } from '../../../src/app/App';
import { whenIdle } from '../../../src/app/start/whenIdle';
import { openClinic } from '../../../src/app/clinic/openClinic';
import { makeStore } from '../../../src/app/store';
import { clinicOf } from '../../../src/contract/clinicAddress';
import { connectionLost } from '../../../src/state/connection';
import type { SignedIn } from '../../../src/contract/auth';
import { emptyDraft } from '../../../src/domain/booking/draft';
import { DRAFT_VERSION } from '../../../src/domain/booking/draftVersion';
import { saveDraft } from '../../../src/offline/database/drafts';
import { saveClinic } from '../../../src/offline/database/clinicRecords';
import { RAN_OUT } from '../../../src/contract/errors';
import { portalDb } from '../../../src/offline/database/db';
import { inTurn } from '../../../src/offline/inTurn';
import { isNewInVisit } from '../../../src/offline/visitNotes';
import { markClientSynced } from '../../../src/offline/clientSyncs';
import { lastClinic, markSaved, rememberClinic, savedKinds, setPreference } from '../../../src/offline/marker';
import { loadSession, removeSession, saveSession } from '../../../src/offline/database/session';
import { installDialog } from '../../support/dialog';
import { ok, reply, tinyServer } from '../../support/tinyServer';
import { owner } from '../api/support';
import { exampleShop } from '../shop';

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });
installDialog();

type Server = Awaited<ReturnType<typeof tinyServer>>;
let server: Server;
let isUp = true;
let refreshed = 'owner-1';
let isAdmin = false;
let settings: Record<string, unknown> = {};
beforeEach(async () => {
  localStorage.clear();
  // jsdom lays nothing out, and has no worker.
  window.scrollTo = () => undefined;
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { controller: null, ready: Promise.resolve({ active: worker }), getRegistration: async () => undefined },
  });
  isUp = true;
  refreshed = 'owner-1';
  isAdmin = false;
  settings = { pet_portal_enabled: true };
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  server = await tinyServer((request, response) => {
    if (!isUp) response.destroy();
    else if (request.url.endsWith('/shops/oakwood')) ok(response, exampleShop({ feature_settings: settings }));
    else if (request.url.includes('/by_user_id')) ok(response, null);
    else if (request.url.includes('/client_appointments')) ok(response, { content: [] });
    else if (request.url.endsWith('/auth/sign-in')) ok(response, owner());
    else if (request.url.endsWith('/jwt/refresh-token'))
      ok(response, { ...owner(refreshed), user: { ...owner().user, isAdmin } });
    else if (request.url.endsWith('/jwt/logout')) ok(response, { ended: true });
    else reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
});
afterEach(async () => {
  cleanup();
  // What the page still meant to write belongs to its own test.
  await whenIdle();
  await vi.dynamicImportSettled();
  await inTurn(async () => undefined);
  await server.close();
});

/** The worker, as far as the page asks it to save (sw/index.ts). */
const worker = {
  postMessage: (message: unknown, [port]: MessagePort[] = []) => {
    const clinic = clinicToKeep(message);
    if (clinic) void keepClinic(clinic).then((isKept) => port?.postMessage(isKept));
  },
};

/** Opens an address in the production app, as `main` does. */
async function visit(address: string) {
  window.history.replaceState(null, '', address);
  const store = makeStore({
    base: server.base,
    now: () => Date.now(),
    uuid: () => crypto.randomUUID(),
    storedSession: async () => null,
    guest: { underWay: null },
    drafts: { loaded: null },
  });
  const clinicId = clinicOf(window.location.pathname);
  if (clinicId) await store.dispatch(openClinic(clinicId));
  render(<App store={store} />);
  return store;
}
const here = () => window.location.pathname + window.location.search;

async function signedIn(session: SignedIn = owner()) {
  await saveSession({ clinicId: 'oakwood', ...session });
  markSaved('oakwood', 'session');
}
const firstQuestion = 'Have you visited Oakwood Animal Hospital before?';

describe('signed out', () => {
  it.each([
    ['/oakwood/pets', '/oakwood?redirect=pets'],
    ['/oakwood/appointments', '/oakwood?redirect=appointments'],
    ['/oakwood/appointments/a1', '/oakwood?redirect=appointments'],
    ['/oakwood/account', '/oakwood'],
  ])('%s leads to %s', async (address, target) => {
    await visit(address);
    await vi.waitFor(() => expect(here()).toBe(target));
  });

  it('forces the returning path with a redirect (QUERY-02)', async () => {
    await visit('/oakwood?redirect=pets');
    expect(
      await screen.findByRole('heading', { name: "Let's verify your account using your mobile phone or email" }),
    ).toBeTruthy();
  });
});

it('a sign-out that a closed page cut short is ended by the next one (D-08, D-308)', async () => {
  await signedIn();
  markSaved('oakwood', 'leaving');
  await visit('/oakwood/pets');
  await vi.waitFor(() => expect(here()).toBe('/oakwood?redirect=pets'));
  expect(await loadSession('oakwood')).toBeNull();
  expect([...savedKinds('oakwood')]).not.toContain('leaving');
});

describe('addresses without a clinic of theirs', () => {
  it.each([
    ['/', 'Open the link from your clinic.'],
    ['/nosuchclinic', 'Please check the address, or open the link from your clinic.'],
    ['/oakwood/pets/nothing/here', 'Please check the address, or open the link from your clinic.'],
    ['/Bad_Id', 'Please check the address, or open the link from your clinic.'],
  ])('%s is the generic error page', async (address, words) => {
    await visit(address);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(lastClinic()).toBeNull();
  });

  it('lead to the clinic that was visited last', async () => {
    rememberClinic('oakwood');
    await visit('/');
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    expect(await screen.findByRole('heading', { name: firstQuestion })).toBeTruthy();
  });
});

describe('signed in', () => {
  it('shows the appointments, and the words of an empty list', async () => {
    await signedIn();
    await visit('/oakwood/appointments');
    expect(await screen.findByText('Nothing to see here yet!')).toBeTruthy();
    expect(server.seen.find((each) => each.url.includes('client_appointments'))?.url).toContain('type=upcoming');
  });

  it('keeps the session alive, and the token that it was given for the old one (D-26)', async () => {
    await signedIn();
    refreshed = 'owner-2';
    const store = await visit('/oakwood/account');
    await vi.waitFor(() => expect(store.getState().session.token).toBe('owner-2'));
    await vi.waitFor(async () => expect(await portalDb().sessions.get('oakwood')).toMatchObject({ token: 'owner-2' }));
  });

  it('goes where the redirect says at once (D-32)', async () => {
    await signedIn();
    await visit('/oakwood?redirect=account&product_token=secret');
    await vi.waitFor(() => expect(here()).toBe('/oakwood/account?product_token=secret'));
  });

  it.each([[true], [false]])('signs out with nothing left on the device, network: %s (D-308)', async (hasNetwork) => {
    let cleared = 0;
    Object.assign(navigator, { clearAppBadge: async () => void (cleared += 1) });
    await signedIn();
    for (const name of ['skin', 'menu-collapsed'] as const) setPreference(name, 'true');
    markClientSynced(owner().user.id, 'client-riley');
    isNewInVisit('oakwood', 'appointment-1');
    const store = await visit('/oakwood/account');
    await screen.findByRole('heading', { name: 'My Account' });
    await vi.waitFor(() => expect([...savedKinds('oakwood')].sort()).toEqual(['clinic', 'session']));
    isUp = hasNetwork;
    if (!hasNetwork) store.dispatch(connectionLost());
    await userEvent.click(await screen.findByRole('button', { name: /^Riley.*menu$/ }));
    await userEvent.click((await screen.findAllByRole('button', { name: 'Sign Out' })).at(-1) as HTMLElement);
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    await vi.waitFor(() => expect([...savedKinds('oakwood')]).toEqual([]));
    // The device comes first; the page follows it.
    await vi.waitFor(() => expect(store.getState().session.user).toBeNull());
    await vi.waitFor(() => expect(cleared, "the number on the app's icon (D-307)").toBe(1));
    await inTurn(async () => undefined);
    expect(await portalDb().sessions.count()).toBe(0);
    expect(await portalDb().drafts.count()).toBe(0);
    expect(await portalDb().clinics.count()).toBe(0);
    expect(await portalDb().records.count()).toBe(0);
    expect(
      Object.keys(localStorage)
        .filter((key) => key !== 'clinic')
        .sort(),
      'what is the device’s stays (D-08)',
    ).toEqual(['menu-collapsed', 'skin']);
    expect(sessionStorage.getItem('converted:oakwood')).toBeNull();
    Reflect.deleteProperty(navigator, 'clearAppBadge');
    if (hasNetwork)
      await vi.waitFor(() =>
        expect(server.seen.find((each) => each.url.endsWith('/jwt/logout'))?.headers.authorization).toBe(
          'Bearer owner-1',
        ),
      );
  });
});

describe('whose session is over (D-01)', () => {
  const row = (kind: string, id: string, value: unknown) => ({
    clinicId: 'oakwood',
    userId: owner().user.id,
    kind,
    id,
    value,
    saved_at: '2026-11-20T15:00:00.000Z',
  });
  const rabies = {
    id: 'rabies',
    description: 'Rabies',
    issue_date: null,
    expiration_date: '2020-01-01',
    expired: true,
    expires_soon: false,
  };
  const refuse = (how: 'ran out' | 'ended') => {
    server.answer((request, response) => {
      if (request.url.endsWith('/shops/oakwood')) return ok(response, exampleShop({ feature_settings: settings }));
      if (request.url.endsWith('/species')) return ok(response, { data: [] });
      return reply(
        response,
        401,
        { success: false, code: 'unauthorized', message: 'Please sign in again.' },
        {
          'WWW-Authenticate':
            how === 'ended' ? 'Bearer' : `Bearer error="invalid_token", error_description="${RAN_OUT}"`,
        },
      );
    });
  };
  beforeEach(async () => {
    await signedIn();
    const biscuit = { id: 'biscuit', name: 'Biscuit', species_id: 'dog' };
    await portalDb().records.bulkPut([
      row('client', '', {
        id: 'client-riley',
        first_name: 'Riley',
        last_name: 'Park',
        email: null,
        phone: null,
        patients: [biscuit],
      }),
      row('vaccinations', 'biscuit', [rabies]),
    ]);
  });

  it('reads on what is saved where it merely ran out, also with the next visit, and is asked to sign in', async () => {
    refuse('ran out');
    const store = await visit('/oakwood/pets');
    await vi.waitFor(() =>
      expect(store.getState().session).toMatchObject({ token: null, user: null, lapsed: { id: owner().user.id } }),
    );
    await vi.waitFor(async () => expect(await portalDb().readers.count()).toBe(1));
    expect(await portalDb().sessions.count()).toBe(0);
    cleanup();

    const asked = server.seen.length;
    await visit('/oakwood/pets');
    expect(await screen.findByText('Expired:')).toBeTruthy();
    expect(screen.getByText('Saved on Fri Nov 20, 2026')).toBeTruthy();
    expect(here()).toBe('/oakwood/pets');
    await userEvent.click(await screen.findByRole('button', { name: 'Email vaccination history' }));
    expect(await screen.findByText('Sign in to do this.')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to refresh' }));
    await vi.waitFor(() => expect(here()).toBe('/oakwood?redirect=pets'));
    expect(
      await screen.findByRole('heading', { name: "Let's verify your account using your mobile phone or email" }),
    ).toBeTruthy();
    expect(
      server.seen
        .slice(asked)
        .map(({ url }) => url)
        .filter((url) => !/shops|species|booking_sessions/.test(url)),
      'nothing is asked in their name',
    ).toEqual([]);
  });

  it('keeps Sign Out for a shared device', async () => {
    refuse('ran out');
    const store = await visit('/oakwood/pets');
    await vi.waitFor(() => expect(store.getState().session.lapsed).not.toBeNull());
    await vi.waitFor(() => expect([...savedKinds('oakwood')].sort()).toEqual(['clinic', 'reader']));
    await userEvent.click(await screen.findByRole('button', { name: /^Riley.*menu$/ }));
    await userEvent.click((await screen.findAllByRole('button', { name: 'Sign Out' })).at(-1) as HTMLElement);
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    await vi.waitFor(async () =>
      expect([await portalDb().records.count(), await portalDb().readers.count()]).toEqual([0, 0]),
    );
    expect([...savedKinds('oakwood')]).toEqual([]);
  });

  it('sees nothing any more where it was ended, until they sign in again', async () => {
    refuse('ended');
    await visit('/oakwood/pets');
    await vi.waitFor(() => expect(here()).toBe('/oakwood?redirect=pets'));
    expect(screen.queryByText('Expired:')).toBeNull();
    await vi.waitFor(async () => expect(await portalDb().sessions.count()).toBe(0));
    expect([
      await portalDb().readers.count(),
      await portalDb().records.where('saved_at').equals('2026-11-20T15:00:00.000Z').count(),
    ]).toEqual([0, 2]);
  });
});

describe('another owner who signs in where requests wait (D-01)', () => {
  const sams = {
    id: '00000000-0000-4000-8000-000000000099',
    order: 1,
    kind: 'requestRefill',
    clinicId: 'oakwood',
    userId: 'user-sam',
    payload: { patient_id: 'maple', medication_id: null, note: 'Ears' },
    about: { petName: 'Maple', medication: null },
    createdAt: new Date().toISOString(),
    confirmedAt: null,
    attempts: 0,
    state: 'waiting',
    held: null,
    receipt: null,
    isAnnounced: false,
  };
  const samsRecord = {
    clinicId: 'oakwood',
    userId: 'user-sam',
    kind: 'species',
    id: '',
    value: [],
    saved_at: '2026-11-20T15:00:00.000Z',
  };
  async function signInAfter() {
    rememberClinic('oakwood');
    await removeSession('oakwood', null, { ...owner().user, id: 'user-sam' });
    // A guest who proves a contact for the first time keeps the guest's id.
    await saveSession({ clinicId: 'oakwood', token: 'guest-1', user: { ...owner().user, is_guest: true } });
    markSaved('oakwood', 'session');
    await portalDb().outbox.put(sams);
    await portalDb().records.put(samsRecord);
    markSaved('oakwood', 'reader');
    const store = await visit('/login');
    await userEvent.type(await screen.findByLabelText('Phone or Email'), 'riley@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'biscuit-and-juniper');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('1 request has not been sent. Signing out deletes it.')).toBeTruthy();
    return store;
  }
  const kept = async () => [
    (await loadSession('oakwood'))?.token,
    await portalDb().outbox.count(),
    await portalDb().records.where('saved_at').equals(samsRecord.saved_at).count(),
  ];

  it('is on this device only once they have answered, and Cancel ends the new session on the server too', async () => {
    const store = await signInAfter();
    expect(store.getState().session.token).toBe('guest-1');
    expect(await kept(), 'a page closed now would have lost nothing').toEqual(['guest-1', 1, 1]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() =>
      expect(server.seen.find(({ url }) => url.endsWith('/jwt/logout'))?.headers.authorization).toBe('Bearer owner-1'),
    );
    await vi.waitFor(() =>
      expect(screen.queryByText('1 request has not been sent. Signing out deletes it.')).toBeNull(),
    );
    expect(here()).toBe('/login');
    await vi.waitFor(async () => expect(await kept()).toEqual([undefined, 1, 1]));
    expect(store.getState().session).toMatchObject({ token: null, user: null, lapsed: { id: 'user-sam' } });
    expect([...savedKinds('oakwood')]).toContain('reader');
  });

  it('takes the device over at their word', async () => {
    isNewInVisit('oakwood', 'appointment-of-sam');
    const store = await signInAfter();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    await vi.waitFor(async () => expect(await kept()).toEqual(['owner-1', 0, 0]));
    expect(store.getState().session).toMatchObject({ token: 'owner-1', lapsed: null });
    await vi.waitFor(() => expect(sessionStorage.getItem('converted:oakwood')).toBeNull());
    expect([...savedKinds('oakwood')]).not.toContain('reader');
    expect(server.seen.filter(({ url }) => url.endsWith('/jwt/logout'))).toEqual([]);
  });
});

describe('/login', () => {
  it('has no form where no clinic was visited (D-43)', async () => {
    await visit('/login');
    expect(await screen.findByText('Open the link from your clinic.')).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(lastClinic()).toBeNull();
  });

  it('signs in at the last clinic, in the blank layout, and goes to its root (ROUTE-02)', async () => {
    rememberClinic('oakwood');
    await visit('/login');
    await userEvent.type(await screen.findByLabelText('Phone or Email'), 'riley@example.com');
    expect(screen.queryByRole('button', { name: 'Text us' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Password'), 'biscuit-and-juniper');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    expect(server.seen.filter(({ headers }) => headers['x-client-id'] === 'login')).toEqual([]);
    expect(lastClinic()).toBe('oakwood');
  });

  it('sends away whoever is signed in (ROUTE-16)', async () => {
    rememberClinic('oakwood');
    await signedIn();
    await visit('/login');
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
  });

  it('is where an admin lands after signing out (SESS-05)', async () => {
    isAdmin = true;
    await signedIn({ ...owner(), user: { ...owner().user, isAdmin } });
    await visit('/oakwood/account');
    await userEvent.click(await screen.findByRole('button', { name: /^Riley.*menu$/ }));
    await userEvent.click((await screen.findAllByRole('button', { name: 'Sign Out' })).at(-1) as HTMLElement);
    await vi.waitFor(() => expect(here()).toBe('/login'));
    expect(await screen.findByLabelText('Phone or Email')).toBeTruthy();
    await vi.waitFor(async () => expect(await portalDb().sessions.count()).toBe(0));
  });
});

describe('/clinician (ROUTE-12)', () => {
  it('is the generic error page where no clinic was visited', async () => {
    await visit('/clinician');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });

  it('leads to the last clinic when the draft is not whole', async () => {
    rememberClinic('oakwood');
    await visit('/clinician');
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    expect(await screen.findByRole('heading', { name: firstQuestion })).toBeTruthy();
  });

  it('goes on at the form when it is', async () => {
    const exam = { provider: null, products: [{ id: 'exam', name: 'Exam' }] };
    const time = {
      date: '2026-11-25',
      dateTime: '2026-11-25T16:30:00.000Z',
      dateTimeLabel: '10:30am',
      dateTimeProviderId: 'ada',
      roomId: null,
    };
    const draft = {
      ...emptyDraft('00000000-0000-4000-8000-000000000001'),
      returningClientFlow: false,
      species: { id: 'dog', name: 'Dog' },
      selectedProducts: [exam, exam],
      time,
    };
    await saveDraft('oakwood', {
      version: DRAFT_VERSION,
      savedAt: new Date().toISOString(),
      userId: null,
      position: { step: 'appointment' },
      draft,
    });
    markSaved('oakwood', 'draft');
    rememberClinic('oakwood');
    const store = await visit('/clinician');
    await vi.waitFor(() => expect(here()).toBe('/oakwood'));
    await vi.waitFor(() => expect(store.getState().booking.position).toEqual({ step: 'client-info' }));
  });
});

describe('where booking is off', () => {
  it('sends a signed-in owner to the portal (DISABLED-05)', async () => {
    settings = { pet_portal_enabled: true, online_booking_disabled: true };
    await signedIn();
    await visit('/oakwood');
    await vi.waitFor(() => expect(here()).toBe('/oakwood/pets?redirect=pets'));
  });

  it('sends them there also where the clinic has closed its booking since it was saved on the device', async () => {
    await saveClinic(exampleShop({ feature_settings: { pet_portal_enabled: true } }), '2026-11-20T15:00:00.000Z');
    markSaved('oakwood', 'clinic');
    settings = { pet_portal_enabled: true, online_booking_disabled: true };
    await signedIn();
    await visit('/oakwood');
    await vi.waitFor(() => expect(here()).toBe('/oakwood/pets?redirect=pets'));
  });

  it('shows a visitor the phone, and lets them sign in to the portal (DISABLED-03, DISABLED-04, D-33)', async () => {
    settings = { pet_portal_enabled: true, online_booking_disabled: true };
    await visit('/oakwood');
    expect((await screen.findAllByRole('link', { name: /512-555-0100/ })).length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Text us' }).length).toBeGreaterThan(1));
    expect(screen.queryByRole('button', { name: 'New client' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(
      await screen.findByRole('heading', { name: "Let's verify your account using your mobile phone or email" }),
    ).toBeTruthy();
  });
});

describe('without a network', () => {
  it('shows the saved clinic, and the banner', async () => {
    await saveClinic(exampleShop(), '2026-11-21T15:00:00.000Z');
    markSaved('oakwood', 'clinic');
    isUp = false;
    await visit('/oakwood');
    expect(await screen.findByRole('heading', { name: firstQuestion })).toBeTruthy();
    expect(
      await screen.findByText(
        "You're offline. Saved pet records are still here, and requests will be sent when you're back online.",
      ),
    ).toBeTruthy();
    expect(document.title).toBe('Book an appointment – Oakwood Animal Hospital');
  });

  it('says what is missing where nothing is saved, and opens once the network is back', async () => {
    isUp = false;
    await visit('/oakwood');
    expect(await screen.findByText('Connect to the internet once to open this clinic on this device.')).toBeTruthy();
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: firstQuestion })).toBeTruthy();
    await vi.waitFor(() => expect(savedKinds('oakwood').has('clinic')).toBe(true));
  });
});
