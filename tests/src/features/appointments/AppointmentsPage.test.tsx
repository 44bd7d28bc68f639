// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionLost, serverClockSeen } from '../../../../src/state/connection';
import type { Appointment } from '../../../../src/contract/appointments';
import { formatDateTime } from '../../../../src/domain/clinicTime';
import { AppointmentsPage } from '../../../../src/features/appointments/AppointmentsPage';
import { portalDb } from '../../../../src/offline/database/db';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, renderPage, visit } from './portalSupport';

let server: Awaited<ReturnType<typeof tinyServer>>;
let lists: Record<string, Appointment[]>;
let isBroken: boolean;

beforeEach(async () => {
  lists = { upcoming: [visit(24), visit(48, { id: 'a2' })], history: [] };
  isBroken = false;
  server = await tinyServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, server.base);
    if (pathname.endsWith('/client_appointments'))
      return isBroken
        ? reply(response, 500, { success: false, code: 'internal', message: 'No' })
        : ok(response, { content: lists[searchParams.get('type') ?? ''] ?? [] });
    return ok(response, pathname.endsWith('/by_user_id') ? client : []);
  });
});
afterEach(async () => {
  cleanup();
  await portalDb().records.clear();
  await server.close();
});

const show = (search = '', settings: Record<string, unknown> = {}) => {
  const shop = exampleShop({ feature_settings: settings });
  return renderPage(<AppointmentsPage shop={shop} />, {
    base: server.base,
    shop,
    path: '/:clinicId/appointments',
    at: `/oakwood/appointments${search}`,
  });
};
const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem');
const asked = () =>
  server.seen
    .filter(({ url }) => url.includes('client_appointments'))
    .map(({ url }) => Object.fromEntries(new URL(url, server.base).searchParams));
