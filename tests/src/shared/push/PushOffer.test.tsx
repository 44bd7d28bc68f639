// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clinicOpened } from '../../../../src/state/session';
import { connectionLost } from '../../../../src/state/connection';
import { PushOffer } from '../../../../src/shared/push/PushOffer';
import { reply, tinyServer } from '../../../support/tinyServer';
import { owner } from '../../features/appointments/portalSupport';
import { pageStore } from '../../features/pageStore';

let server: Awaited<ReturnType<typeof tinyServer>>;
let told: { key: string | null; is_on: boolean };
let asked: unknown[];
let addStatus: number;
let permission: NotificationPermission;
let refuses: boolean;

const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
const endpoint = 'https://push.example/1';

beforeEach(async () => {
  told = { key: 'the key', is_on: false };
  [asked, permission] = [[], 'default'];
  [addStatus, refuses] = [200, false];
  server = await tinyServer(({ method }, response) =>
    method === 'GET'
      ? reply(response, 200, { success: true, data: told })
      : reply(response, addStatus, { success: true, data: { added: true } }),
  );
  const registration = {
    sync: {},
    pushManager: {
      subscribe: async (options: unknown) => {
        asked.push(options);
        if (refuses) throw new DOMException('The Push API is not supported', 'AbortError');
        return { endpoint, toJSON: () => ({ endpoint, expirationTime: null, keys }) };
      },
    },
  };
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      asked.push('permission');
      return permission;
    },
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await server.close();
});

function show(given: Parameters<typeof PushOffer>[0] = {}, isOnline = true) {
  const store = pageStore(server.base);
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: { token: 't', user: owner } }));
  if (!isOnline) store.dispatch(connectionLost());
  return render(
    <Provider store={store}>
      <PushOffer {...given} />
    </Provider>,
  );
}
/** Until the offer has made up its mind. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

describe('the offer to be told on this device (D-440)', () => {
  it('subscribes after a press and no sooner, tells the server, and goes', async () => {
    const onUsed = vi.fn();
    show({ onUsed });
    const button = await screen.findByRole('button', { name: 'Notify me on this device' });
    expect([asked, server.seen.length]).toEqual([[], 1]);
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'the key' }]);
    expect(onUsed).toHaveBeenCalledOnce();
    const { method, url, headers, body } = server.seen[1]!;
    expect([`${method} ${url}`, headers['authorization'], JSON.parse(body)]).toEqual([
      'PUT /api/push/v1/subscription',
      'Bearer t',
      { endpoint, keys },
    ]);
  });

  it('stays where the server did not hear of it, for another press', async () => {
    addStatus = 500;
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this device' }));
    await waitFor(() => expect(server.seen.length).toBeGreaterThanOrEqual(2));
    await settled();
    addStatus = 200;
    fireEvent.click(screen.getByRole('button', { name: 'Notify me on this device' }));
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  });

  it('says what came of it where the pressed button was, which has the focus then', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this device' }));
    const said = await screen.findByText('You will be notified on this device.');
    expect(document.activeElement).toBe(said);
    cleanup();
    refuses = true;
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this device' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be switched on/);
    expect(screen.getByRole('button')).toBeTruthy();
    permission = 'denied';
    fireEvent.click(screen.getByRole('button'));
    const blocked = await screen.findByText(/blocks notifications/);
    expect(document.activeElement).toBe(blocked);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['this session is told already', () => void (told.is_on = true)],
    ['the server pushes nothing', () => void (told.key = null)],
    ['the owner has said no', () => void (permission = 'denied')],
  ])('is not there where %s', async (_, set) => {
    set();
    const { container } = show();
    await settled();
    expect(container.innerHTML).toBe('');
  });

  it('is there for another owner of a browser that may notify already, who has not been asked', async () => {
    permission = 'granted';
    show();
    expect(await screen.findByRole('button', { name: 'Notify me on this device' })).toBeTruthy();
  });

  it('without a network offers what the worker does by itself, while a request waits (D-305)', async () => {
    show({ isWaiting: true }, false);
    const button = await screen.findByRole('button', { name: 'Notify me when it is sent' });
    permission = 'granted';
    fireEvent.click(button);
    await screen.findByText('You will be notified on this device.');
    expect(asked).toEqual(['permission']);
    expect(server.seen).toEqual([]);
    cleanup();
    const { container } = show({}, false);
    await settled();
    expect(container.innerHTML).toBe('');
  });

  it('on iOS says how to install, where only an installed portal may', async () => {
    vi.stubGlobal('Notification', undefined);
    Reflect.deleteProperty(window, 'Notification');
    Reflect.deleteProperty(window, 'PushManager');
    Object.assign(navigator, { standalone: false });
    show();
    expect(await screen.findByText(/tap Share, then Add to Home Screen/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
