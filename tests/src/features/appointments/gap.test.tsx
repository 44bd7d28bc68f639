// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionFound, connectionLost, gapSeen } from '../../../../src/state/connection';
import type { Appointment } from '../../../../src/contract/appointments';
import { AppointmentPage } from '../../../../src/features/appointments/AppointmentPage';
import { AppointmentsPage } from '../../../../src/features/appointments/AppointmentsPage';
import { portalDb } from '../../../../src/offline/database/db';
import { installDialog } from '../../../support/dialog';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, renderPage, visit } from './portalSupport';

let server: Awaited<ReturnType<typeof tinyServer>>;
let appointment: Appointment;
/** Answers that a test lets wait. */
let held: (() => void)[] | null;
/** What becomes of a cancellation that the clinic has done. */
let tell: (response: ServerResponse) => unknown;

const shop = exampleShop({ feature_settings: { client_online_cancellation_enabled: true } });
const pages = {
  detail: () =>
    renderPage(<AppointmentPage shop={shop} appointmentId="a1" />, {
      base: server.base,
      shop,
      path: '/:clinicId/appointments/:appointmentId',
      at: '/oakwood/appointments/a1',
    }),
  list: () =>
    renderPage(<AppointmentsPage shop={shop} />, {
      base: server.base,
      shop,
      path: '/:clinicId/appointments',
      at: '/oakwood/appointments',
    }),
};
type Store = ReturnType<(typeof pages)['detail']>['store'];
const isRead = ({ method, url }: { method: string; url: string }) =>
  method === 'GET' && /appointments?\/(client_appointments|a1)/.test(url);
const settled = (store: Store) =>
  expect
    .poll(() => Object.values(store.getState().api.queries).every((query) => query?.status !== 'pending'))
    .toBe(true);
const saved = () => screen.queryByText(/^Saved on /);
const letGo = () => {
  held?.forEach((answer) => answer());
  held = null;
};

beforeAll(installDialog);
beforeEach(async () => {
  appointment = visit(48, { status: 'REQUESTED' });
  held = null;
  tell = (response) => response.destroy();
  server = await tinyServer((request, response) => {
    const { method, url } = request;
    if (method === 'DELETE') {
      appointment = { ...appointment, status: 'DELETED' };
      return tell(response);
    }
    if (url.includes('/clients/')) return ok(response, client);
    if (url.includes('/species')) return ok(response, { data: [] });
    if (url.includes('/vaccinations') || url.includes('/medications')) return ok(response, []);
    if (!isRead(request)) return ok(response, { content: [] });
    const answer = () =>
      ok(
        response,
        url.includes('client_appointments') ? { content: url.includes('upcoming') ? [appointment] : [] } : appointment,
      );
    return held ? void held.push(answer) : answer();
  });
});
afterEach(async () => {
  letGo();
  cleanup();
  await portalDb().records.clear();
  await server.close();
});

describe.each(['detail', 'list'] as const)('after a gap the %s', (which) => {
  const gaps: [string, (store: Store) => void][] = [
    [
      'a connection that was lost',
      (store) => void (store.dispatch(connectionLost()), store.dispatch(connectionFound())),
    ],
    ['a page that slept', (store) => void store.dispatch(gapSeen())],
  ];
  it.each(gaps)('says from when it is until the clinic has said it anew: %s', async (_, gap) => {
    const { store } = pages[which]();
    expect(await screen.findByText('Requested')).toBeTruthy();
    await settled(store);
    expect(saved()).toBeNull();

    appointment = { ...appointment, status: 'DECLINED' };
    held = [];
    // Timestamps are whole milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5));
    act(() => gap(store));
    expect(screen.getByText('Requested')).toBeTruthy();
    expect(saved(), 'what is shown is from before').not.toBeNull();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(saved()).not.toBeNull();
    letGo();
    expect(await screen.findByText('Declined')).toBeTruthy();
    await vi.waitFor(() => expect(saved()).toBeNull());
  });
});

it('an answer that was asked for before the gap is asked for again (D-02)', async () => {
  const { store } = pages.list();
  await screen.findByText('Requested');
  await settled(store);
  held = [];
  act(() => void store.dispatch(gapSeen()));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  act(() => void store.dispatch(gapSeen()));
  const before = server.seen.filter(isRead).length;
  const [late] = held;
  held = null;
  late?.();
  await vi.waitFor(() => expect(server.seen.filter(isRead).length).toBe(before + 1));
  await vi.waitFor(() => expect(saved()).toBeNull());
});

it('a clock that was set back does not have the clinic asked without end', async () => {
  const { store } = pages.list();
  await screen.findByText('Requested');
  await settled(store);
  const before = server.seen.filter(isRead).length;
  act(() => void store.dispatch({ ...gapSeen(), payload: Date.now() + 3_600_000 }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  await settled(store);
  expect(server.seen.filter(isRead).length - before).toBe(1);
  expect(saved()).not.toBeNull();
});

describe('a cancellation without an answer', () => {
  const cancel = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel appointment' }));
  };

  it('that was lost on the way is not told as an appointment that stands', async () => {
    const { store } = pages.detail();
    await cancel();
    await vi.waitFor(() => expect(store.getState().connection.isOnline).toBe(false));
    expect(saved()).not.toBeNull();
    held = [];
    await new Promise((resolve) => setTimeout(resolve, 5));
    act(() => void store.dispatch(connectionFound()));
    await vi.waitFor(() => expect(held?.length).toBeGreaterThan(0));
    expect(saved()).not.toBeNull();
    letGo();
    expect(await screen.findByText('Canceled')).toBeTruthy();
    await vi.waitFor(() => expect(saved()).toBeNull());
  });

  it.each([500, 503])('in whose place came a failure (%i) is asked about at once', async (status) => {
    tell = (response) => reply(response, status, { success: false, code: 'internal', message: 'No' });
    pages.detail();
    await cancel();
    expect(await screen.findByText('Canceled')).toBeTruthy();
    await vi.waitFor(() => expect(saved()).toBeNull());
  });
});