const tab = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('the list of appointments', () => {
  it.each([
    ['', 'Upcoming', 'upcoming'],
    ['?tab=upcoming', 'Upcoming', 'upcoming'],
    ['?tab=history', 'Past', 'history'],
    ['?tab=whatever', 'Upcoming', 'upcoming'],
  ])('at %j shows the tab %s, one page of 1000 (LIST-01 to LIST-03, D-47, D-122)', async (search, name, type) => {
    show(search);
    expect(tab(name).checked).toBe(true);
    await expect.poll(asked).toEqual([{ user_id: 'u1', type, size: '1000' }]);
  });

  it('says of which the pet is left with the clinic', async () => {
    lists['upcoming'] = [visit(24), visit(48, { id: 'a2', isDropoff: true })];
    show();
    expect((await rows()).map((row) => row.textContent?.includes('Pepper, Dr. Ada Park, drop-off'))).toEqual([
      false,
      true,
    ]);
  });

  it('goes from tab to tab', async () => {
    lists['history'] = [visit(-24, { id: 'p1' })];
    show();
    expect(await rows()).toHaveLength(2);
    fireEvent.click(tab('Past'));
    await expect.poll(() => screen.queryByRole('link', { name: 'Book again' })).not.toBeNull();
    fireEvent.click(tab('Upcoming'));
    await expect.poll(rows).toHaveLength(2);
  });

  it("shows of each who, what, for whom and when, in the server's order, and leads to it (LIST-05)", async () => {
    lists['upcoming'] = [
      visit(24, {
        items: [{ ...visit(1).items[0]!, metadata: { ...visit(1).items[0]!.metadata, providerAvatar: '/ada.png' } }],
      }),
      visit(48, { id: 'a2' }),
    ];
    show();
    const [first, second] = await rows();
    const link = within(first!).getByRole('link', {
      name: `Exam Pepper, Dr. Ada Park ${formatDateTime(new Date(lists['upcoming'][0]!.fromDate), 'America/Chicago')}`,
    });
    expect(link.getAttribute('href')).toBe('/oakwood/appointments/a1');
    expect(first!.querySelector('img')?.getAttribute('src')).toBe('/ada.png');
    expect(within(second!).getByRole('link').getAttribute('href')).toBe('/oakwood/appointments/a2');
  });

  it.each([
    ['a past one', -24, 'ACCEPTED', 'Finished'],
    ['one that is done', 24, 'DONE', 'Finished'],
    ['a declined one', 24, 'DECLINED', 'Declined'],
    ['a canceled one', 24, 'DELETED', 'Canceled'],
  ])('offers Book again beside %s (LIST-06)', async (_, hours, status, label) => {
    lists['upcoming'] = [visit(hours, { status })];
    show();
    const [row] = await rows();
    expect(within(row!).getByText(label)).toBeTruthy();
    expect(within(row!).getByRole('link', { name: 'Book again' }).getAttribute('href')).toBe(
      '/oakwood?appointment=exam',
    );
  });

  it('says which are only requested, and nothing of those that are settled', async () => {
    lists['upcoming'] = [visit(24, { status: 'REQUESTED' }), visit(48, { id: 'a2' })];
    show();
    const [first, second] = await rows();
    expect(within(first!).getByText('Requested')).toBeTruthy();
    expect(within(second!).queryByText('Accepted')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Book again' })).toBeNull();
  });

  it('finishes an appointment that begins while it is open, and asks the clinic for the list anew (STATUS-02)', async () => {
    const { store } = show();
    await rows();
    expect(screen.queryByText('Finished')).toBeNull();
    lists['upcoming'] = [visit(48, { id: 'a2' })];
    const now = Date.now();
    act(() => void store.dispatch(serverClockSeen({ server: now + 25 * 3_600_000, sent: now, device: now })));
    expect(screen.getByText('Finished')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Book again' })).toBeTruthy();
    await expect.poll(() => asked().length).toBe(2);
    await expect.poll(async () => (await rows()).length).toBe(1);
    expect(screen.queryByText('Finished')).toBeNull();
  });

  it('that is empty says so (LIST-04), and offers to book where that can be done', async () => {
    lists['upcoming'] = [];
    show();
    expect(await screen.findByText('Nothing to see here yet!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Schedule an appointment' }).getAttribute('href')).toBe('/oakwood');
    cleanup();
    show('', { online_booking_disabled: true });
    expect(await screen.findByText('Nothing to see here yet!')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Schedule an appointment' })).toBeNull();
  });

  it('that failed to load does not say that it is empty (D-12)', async () => {
    isBroken = true;
    show();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText("We couldn't load your appointments.")).toBeTruthy();
    expect(screen.queryByText('Nothing to see here yet!')).toBeNull();
    isBroken = false;
    fireEvent.click(again);
    expect(await rows()).toHaveLength(2);
  });

  it('that was never saved on this device says how it can be (D-02)', async () => {
    isBroken = true;
    const { store } = show();
    await screen.findByRole('button', { name: 'Try again' });
    act(() => void store.dispatch(connectionLost()));
    expect(
      await screen.findByText('Connect to the internet once to save your appointments on this device.'),
    ).toBeTruthy();
  });
});

it('says in the row of one that is called off what becomes of its deposit, until its time (D-414)', async () => {
  const deposit = { amount: 25, state: 'kept', card_last4: '4242' };
  lists.upcoming = [
    visit(24, { status: 'DELETED', deposit }),
    visit(48, { id: 'a2', deposit: { ...deposit, state: 'paid' } }),
  ];
  show();
  const [canceled, coming] = await rows();
  const said = 'Your deposit of $25.00 is not refunded, as you canceled too late for that.';
  expect(within(canceled!).getByText(said)).toBeTruthy();
  expect(coming!.textContent).not.toContain('deposit');
  cleanup();
  lists.history = [visit(-24, { status: 'DELETED', deposit })];
  show('?tab=history');
  await rows();
  expect(screen.queryByText(said)).toBeNull();
});
