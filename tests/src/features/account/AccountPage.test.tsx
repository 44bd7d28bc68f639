// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../../src/api/api';
import { connectionLost, offlineReason } from '../../../../src/state/connection';
import { profileLoaded, selectOwner } from '../../../../src/state/session';
import { selectToasts } from '../../../../src/state/toasts';
import type { WaitingContact } from '../../../../src/contract/auth';
import { AccountPage } from '../../../../src/features/account/AccountPage';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { portalDb } from '../../../../src/offline/database/db';
import { exampleShop } from '../../shop';
import { owner, renderPage } from '../appointments/portalSupport';

let server: Awaited<ReturnType<typeof tinyServer>>;
let status: number;

beforeEach(async () => {
  status = 200;
  await portalDb().records.clear();
  codeSent.mockClear();
  server = await tinyServer(({ url, body }, response) => {
    if (url.includes('/clients/by_user_id')) return ok(response, null);
    if (url.endsWith('/user/v1/sessions')) return ok(response, []);
    if (status === 401)
      return reply(response, status, { success: false, code: 'unauthorized', message: 'Unauthorized' });
    if (status !== 200) return reply(response, status, { success: false, code: 'server_error', message: 'No' });
    if (url.endsWith('/code/init')) return ok(response, { sent: true });
    return ok(response, { ...owner, ...(JSON.parse(body) as object) });
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const codeSent = vi.fn<(contact: WaitingContact) => void>();
const show = () =>
  renderPage(<AccountPage shop={exampleShop()} onCodeSent={codeSent} onSignOut={() => undefined} />, {
    base: server.base,
    shop: exampleShop(),
    path: '/:clinicId/account',
    at: '/oakwood/account',
  });
const saves = () => server.seen.filter(({ method }) => method === 'PUT');
const choose = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const toasts = ({ store }: ReturnType<typeof show>) => selectToasts(store.getState()).map(({ text }) => text);

describe('my account', () => {
  it('shows name, phone and email, which only the clinic changes (ACCT-01)', () => {
    show();
    const shown = ['Full name', 'Mobile phone', 'Email'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
    expect(shown.map(({ value }) => value)).toEqual(['Alex Stone', '512-555-0122', 'alex@example.com']);
    expect(shown.every(({ disabled }) => disabled)).toBe(true);
  });

  it.each([
    ['phone', { phoneNumber: null }, ['Full name', 'Email']],
    ['e-mail', { email: null }, ['Full name', 'Mobile phone']],
  ])('has no row for a %s that nobody knows', (_, unknown, labels) => {
    const { store } = show();
    act(() => void store.dispatch(profileLoaded({ ...owner, ...unknown })));
    expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual(
      labels,
    );
  });

  it('sends birth day and month alone, and says so (ACCT-02 to ACCT-04)', async () => {
    const shown = show();
    choose(/^Birth month/, '2');
    choose(/^Birth day/, '29');
    save();
    await expect.poll(() => toasts(shown)).toEqual(['Update profile successfully!']);
    expect(saves().map(({ method, url, body }) => [method, url, JSON.parse(body) as unknown])).toEqual([
      ['PUT', '/api/user/v1/profile', { metadata: { dateOfBirth: 29, monthOfBirth: 2 } }],
    ]);
    expect(selectOwner(shown.store.getState())?.metadata).toEqual({ dateOfBirth: 29, monthOfBirth: 2 });
  });

  it('wants both or neither, and a day of the month (D-117)', async () => {
    show();
    choose(/^Birth day/, '31');
    save();
    expect(await screen.findByText('Please choose both a day and a month')).toBeTruthy();
    // Which a screen reader reads with the field, as that takes the focus.
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/^Birth day/));
    choose(/^Birth month/, '4');
    expect(await screen.findByText('This month does not have that many days')).toBeTruthy();
    save();
    expect(saves()).toEqual([]);
  });

  it('says nothing of its own when saving fails, and keeps what was chosen (ACCT-15, D-23)', async () => {
    status = 500;
    const shown = show();
    choose(/^Birth month/, '3');
    choose(/^Birth day/, '9');
    save();
    await expect.poll(() => toasts(shown)).toEqual(['Oops! Something went wrong. Please try again in a few seconds.']);
    expect(screen.getByLabelText<HTMLSelectElement>(/^Birth day/).value).toBe('9');
  });

  it('says that nothing was changed where the session has ended meanwhile', async () => {
    status = 401;
    const shown = show();
    choose(/^Birth month/, '3');
    choose(/^Birth day/, '9');
    save();
    const said = 'You have been signed out, so nothing was changed. Please sign in again.';
    await expect.poll(() => toasts(shown)).toEqual([said]);
    expect(selectOwner(shown.store.getState())).toBeNull();
  });

  it('says of when it is while offline, and keeps what is saved on the device (D-02)', async () => {
    const { store } = show();
    choose(/^Birth month/, '2');
    choose(/^Birth day/, '29');
    save();
    const profile = () => portalDb().records.get(['oakwood', owner.id, 'profile', '']);
    await expect.poll(profile).toMatchObject({ value: { metadata: { dateOfBirth: 29, monthOfBirth: 2 } } });
    await portalDb().records.update(['oakwood', owner.id, 'profile', ''], { saved_at: '2026-11-20T15:00:00.000Z' });
    store.dispatch(api.util.invalidateTags(['Saved']));
    expect(screen.queryByText(/^Saved on/)).toBeNull();
    act(() => void store.dispatch(connectionLost()));
    expect(await screen.findByText('Saved on Fri Nov 20, 2026')).toBeTruthy();
  });

  it('is locked while offline, with what was chosen kept (D-03)', async () => {
    const { store } = show();
    choose(/^Birth day/, '9');
    act(() => void store.dispatch(connectionLost()));
    expect(await screen.findByText(offlineReason)).toBeTruthy();
    save();
    expect(saves()).toEqual([]);
    expect(screen.getByLabelText<HTMLSelectElement>(/^Birth day/).value).toBe('9');
  });

  it('says which contact waits for its code and which is used meanwhile, and sends the code (D-402)', async () => {
    const waiting = [{ email: 'alex@new.example', phoneCode: null, phoneNumber: null }];
    const { store } = show();
    act(() => void store.dispatch(profileLoaded({ ...owner, waiting })));
    expect(screen.getByText('alex@new.example').parentElement?.textContent).toBe('alex@new.example waits for its code');
    expect(screen.getByText('alex@example.com', { ignore: 'textarea' }).parentElement?.textContent).toBe(
      'Until then, messages go to alex@example.com.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('alex@example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await expect.poll(() => codeSent.mock.calls).toEqual([[waiting[0]]]);
    expect(
      server.seen.filter(({ url }) => url.endsWith('/code/init')).map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([{ role: 'ROLE_CUSTOMER', email: 'alex@new.example' }]);
  });

  it('says so when no code can be sent, and stays (D-402)', async () => {
    const { store } = show();
    act(
      () =>
        void store.dispatch(
          profileLoaded({ ...owner, waiting: [{ email: null, phoneCode: '1', phoneNumber: '5125550177' }] }),
        ),
    );
    status = 429;
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No code could be sent. Please try again later, or call the clinic.',
    );
    expect(codeSent).not.toHaveBeenCalled();
  });
});
