// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selectToasts } from '../../../../src/api/toasts';
import { addDays, dateInZone } from '../../../../src/domain/clinicTime';
import { ReschedulePage } from '../../../../src/features/appointments/ReschedulePage';
import { MoveTimes } from '../../../../src/features/booking/MoveTimes';
import { ok, reply, tinyServer, type Seen } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, renderPage, visit } from './portalSupport';

const appointment = visit(48);
const zone = 'America/Chicago';
const day = addDays(dateInZone(new Date(), zone), 5);
const start = `${day}T15:30:00.000Z`;
const time = { label: '9:30am', value: start, enabled: true, dateTime: start, provider_id: 'ada', room_id: 'r1' };
let server: Awaited<ReturnType<typeof tinyServer>>;
let moveStatus: number;

beforeEach(async () => {
  moveStatus = 200;
  server = await tinyServer(({ method, url }, response) => {
    if (url.includes('/clients/by_user_id')) return ok(response, client);
    if (url.includes('/providers/open_times')) return ok(response, { data: [{ date: day, available: 1, use_time_slots: true, times: [time] }], searched_to: addDays(day, 200) });
    if (url.includes('/appointment/v1/providers')) return ok(response, { content: [{ id: 'ada', firstName: 'Dr. Ada Park' }] });
    if (url.includes('/products')) return ok(response, [{ id: 'exam', name: 'Exam', providerIds: ['ada'], metadata: { time: 30 } }]);
    if (url.includes('/blocked_time')) return ok(response, { id: 'h1', expire: new Date(Date.now() + 600_000).toISOString() });
    if (method === 'PUT' && moveStatus === 409) return reply(response, 409, { success: false, code: 'slot_gone', message: 'Taken' });
    return ok(response, method === 'PUT' ? { ...appointment, fromDate: start, status: 'REQUESTED' } : appointment);
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const allowed = { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true, hold_time_slots_enabled: true };
const show = (settings: Record<string, unknown> = allowed) => {
  const shop = exampleShop({ feature_settings: settings });
  const page = <ReschedulePage shop={shop} onTextUs={() => undefined} picker={(given) => <MoveTimes {...given} />} />;
  return renderPage(page, { base: server.base, shop, path: '/:clinicId/appointments/:appointmentId/reschedule', at: '/oakwood/appointments/a1/reschedule' });
};
const sent = (method: string, part: string) => server.seen.filter((each: Seen) => each.method === method && each.url.includes(part)).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const tapTime = async () => fireEvent.click(await screen.findByRole('button', { name: /^9:30am/ }));

describe('rescheduling (D-42)', () => {
  it('offers the open times of the appointment itself with its clinician, holds one and moves', async () => {
    const { store } = show();
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    expect(await screen.findByText('/oakwood/appointments/a1')).toBeTruthy();
    expect(sent('POST', 'open_times')[0]).toMatchObject({ appointment_id: 'a1', productIds: ['exam'], providerIds: ['ada'] });
    expect(sent('POST', 'blocked_time')).toMatchObject([{ appointment_id: 'a1', from_date: start, provider_id: 'ada', room_id: 'r1' }]);
    expect(sent('PUT', '/a1/reschedule')).toMatchObject([{ dateTime: start, providerId: 'ada', roomId: 'r1', time_slot_calendar_id: 'h1' }]);
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Your appointment has been requested!']);
  });

  it('asks for no hold where the clinic holds no times', async () => {
    show({ ...allowed, hold_time_slots_enabled: false });
    await tapTime();
    fireEvent.click(await screen.findByRole('button', { name: /^Move to / }));
    await screen.findByText('/oakwood/appointments/a1');
    expect(sent('POST', 'blocked_time')).toEqual([]);
    expect(sent('PUT', '/a1/reschedule')[0]?.['time_slot_calendar_id']).toBeNull();
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
    const line = await screen.findByText((__, element) => element?.tagName === 'P' && (element.textContent ?? '').startsWith('If you need to reschedule'));
    expect(line.textContent?.replace(/\s+/g, ' ')).toBe('If you need to reschedule your appointment, please call us at: 512-555-0100');
    expect(screen.getByRole('button', { name: 'Text us' })).toBeTruthy();
    expect(sent('POST', 'open_times')).toEqual([]);
  });
});
