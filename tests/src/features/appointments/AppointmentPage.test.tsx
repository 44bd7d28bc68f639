// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionLost, offlineReason } from '../../../../src/state/connection';
import { selectShop } from '../../../../src/state/clinic';
import { selectToasts } from '../../../../src/state/toasts';
import type { Appointment } from '../../../../src/contract/appointments';
import { AppointmentPage } from '../../../../src/features/appointments/AppointmentPage';
import { changeEntry, enqueue } from '../../../../src/offline/database/outboxStore';
import { NOT_AHEAD } from '../../../../src/offline/outbox/texts';
import { portalDb } from '../../../../src/offline/database/db';
import { saveCopy } from '../../../../src/offline/database/records';
import { saveSession } from '../../../../src/offline/database/session';
import { installDialog } from '../../../support/dialog';
import { ok, reply, tinyServer, type Seen } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, owner, renderPage, visit } from './portalSupport';

let server: Awaited<ReturnType<typeof tinyServer>>;
let appointment: Appointment;
let cancelAnswer: number;
let areListsLost: boolean;
/** What the server would do to the deposit; an owner who was told otherwise is refused. */
let outcome: string | null;
/** The clinic's settings as the server has them. */
let latest: Record<string, unknown> | null;

beforeAll(installDialog);
beforeEach(async () => {
  appointment = visit(48);
  cancelAnswer = 200;
  areListsLost = false;
  [outcome, latest] = [null, null];
  server = await tinyServer(({ method, url, body }, response) => {
    if (method === 'DELETE' && cancelAnswer !== 200) {
      const code = cancelAnswer === 401 ? 'unauthorized' : 'not_allowed';
      return reply(response, cancelAnswer, { success: false, code, message: 'No' });
    }
    if (method === 'DELETE' && outcome !== null && !body.includes(`"deposit_on_cancel":"${outcome}"`))
      return reply(response, 409, {
        success: false,
        code: 'conflict',
        message: 'Not canceled yet',
        fields: { deposit_on_cancel: outcome },
      });
    if (method === 'DELETE' && outcome !== null)
      appointment = { ...appointment, status: 'DELETED', deposit: { ...appointment.deposit!, state: outcome } };
    if (latest && url.includes('/shops/')) return ok(response, exampleShop({ feature_settings: latest }));
    if (url.includes('/clients/by_user_id') || url.includes('/clients/find_and_sync')) return ok(response, client);
    if (url.includes('/waitlisters'))
      return ok(response, { id: 'w1', created_at: new Date(Date.now() + 1000).toISOString() });
    // What is read anew after a change.
    if (url.includes('/client_appointments') && areListsLost) return response.destroy();
    if (url.includes('/client_appointments')) return ok(response, { content: [] });
    if (url.includes('/vaccinations') || url.includes('/medications')) return ok(response, []);
    if (url.includes('/species')) return ok(response, { data: [{ id: 'dog', name: 'Dog' }] });
    return ok(response, method === 'DELETE' ? { ...appointment, status: 'DELETED' } : appointment);
  });
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await portalDb().outbox.clear();
  await portalDb().records.clear();
  await server.close();
});

const cancellable = { client_online_cancellation_enabled: true };
const show = (settings: Record<string, unknown> = cancellable) => {
  const shop = exampleShop({ feature_settings: settings });
  return renderPage(<AppointmentPage shop={shop} appointmentId="a1" />, {
    base: server.base,
    shop,
    path: '/:clinicId/appointments/:appointmentId',
    at: '/oakwood/appointments/a1',
  });
};
/** An answer on its way would say that there is a network, and what time it is. */
const settled = (store: ReturnType<typeof show>['store']) =>
  expect
    .poll(() => Object.values(store.getState().api.queries).every((query) => query?.status === 'fulfilled'))
    .toBe(true);
