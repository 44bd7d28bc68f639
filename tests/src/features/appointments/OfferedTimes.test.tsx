// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../../../src/contract/appointments';
import { OFFER_ENDED, PICK_LATER, PICK_UNHEARD, PICKED, TIME_TAKEN } from '../../../../src/domain/appointment/answer';
import { AppointmentsPage } from '../../../../src/features/appointments/AppointmentsPage';
import { AppointmentPage } from '../../../../src/features/appointments/AppointmentPage';
import { portalDb } from '../../../../src/offline/database/db';
import { connectionLost } from '../../../../src/state/connection';
import { selectToasts } from '../../../../src/state/toasts';
import { installDialog } from '../../../support/dialog';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, renderPage, visit } from './portalSupport';

const shop = exampleShop({ timezone: 'America/Chicago' });
const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const offer = () => ({
  until: at(5),
  times: [
    { id: 't1', at: '2099-12-01T15:00:00.000Z', clinician: 'Dr. Lind' },
    { id: 't2', at: '2099-12-02T15:00:00.000Z', clinician: null },
  ],
});

let server: Awaited<ReturnType<typeof tinyServer>>;
let appointment: Appointment;
let taken: string[];
/** How a pick is answered in the clinic's place, and whether it was done all the same. */
let garbled: { status: number; isDone: boolean } | null;

beforeAll(installDialog);
beforeEach(async () => {
  appointment = visit(48, { status: 'REQUESTED', offered: offer() });
  taken = [];
  garbled = null;
  server = await tinyServer(({ method, url, body }, response) => {
    if (method === 'POST' && url.endsWith('/appointments/a1/pick')) {
      const { time_id: id } = JSON.parse(body) as { time_id: string };
      if (taken.includes(id)) return reply(response, 409, { success: false, code: 'slot_gone', message: 'Gone' });
      if (garbled?.isDone !== false)
        appointment = { ...appointment, status: 'ACCEPTED', offered: null, answered_at: at(0) };
      if (garbled) return reply(response, garbled.status, {});
      return ok(response, appointment);
    }
    if (url.includes('/clients/by_user_id') || url.includes('/clients/find_and_sync')) return ok(response, client);
    if (url.includes('history')) return ok(response, { content: [] });
    if (url.includes('/client_appointments')) return ok(response, { content: [appointment] });
    if (url.includes('/vaccinations') || url.includes('/medications')) return ok(response, []);
    if (url.includes('/species')) return ok(response, { data: [] });
    return ok(response, appointment);
  });
});
afterEach(async () => {
  cleanup();
  await portalDb().records.clear();
  await server.close();
});

const pages = {
  'My Appointments': () => ({
    page: <AppointmentsPage shop={shop} />,
    path: '/:clinicId/appointments',
    at: '/oakwood/appointments',
  }),
  'the appointment': () => ({
    page: <AppointmentPage shop={shop} appointmentId="a1" />,
    path: '/:clinicId/appointments/:id',
    at: '/oakwood/appointments/a1',
  }),
};
const show = (name: keyof typeof pages) => {
  const { page, ...where } = pages[name]();
  return renderPage(page, { base: server.base, shop, ...where });
};
const section = () => screen.findByRole('region', { name: 'The clinic offers 2 other times' });
const picks = () => server.seen.filter(({ url }) => url.endsWith('/pick'));

describe.each(Object.keys(pages) as (keyof typeof pages)[])('offered times on the page of %s (D-425)', (name) => {
  it('are picked with one tap', async () => {
    const { store } = show(name);
    fireEvent.click(within(await section()).getByRole('button', { name: 'Tue Dec 1, 2099, 9:00am Dr. Lind' }));
    await expect
      .poll(() => selectToasts(store.getState()).map(({ text }) => text))
      .toEqual(['Your appointment is scheduled']);
    await expect.poll(() => screen.queryByRole('region', { name: /offers/ })).toBeNull();
    expect(await screen.findByText('Answered just now')).toBeTruthy();
    expect(picks().map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ time_id: 't1' }]);
  });

  it('of which one is taken stay, and that is said', async () => {
    taken = ['t1'];
    show(name);
    fireEvent.click(within(await section()).getByRole('button', { name: 'Tue Dec 1, 2099, 9:00am Dr. Lind' }));
    expect((await screen.findByRole('alert')).textContent).toBe(TIME_TAKEN);
    expect(within(await section()).queryByRole('button', { name: /Tue Dec 1/ })).toBeNull();
    taken = ['t1', 't2'];
    fireEvent.click(within(await section()).getByRole('button', { name: 'Wed Dec 2, 2099, 9:00am' }));
    await expect.poll(() => screen.getByRole('alert').textContent).toBe(OFFER_ENDED);
  });

  it('of which the reply cannot be read are picked once: it says so, and that it is booked where it is', async () => {
    garbled = { status: 502, isDone: false };
    const { store } = show(name);
    const press = async () =>
      fireEvent.click(within(await section()).getByRole('button', { name: 'Tue Dec 1, 2099, 9:00am Dr. Lind' }));
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(PICK_UNHEARD);
    garbled = { status: 200, isDone: true };
    await press();
    expect(await screen.findByText(PICKED)).toBeTruthy();
    expect(await screen.findByText('Answered just now')).toBeTruthy();
    expect([screen.queryByRole('alert'), selectToasts(store.getState())]).toEqual([null, []]);
    expect(new Set(picks().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('are text without a network, with why', async () => {
    const { store } = show(name);
    await section();
    act(() => void store.dispatch(connectionLost()));
    const there = within(await section());
    expect(there.queryByRole('button')).toBeNull();
    expect(there.getByText('Tue Dec 1, 2099, 9:00am')).toBeTruthy();
    expect(there.getByText(PICK_LATER)).toBeTruthy();
  });
});

it.each(Object.keys(pages) as (keyof typeof pages)[])(
  '%s says why a request was declined, and when (D-424)',
  async (name) => {
    appointment = visit(48, {
      status: 'DECLINED',
      declined_reason: 'An emergency takes that time.',
      answered_at: at(-2),
    });
    show(name);
    expect(await screen.findByText('An emergency takes that time.')).toBeTruthy();
    expect(screen.getByText('Answered 2 hours ago')).toBeTruthy();
  },
);

it.each(Object.keys(pages) as (keyof typeof pages)[])(
  '%s is loaded again when it is seen again after a while',
  async (name) => {
    show(name);
    await section();
    appointment = { ...appointment, status: 'ACCEPTED', offered: null, answered_at: at(0) };
    const { now } = Date;
    const look = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look('hidden');
    Date.now = () => now() + 16_000;
    try {
      act(() => look('visible'));
      expect(await screen.findByText('Answered just now')).toBeTruthy();
    } finally {
      Date.now = now;
    }
  },
);
