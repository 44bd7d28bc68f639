// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '../../../../src/api/api';
import { connectionFound, selectIsOnline } from '../../../../src/state/connection';
import { selectToasts } from '../../../../src/state/toasts';
import type { Appointment } from '../../../../src/contract/appointments';
import type { Shop } from '../../../../src/contract/shop';
import { addDays, dateInZone } from '../../../../src/domain/clinicTime';
import { ReschedulePage } from '../../../../src/features/appointments/ReschedulePage';
import { MoveHold } from '../../../../src/features/booking/move/MoveHold';
import { MoveTimes } from '../../../../src/features/booking/move/MoveTimes';
import { ok, reply, tinyServer, type Seen } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, renderPage, visit } from './portalSupport';

const zone = 'America/Chicago';
const day = addDays(dateInZone(new Date(), zone), 5);
const start = `${day}T15:30:00.000Z`;
const time = { label: '9:30am', value: start, enabled: true, dateTime: start, provider_id: 'ada', room_id: 'r1' };
let server: Awaited<ReturnType<typeof tinyServer>>;
let moveStatus: number;
let half: 'before' | 'after' | null;
let holdMs: number;
let isFree: boolean;
let appointment: Appointment;
let clinicians: { id: string; firstName: string }[];

beforeEach(async () => {
  appointment = visit(48);
  moveStatus = 200;
  half = null;
  holdMs = 600_000;
  isFree = true;
  clinicians = [{ id: 'ada', firstName: 'Dr. Ada Park' }];
  server = await tinyServer(({ method, url }, response) => {
    if (url.includes('/clients/by_user_id')) return ok(response, client);
    if (url.includes('/providers/open_times'))
      return ok(response, {
        data: [{ date: day, available: 1, use_time_slots: true, times: [time] }],
        searched_to: addDays(day, 200),
      });
    if (url.includes('/appointment/v1/providers')) return ok(response, { content: clinicians });
    if (url.includes('/products'))
      return ok(response, [
        { id: 'exam', name: 'Exam', providerIds: clinicians.map(({ id }) => id), metadata: { time: 30 } },
      ]);
    if (url.includes('/blocked_time'))
      return ok(response, {
        id: 'h1',
        expire: new Date(Date.now() + (method === 'PUT' ? 630_000 : holdMs)).toISOString(),
      });
    if (url.includes('/time_slots/check')) return ok(response, { available: isFree });
    // Half an answer, after the appointment was moved or before.
    if (method === 'PUT' && half !== null) {
      if (half === 'after') appointment = { ...appointment, fromDate: start };
      half = null;
      return void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":tr');
    }
    if (method === 'PUT' && moveStatus === 409)
      return reply(response, 409, { success: false, code: 'slot_gone', message: 'Taken' });
    return ok(response, method === 'PUT' ? { ...appointment, fromDate: start, status: 'REQUESTED' } : appointment);
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const allowed = {
  client_online_cancellation_enabled: true,
  client_online_reschedule_enabled: true,
  hold_time_slots_enabled: true,
};
const show = (
  settings: Record<string, unknown> = allowed,
  metadata: Record<string, unknown> = {},
  location: Shop['location'] = [],
) => {
  const shop = exampleShop({ feature_settings: settings, metadata, location });
  const page = (
    <ReschedulePage
      shop={shop}
      appointmentId="a1"
      onTextUs={() => undefined}
      picker={(given) => <MoveTimes {...given} />}
      hold={(given) => <MoveHold {...given} />}
    />
  );
  return renderPage(page, {
    base: server.base,
    shop,
    path: '/:clinicId/appointments/:appointmentId/reschedule',
    at: '/oakwood/appointments/a1/reschedule',
  });
};
const sent = (method: string, part: string) =>
  server.seen
    .filter((each: Seen) => each.method === method && each.url.includes(part))
    .map(({ body }) => (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>);
/** The clinic answers again, and the appointment is read anew. */
const connected = async ({ dispatch }: ReturnType<typeof show>['store']) => {
  dispatch(connectionFound());
  // The endpoint is known to the records' own file alone.
  const of = ['appointmentRecord', { params: { id: 'a1' } }] as unknown as [never, never];
  await dispatch(api.util.upsertQueryData(...of, appointment as never));
};
const tapTime = async () => fireEvent.click(await screen.findByRole('button', { name: /^9:30am/ }));

describe('rescheduling (D-42)', () => {
  it('offers the open times of the appointment itself with its clinician, holds one and moves', async () => {
    const { store } = show();
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    expect(await screen.findByText('/oakwood/appointments/a1')).toBeTruthy();
    expect(sent('POST', 'open_times')[0]).toMatchObject({
      appointment_id: 'a1',
      productIds: ['exam'],
      providerIds: ['ada'],
    });
    expect(sent('POST', 'blocked_time')).toMatchObject([
      { appointment_id: 'a1', from_date: start, provider_id: 'ada', room_id: 'r1' },
    ]);
    expect(sent('PUT', '/a1/reschedule')).toMatchObject([
      { dateTime: start, providerId: 'ada', roomId: 'r1', time_slot_calendar_id: 'h1' },
    ]);
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Your appointment has been requested!']);
  });

  it('sees that it moved where the answer was lost, and asks no more', async () => {
    half = 'after';
    const { store } = show();
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    await waitFor(() => expect(selectIsOnline(store.getState())).toBe(false));
    await connected(store);
    expect(await screen.findByText('/oakwood/appointments/a1')).toBeTruthy();
    expect(selectToasts(store.getState()).at(-1)?.text).toBe('Your appointment is scheduled');
    expect(sent('PUT', '/a1/reschedule')).toHaveLength(1);
  });

  it('tries again as the same move where the call was lost (D-97)', async () => {
    half = 'before';
    const { store } = show();
    await tapTime();
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    await press();
    await expect.poll(() => sent('PUT', '/a1/reschedule').length).toBe(1);
    await waitFor(() => expect(selectIsOnline(store.getState())).toBe(false));
    await connected(store);
    await press();
    expect(await screen.findByText('/oakwood/appointments/a1')).toBeTruthy();
    const keys = server.seen
      .filter(({ method, url }) => method === 'PUT' && url.includes('/a1/reschedule'))
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('lets go of a time as another tab holds one, which the clinic keeps in its place (D-203)', async () => {
    const { store } = show();
    await tapTime();
    await screen.findByRole('timer');
    const { clinicId, user } = store.getState().session;
    const other = new BroadcastChannel('portal');
    const expire = new Date(Date.now() + 700_000).toISOString();
    other.postMessage({ of: 'hold', clinicId, userId: user!.id, id: 'h2', expire, isMove: false });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your appointment slot has expired. Please select a new time slot.',
    );
    other.close();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('asks for no hold where the clinic holds no times', async () => {
    show({ ...allowed, hold_time_slots_enabled: false });
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    await screen.findByText('/oakwood/appointments/a1');
    expect(sent('POST', 'blocked_time')).toEqual([]);
    expect(sent('PUT', '/a1/reschedule')[0]?.['time_slot_calendar_id']).toBeNull();
  });

  it.each([
    ['free', true, 1],
    ['taken', false, 0],
  ])("looks a time up where the clinic's own calendar is asked: %s (HOLD-05, HOLD-07)", async (_, isThere, chosen) => {
    isFree = isThere;
    show({ ...allowed, hold_time_slots_enabled: false, check_vetbridge_time_slot_availability: true });
    await tapTime();
    if (chosen) await screen.findByRole('timer');
    else
      expect((await screen.findByRole('alert')).textContent).toBe(
        "We're sorry, this time is no longer available. Please choose another time.",
      );
    expect(screen.queryAllByRole('button', { name: /^Move to / })).toHaveLength(chosen);
    expect(sent('POST', '/time_slots/check')).toMatchObject([
      { appointment_id: 'a1', start_time: start, provider_id: 'ada', appointment_type_id: 'exam' },
    ]);
  });

  it.each([
    ['the clinic holds', allowed],
    ['nobody holds', { ...allowed, hold_time_slots_enabled: false }],
  ])('counts ten minutes down for a time that %s (HOLD-01, HOLD-02)', async (_, settings) => {
    show(settings);
    expect(screen.queryByRole('timer')).toBeNull();
    await tapTime();
    expect((await screen.findByRole('timer')).textContent).toMatch(/^(10:00|9:5\d)$/);
    expect(screen.getByText('Held for you')).toBeTruthy();
  });

  it('offers ten more minutes once in the last minute (HOLD-03, D-203)', async () => {
    holdMs = 30_000;
    show();
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep it 10 more minutes' }));
    await expect.poll(() => screen.getByRole('timer').textContent).toMatch(/^10:\d\d$/);
    expect(sent('PUT', '/blocked_time/h1')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Keep it 10 more minutes' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Move to / })).toBeTruthy();
  });

  it('lets the choice go when its time is up, and says so (HOLD-08)', async () => {
    holdMs = 300;
    show();
    await tapTime();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your appointment slot has expired. Please select a new time slot.',
    );
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Move to / })).toBeNull();
  });

  describe('with whom', () => {
    const two = [
      { id: 'ada', firstName: 'Dr. Ada Park' },
      { id: 'ben', firstName: 'Dr. Ben Ruiz' },
    ];
    const clinician = () => screen.findByLabelText<HTMLSelectElement>('Clinician');
    const options = async () =>
      [...(await clinician()).options].filter(({ value }) => value !== '').map(({ text }) => text);
    const asked = () => sent('POST', 'open_times').map((body) => body['providerIds']);

    it('stays the same clinician unless changed, to any where the clinic offers that', async () => {
      clinicians = two;
      show(allowed, { isBookingAnyone: true });
      expect(await options()).toEqual(['Any clinician', 'Dr. Ada Park', 'Dr. Ben Ruiz']);
      expect((await clinician()).value).toBe('ada');
      await expect.poll(asked).toEqual([['ada']]);
      fireEvent.change(await clinician(), { target: { value: 'any' } });
      await expect.poll(asked).toEqual([['ada'], ['ada', 'ben']]);
      fireEvent.change(await clinician(), { target: { value: 'ben' } });
      await expect.poll(asked).toEqual([['ada'], ['ada', 'ben'], ['ben']]);
    });

    it('is never any clinician where the clinic does not offer that', async () => {
      clinicians = [
        { id: 'ben', firstName: 'Dr. Ben Ruiz' },
        { id: 'cleo', firstName: 'Dr. Cleo Hart' },
      ];
      show(allowed, { isBookingAnyone: false });
      expect(await options()).toEqual(['Dr. Ben Ruiz', 'Dr. Cleo Hart']);
      await expect.poll(asked).toEqual([['ben']]);
    });

    it('is one of the location that the appointment is at (D-57)', async () => {
      clinicians = [...two, { id: 'cleo', firstName: 'Dr. Cleo Hart' }];
      appointment = visit(48, { location_id: 'north' });
      show(allowed, { isBookingAnyone: true }, [
        { id: 'north', provider_user_ids: ['ada', 'ben'] },
        { id: 'south', provider_user_ids: ['cleo'] },
      ]);
      expect(await options()).toEqual(['Any clinician', 'Dr. Ada Park', 'Dr. Ben Ruiz']);
      fireEvent.change(await clinician(), { target: { value: 'any' } });
      await expect.poll(asked).toEqual([['ada'], ['ada', 'ben']]);
    });

    it('is not asked where the clinic does not ask, and stays', async () => {
      clinicians = two;
      show(allowed, { isBookingSkipProvider: true });
      await screen.findByRole('button', { name: /^9:30am/ });
      expect(screen.queryByLabelText('Clinician')).toBeNull();
      expect(asked()).toEqual([['ada']]);
    });
  });

  it('strikes a time through that somebody else took, and stays', async () => {
    moveStatus = 409;
    show();
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    expect(await screen.findByRole('button', { name: '9:30am, no longer available' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('no longer available');
    expect(screen.queryByRole('button', { name: /^Move to / })).toBeNull();
  });

  it.each([
    ['the clinic does not offer it', { client_online_cancellation_enabled: true }],
    ['cancelling is not allowed', { client_online_reschedule_enabled: true }],
  ])('asks for a call or a text where %s', async (_, settings) => {
    show(settings);
    const line = await screen.findByText(
      (__, element) => element?.tagName === 'P' && (element.textContent ?? '').startsWith('If you need to reschedule'),
    );
    expect(line.textContent?.replace(/\s+/g, ' ')).toBe(
      'If you need to reschedule your appointment, please call us at: 512-555-0100',
    );
    expect(screen.getByRole('button', { name: 'Text us' })).toBeTruthy();
    expect(sent('POST', 'open_times')).toEqual([]);
  });
});