/** So many hours pass at once: the page has had no minute to look at the clock by itself. */
const passUnseen = (hours: number) => vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ['Date'] });
const deleted = (): Seen[] => server.seen.filter(({ method }) => method === 'DELETE');
const cancelButton = () => screen.findByRole('button', { name: 'Cancel appointment' });
const callText = /^If you need to cancel your appointment, please call us at:\s+512-555-0100$/;
const callLine = () =>
  screen.findByText((_, element) => element?.tagName === 'P' && callText.test(element.textContent ?? ''));

const dropOff = 'Drop your pet off for this appointment and pick them up afterward.';
it.each([true, false])('says whether the pet is left with the clinic: %s', async (isDropoff) => {
  appointment = visit(48, { isDropoff });
  show();
  await screen.findByText('Pepper');
  expect(screen.queryAllByText(dropOff)).toHaveLength(isDropoff ? 1 : 0);
});

describe('a paid deposit (D-414)', () => {
  const deposit = (state: string) => ({ amount: 25, state, card_last4: '4242' });
  const ask = async () => {
    fireEvent.click(await cancelButton());
    return screen.findByRole('dialog');
  };

  it('is told before canceling: whether it comes back, by the clinic’s hours', async () => {
    appointment = visit(48.5, { deposit: deposit('paid') });
    show({ ...cancellable, deposit_refund_hours: 48 });
    expect(
      within(await ask()).getByText('Your deposit of $25.00 will be refunded to your card ending in 4242.'),
    ).toBeTruthy();
    cleanup();
    show({ ...cancellable, deposit_refund_hours: 72 });
    expect(
      within(await ask()).getByText(
        'Your deposit of $25.00 will not be refunded: your appointment is less than 3 days away.',
      ),
    ).toBeTruthy();
    cleanup();
    show();
    expect(
      within(await ask()).getByText('The clinic decides whether your deposit of $25.00 is refunded.'),
    ).toBeTruthy();
    cleanup();
    appointment = visit(48.5);
    show({ ...cancellable, deposit_refund_hours: 48 });
    expect((await ask()).textContent).not.toContain('deposit');
  });

  it('comes back, however late, where the clinic has offered other times, held or not', async () => {
    appointment = visit(1, { status: 'REQUESTED', deposit: deposit('paid'), offered: null, offered_others: true });
    show({ ...cancellable, deposit_refund_hours: 48 });
    expect(await screen.findByText('What the clinic offered is not held any more.')).toBeTruthy();
    expect(
      within(await ask()).getByText('Your deposit of $25.00 will be refunded to your card ending in 4242.'),
    ).toBeTruthy();
  });

  it('that was to come back when it was asked, and would not any more, is told anew before anything is sent', async () => {
    appointment = visit(48.5, { deposit: deposit('paid') });
    const { store } = show({ ...cancellable, deposit_refund_hours: 48 });
    const dialog = await ask();
    await settled(store);
    passUnseen(1);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel appointment' }));
    expect(
      await within(dialog).findByText(
        'Your deposit of $25.00 will not be refunded: your appointment is less than 48 hours away.',
      ),
    ).toBeTruthy();
    expect(deleted()).toEqual([]);
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Cancel appointment' }));
    await expect.poll(() => deleted().length).toBe(1);
  });

  it('is told anew by the clock while the question is open, and the press says what was told', async () => {
    appointment = visit(48.5, { deposit: deposit('paid') });
    const { store } = show({ ...cancellable, deposit_refund_hours: 48 });
    const dialog = await ask();
    const said = within(dialog).getByText(/^Your deposit of/);
    expect(said.textContent).toContain('will be refunded');
    await settled(store);
    passUnseen(1);
    fireEvent(document, new Event('visibilitychange'));
    // The same line, so it is announced.
    expect(said.textContent).toBe(
      'Your deposit of $25.00 will not be refunded: your appointment is less than 48 hours away.',
    );
    expect(said.getAttribute('aria-live')).toBe('polite');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel appointment' }));
    await expect
      .poll(() => deleted().map(({ body }) => JSON.parse(body) as unknown))
      .toEqual([{ id: 'a1', source: 'CUSTOMER_SITE', deposit_on_cancel: 'kept' }]);
  });

  it('that the server would keep, although it was to come back: nothing is canceled, and the question says so', async () => {
    appointment = visit(100, { deposit: deposit('paid') });
    [outcome, latest] = ['kept', { ...cancellable, deposit_refund_hours: 240 }];
    const { store } = show({ ...cancellable, deposit_refund_hours: 48 });
    const dialog = await ask();
    const said = within(dialog).getByText(/^Your deposit of/);
    expect(said.textContent).toContain('will be refunded');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel appointment' }));
    // The same line of the question that is still open, so it is announced.
    await expect.poll(() => said.textContent).toMatch(/^Your deposit of \$25\.00 will not be refunded/);
    expect(said.getAttribute('aria-live')).toBe('polite');
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Not canceled yet']);
    // What the clinic has changed is read anew.
    await expect.poll(() => selectShop(store.getState())?.feature_settings.deposit_refund_hours).toBe(240);
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText('/oakwood/appointments')).toBeTruthy();
    expect(deleted().map(({ body }) => (JSON.parse(body) as { deposit_on_cancel: string }).deposit_on_cancel)).toEqual([
      'refunded',
      'kept',
    ]);
    expect(selectToasts(store.getState()).at(-1)?.text).toBe(
      'Appointment canceled. Your deposit of $25.00 is not refunded, as you canceled too late for that.',
    );
  });

  it.each([
    ['DECLINED', 'refunding', 'We are refunding your deposit of $25.00 to your card ending in 4242.'],
    ['DECLINED', 'refunded', 'Your deposit of $25.00 was refunded to your card ending in 4242.'],
    ['DELETED', 'kept', 'Your deposit of $25.00 is not refunded, as you canceled too late for that.'],
    ['DELETED', 'asked', 'The clinic decides whether your deposit of $25.00 is refunded.'],
  ])('of an appointment that is %s: %s', async (status, state, text) => {
    appointment = visit(48, { status, deposit: deposit(state) });
    show();
    expect(await screen.findByText(text)).toBeTruthy();
    const call = screen.queryByRole('link', { name: '512-555-0100' });
    expect(call !== null).toBe(state === 'asked');
    if (call) expect(call.closest('p')?.textContent).toBe('Please call us about your deposit: 512-555-0100');
  });
});

