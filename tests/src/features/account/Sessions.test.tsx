// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionFound, connectionLost } from '../../../../src/state/connection';
import { selectOwner } from '../../../../src/state/session';
import { selectToasts } from '../../../../src/state/toasts';
import type { OwnSession } from '../../../../src/contract/sessions';
import { Sessions } from '../../../../src/features/account/Sessions';
import { installDialog } from '../../../support/dialog';
import { reply, tinyServer } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { renderPage } from '../appointments/portalSupport';

const sessions: OwnSession[] = [
  { id: 'here', device: 'Chrome on Android', last_used_at: '2026-11-21T15:00:00.000Z', is_current: true },
  { id: 'tablet', device: 'Safari on iPad', last_used_at: '2026-11-21T14:30:00.000Z', is_current: false },
  { id: 'old', device: null, last_used_at: '2026-11-18T16:05:00.000Z', is_current: false },
];
let server: Awaited<ReturnType<typeof tinyServer>>;
let refusal: [number, string] | null;
const signOut = vi.fn<(first?: () => Promise<boolean>) => void>();

beforeEach(async () => {
  refusal = null;
  signOut.mockReset();
  installDialog();
  server = await tinyServer(({ method }, response) => {
    if (refusal) return reply(response, refusal[0], { success: false, code: refusal[1], message: 'No' });
    // The page goes by the server's clock.
    return reply(
      response,
      200,
      { success: true, data: method === 'GET' ? sessions : { ended: true } },
      { Date: 'Sat, 21 Nov 2026 15:00:00 GMT' },
    );
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function show() {
  const shop = exampleShop();
  return renderPage(<Sessions zone="America/Chicago" onSignOut={signOut} />, {
    base: server.base,
    shop,
    path: '/:clinicId/account',
    at: '/oakwood/account',
  });
}
const rows = async () => {
  await screen.findByText('This device');
  return screen
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('b, p')].map(({ textContent }) => textContent));
};
const ended = () => server.seen.filter(({ method }) => method === 'DELETE').map(({ url }) => url);

describe('where an owner is signed in (D-407)', () => {
  it("names each device with its last use in the clinic's zone, this one marked", async () => {
    show();
    expect(await rows()).toEqual([
      ['Chrome on Android', 'This device'],
      ['Safari on iPad', 'Last used today, 8:30am'],
      ['Unknown device', 'Last used Wed Nov 18, 2026, 10:05am'],
    ]);
  });

  it('signs another device out, says so, and goes on at the heading', async () => {
    const { store } = show();
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPad' }));
    await expect.poll(() => screen.getAllByRole('listitem').length).toBe(2);
    expect(ended()).toEqual(['/api/user/v1/sessions/tablet']);
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Safari on iPad is signed out.']);
    expect(document.activeElement).toBe(screen.getByRole('heading'));
    expect(signOut).not.toHaveBeenCalled();
  });

  it('keeps the row of one that could not be signed out', async () => {
    const { store } = show();
    await rows();
    refusal = [500, 'internal'];
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPad' }));
    await expect.poll(() => selectToasts(store.getState())).toHaveLength(1);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('signs this device out as Sign Out does', async () => {
    show();
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
    expect(signOut).toHaveBeenCalledWith();
    expect(ended()).toEqual([]);
  });

  it('everywhere asks first; then the server ends all of them before this device is signed out', async () => {
    show();
    await rows();
    const everywhere = { name: 'Sign out everywhere' };
    await userEvent.click(screen.getByRole('button', everywhere));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect([ended(), signOut.mock.calls]).toEqual([[], []]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', everywhere));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', everywhere));
    const first = signOut.mock.calls[0]?.[0];
    expect(ended(), 'unsent requests are asked about before').toEqual([]);
    expect(await first?.()).toBe(true);
    expect(ended()).toEqual(['/api/user/v1/sessions']);
    refusal = [500, 'internal'];
    expect(await first?.(), 'this device stays signed in').toBe(false);
  });

  it('needs a network, and loads by itself when it is back', async () => {
    const { store } = show();
    await rows();
    act(() => void store.dispatch(connectionLost()));
    expect(await screen.findByText("Connect to the internet to see where you're signed in.")).toBeTruthy();
    expect(screen.queryByRole('listitem')).toBeNull();
    act(() => void store.dispatch(connectionFound()));
    expect(await rows()).toHaveLength(3);
  });

  it('asks nothing any more where the network goes', async () => {
    const { store } = show();
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    act(() => void store.dispatch(connectionLost()));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when it could not be loaded, and loads again', async () => {
    refusal = [500, 'internal'];
    show();
    expect(await screen.findByText("We couldn't load where you're signed in.")).toBeTruthy();
    refusal = null;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(3);
  });

  it('is the next call of a device whose session was ended elsewhere: its owner is signed out, and what is saved is hidden (D-01)', async () => {
    refusal = [401, 'unauthorized'];
    const { store } = show();
    await expect.poll(() => selectOwner(store.getState())).toBeNull();
    expect(store.getState().session.lapsed).toBeNull();
  });
});