describe('cancelling', () => {
  it('is on the device at once, though the network is gone before the lists are read anew (D-02)', async () => {
    await saveCopy(
      { clinicId: 'oakwood', userId: owner.id },
      'appointments',
      'upcoming',
      [appointment],
      '2026-11-20T15:00:00.000Z',
    );
    areListsLost = true;
    show();
    fireEvent.click(await cancelButton());
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel appointment' }));
    const row = () => portalDb().records.get(['oakwood', owner.id, 'appointments', 'upcoming']);
    await expect
      .poll(row)
      .toMatchObject({ saved_at: '2026-11-20T15:00:00.000Z', value: [{ id: 'a1', status: 'DELETED' }] });
  });

  it('asks, cancels, says so and returns to the list (CANCEL-04 to CANCEL-07)', async () => {
    const { store } = show();
    fireEvent.click(await cancelButton());
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to cancel this appointment?' });
    expect(deleted()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByRole('button', { name: 'Cancelling...' })).toBeTruthy();
    expect(await screen.findByText('/oakwood/appointments')).toBeTruthy();
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Appointment canceled']);
    expect(deleted().map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ id: 'a1', source: 'CUSTOMER_SITE' }]);
  });

  it('keeps the appointment where the owner thinks again', async () => {
    show();
    fireEvent.click(await cancelButton());
    fireEvent.click(await screen.findByRole('button', { name: 'Keep appointment' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(deleted()).toEqual([]);
  });

  it('resets the button when the clinic refuses, without a message of the screen (CANCEL-08)', async () => {
    cancelAnswer = 422;
    show();
    fireEvent.click(await cancelButton());
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel appointment' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect((await cancelButton()).getAttribute('aria-busy')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [500, 'Oops! Something went wrong. Please try again in a few seconds.'],
    [503, 'No'],
    [401, 'You have been signed out, so nothing was changed. Please sign in again.'],
  ])('leaves it to a toast to say that the clinic answered %i (CANCEL-08, D-23)', async (status, toast) => {
    cancelAnswer = status;
    const { store } = show();
    fireEvent.click(await cancelButton());
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel appointment' }));
    await expect.poll(() => selectToasts(store.getState()).map(({ text }) => text)).toEqual([toast]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(deleted()).toHaveLength(1);
    if (status === 401) return;
    const button = await cancelButton();
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  });

  it.each([
    ['the clinic does not offer it (CANCEL-01)', {}, {}],
    ['it is another client (CANCEL-02)', cancellable, { items: [{ ...visit(1).items[0]!, clientId: 'c2' }] }],
    [
      'it is too late (CANCEL-03)',
      { ...cancellable, client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 50 * 3600 } },
      {},
    ],
  ])('asks for a call where %s', async (_, settings, more) => {
    appointment = visit(48, more);
    show(settings);
    expect(await callLine()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel appointment' })).toBeNull();
  });

  it('looks at the clock again at the press: what has become too late asks for a call (D-116)', async () => {
    appointment = visit(48);
    const { store } = show({
      ...cancellable,
      client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 47 * 3600 },
    });
    await cancelButton();
    await settled(store);
    // All in one go: the page's own look at the next minute cannot come between.
    passUnseen(2);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    expect(await callLine()).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deleted()).toEqual([]);
  });

  it('looks at it once more when the owner has said yes', async () => {
    const { store } = show({
      ...cancellable,
      client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 47 * 3600 },
    });
    fireEvent.click(await cancelButton());
    const dialog = await screen.findByRole('dialog');
    await settled(store);
    passUnseen(2);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel appointment' }));
    expect(await callLine()).toBeTruthy();
    expect(deleted()).toEqual([]);
  });

  it('is locked with a reason while offline (D-03)', async () => {
    const { store } = show();
    await cancelButton();
    await settled(store);
    act(() => void store.dispatch(connectionLost()));
    expect(await screen.findByText(offlineReason)).toBeTruthy();
    fireEvent.click(await cancelButton());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the waitlist (WAIT-04, WAIT-05, D-68)', () => {
  const box = () =>
    screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Put me on the waitlist for an earlier time' });
  const asked = () =>
    server.seen
      .filter(({ url }) => url.includes('/waitlisters'))
      .map(({ method, url, body }) => [method, url, JSON.parse(body) as unknown]);

  it('asks nobody here who does not wait', async () => {
    show({ ...cancellable, waitlist_ui_v1_enabled: true });
    await cancelButton();
    expect(box()).toBeNull();
  });

  it("shows who waits, by the clinic's word, and lets them off; then it is not offered again", async () => {
    appointment = visit(48, { is_waitlisted: true });
    await saveSession({ clinicId: 'oakwood', token: 't', user: owner });
    show({ ...cancellable, waitlist_ui_v1_enabled: true });
    await cancelButton();
    expect(box()?.checked).toBe(true);
    fireEvent.click(box()!);
    expect(await screen.findByText(/^Receipt w1, /)).toBeTruthy();
    expect(asked()).toEqual([['PUT', '/api/waitlisters/remove', { client_id: 'c1', appointment_id: 'a1' }]]);
    await expect.poll(box).toBeNull();
  });

  it.each([
    ['a past one', -24, 'ACCEPTED'],
    ['a canceled one', 24, 'DELETED'],
  ])('has no use for %s', async (_, hours, status) => {
    appointment = visit(hours, { status, is_waitlisted: true });
    show({ waitlist_ui_v1_enabled: true });
    await screen.findByRole('link', { name: 'Book again' });
    expect(box()).toBeNull();
  });

  it.each([
    ['failed', 'canceled', 24, 'DELETED'],
    ['failed', 'past', -24, 'ACCEPTED'],
    ['old', 'declined', 24, 'DECLINED'],
  ] as const)(
    'a request for a place that %s, for a %s one, can be taken away and is not offered to be sent',
    async (state, _, hours, status) => {
      appointment = visit(hours, { status });
      const wish = {
        kind: 'joinWaitlist',
        payload: { client_id: 'c1', appointment_id: 'a1' },
        about: { petName: 'Maple', medication: null },
      } as const;
      const whose = { clinicId: 'oakwood', userId: owner.id };
      const asked = Date.now() - (state === 'old' ? 8 : 0) * 86_400_000;
      await enqueue(wish, whose, '00000000-0000-4000-8000-000000000001', asked);
      if (state === 'failed')
        await changeEntry('00000000-0000-4000-8000-000000000001', (row) => ({ ...row, state: 'failed' }));
      show({ ...cancellable, waitlist_ui_v1_enabled: true });
      expect(await screen.findByText(NOT_AHEAD)).toBeTruthy();
      await screen.findByRole('link', { name: 'Book again' });
      expect(screen.queryByRole('button', { name: /^(Try again|Send)$/ })).toBeNull();
      expect(box()).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
      await expect.poll(() => screen.queryByText(NOT_AHEAD)).toBeNull();
      expect(await portalDb().outbox.count()).toBe(0);
    },
  );

  it('one for a visit that is ahead can be tried again', async () => {
    const wish = {
      kind: 'joinWaitlist',
      payload: { client_id: 'c1', appointment_id: 'a1' },
      about: { petName: 'Maple', medication: null },
    } as const;
    const id = '00000000-0000-4000-8000-000000000001';
    await enqueue(wish, { clinicId: 'oakwood', userId: owner.id }, id, Date.now());
    await changeEntry(id, (row) => ({ ...row, state: 'failed' }));
    show({ ...cancellable, waitlist_ui_v1_enabled: true });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText(NOT_AHEAD)).toBeNull();
  });
});

describe('without a network, at an address of no appointment that is saved (D-02)', () => {
  it.each([
    ['where others are saved', true, "This appointment isn't saved on this device. Connect to the internet to see it."],
    ['where none are', false, 'Connect to the internet once to save your appointments on this device.'],
  ])('tells what is missing, %s', async (_, isSaving, words) => {
    await server.close();
    if (isSaving)
      await saveCopy(
        { clinicId: 'oakwood', userId: owner.id },
        'appointments',
        'upcoming',
        [{ ...visit(24), id: 'a2' }],
        new Date().toISOString(),
      );
    const { store } = show();
    act(() => void store.dispatch(connectionLost()));
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('what else it offers', () => {
  it.each([
    ['a past one', -24, 'ACCEPTED', 'Finished'],
    ['a declined one', 24, 'DECLINED', 'Declined'],
    ['a canceled one', 24, 'DELETED', 'Canceled'],
  ])('Book again for %s (LIST-06, STATUS-04, STATUS-05)', async (_, hours, status, label) => {
    appointment = visit(hours, { status });
    show();
    expect((await screen.findByRole('link', { name: 'Book again' })).getAttribute('href')).toBe(
      '/oakwood?appointment=exam',
    );
    expect(screen.getByText(label)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel appointment' })).toBeNull();
  });

  it('Reschedule where the clinic offers it and cancelling is allowed (D-42)', async () => {
    show({ ...cancellable, client_online_reschedule_enabled: true });
    expect((await screen.findByRole('link', { name: 'Reschedule' })).getAttribute('href')).toBe(
      '/oakwood/appointments/a1/reschedule',
    );
  });

  it('no Reschedule where the clinic does not offer it', async () => {
    show();
    await cancelButton();
    expect(screen.queryByRole('link', { name: 'Reschedule' })).toBeNull();
  });
});
