import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openNotified } from '../../sw/notifications';
import { onPush, onSubscriptionChange, type SubscriptionChange } from '../../sw/push';
import type { User } from '../../src/contract/auth';
import { portalDb } from '../../src/offline/database/db';
import { saveSession } from '../../src/offline/database/session';
import { reply, tinyServer } from '../support/tinyServer';

type Shown = { title: string; options: NotificationOptions };

let server: Awaited<ReturnType<typeof tinyServer>>;
let shown: Shown[];
let opened: string[];
let tabs: string[];
let subscribe: (options: unknown) => Promise<PushSubscription>;

beforeEach(async () => {
  server = await tinyServer((_, response) =>
    reply(response, 200, { success: true, data: { noted: true, added: true, removed: true } }),
  );
  [shown, opened, tabs] = [[], [], []];
  subscribe = () => Promise.reject(new Error('not allowed'));
  vi.stubGlobal('self', {
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
      pushManager: { subscribe: (options: unknown) => subscribe(options) },
    },
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => void opened.push(`focus ${url}`) })),
      openWindow: async (path: string) => void opened.push(`open ${path}`),
    },
  });
  await portalDb().sessions.clear();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const told = {
  clinicId: 'oakwood',
  title: 'Oakwood Vets',
  body: 'Your appointment is booked.',
  opens: 'appointments/a1',
  tag: 't1',
  receipt: 'r1',
};
const message = (text: string) => ({ json: () => JSON.parse(text) as unknown }) as PushMessageData;
const calls = () =>
  server.seen.map(({ method, url, headers, body }) => ({
    call: `${method} ${url}`,
    clinic: headers['x-client-id'],
    token: headers['authorization'],
    ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
  }));

describe('a push message (D-440)', () => {
  test('is shown as it was told, and the server hears of it once it is shown, without a token', async () => {
    await onPush(message(JSON.stringify(told)), server.base);
    expect(shown).toEqual([
      {
        title: 'Oakwood Vets',
        options: { body: told.body, tag: 't1', data: { clinicId: 'oakwood', opens: 'appointments/a1' } },
      },
    ]);
    expect(calls()).toEqual([
      { call: 'POST /api/push/v1/shown', clinic: 'oakwood', token: undefined, body: { receipt: 'r1' } },
    ]);
  });

  test('tells open pages that there is news (D-424)', async () => {
    const page = new BroadcastChannel('portal');
    const heard = new Promise((resolve) => (page.onmessage = ({ data }) => resolve(data)));
    await onPush(message(JSON.stringify(told)), server.base);
    expect(await heard).toEqual({ of: 'push' });
    page.close();
  });

  test('that the browser does not show is not said to be shown', async () => {
    Object.assign(self, { registration: { showNotification: () => Promise.reject(new Error('blocked')) } });
    await expect(onPush(message(JSON.stringify(told)), server.base)).rejects.toThrow('blocked');
    expect(server.seen).toEqual([]);
  });

  test('is shown with the server gone, too', async () => {
    await server.close();
    await onPush(message(JSON.stringify(told)), server.base);
    expect(shown).toHaveLength(1);
  });

  test.each([
    ['nothing', null],
    ['no JSON', message.bind(null, '<html>')],
    ['another version’s', () => message('{"title":"x"}')],
  ])('with %s in it still shows something', async (_, make) => {
    const data = make === null ? null : ({ json: () => make().json() as unknown } as PushMessageData);
    await onPush(data, server.base);
    expect(shown.map(({ title }) => title)).toEqual(['Your clinic']);
    expect(server.seen).toEqual([]);
  });
});

describe('pressing a notification', () => {
  const press = (data: unknown) => openNotified({ close: () => {}, data } as unknown as Notification);

  test('opens what it is about, in the tab that shows it if there is one', async () => {
    tabs = ['https://portal.example/oakwood', 'https://portal.example/other/appointments/a1'];
    await press({ clinicId: 'oakwood', opens: 'appointments/a1' });
    tabs.push('https://portal.example/oakwood/appointments/a1?from=mail');
    await press({ clinicId: 'oakwood', opens: 'appointments/a1' });
    expect(opened).toEqual([
      'open /oakwood/appointments/a1',
      'focus https://portal.example/oakwood/appointments/a1?from=mail',
    ]);
  });

  test('without anything to open leads to the portal', async () => {
    await press(null);
    expect(opened).toEqual(['open /']);
  });
});

describe('a subscription that the browser has given up', () => {
  const user: User = {
    id: 'u1',
    firstName: 'Jo',
    email: 'jo@example.com',
    phoneCode: null,
    phoneNumber: null,
    avatar: null,
    is_guest: false,
  };
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  const subscription = (endpoint: string, options: unknown = {}) =>
    ({ endpoint, options, toJSON: () => ({ endpoint, expirationTime: null, keys }) }) as unknown as PushSubscription;
  const change = (oldSubscription: PushSubscription | null, newSubscription: PushSubscription | null) =>
    onSubscriptionChange({ oldSubscription, newSubscription } as SubscriptionChange, server.base);
  beforeEach(async () => {
    for (const clinicId of ['oakwood', 'elm']) await saveSession({ clinicId, token: `of ${clinicId}`, user });
  });
  const put = (clinic: string) => ({
    call: 'PUT /api/push/v1/subscription',
    clinic,
    token: `Bearer of ${clinic}`,
    body: { endpoint: 'https://push.example/2', keys, replaces: 'https://push.example/1' },
  });

  test('is replaced by the browser’s new one, at every clinic that had it', async () => {
    await change(subscription('https://push.example/1'), subscription('https://push.example/2'));
    expect(calls()).toEqual([put('elm'), put('oakwood')]);
  });

  test('or by one that the worker asks for in the same way', async () => {
    const asked: unknown[] = [];
    subscribe = async (options) => {
      asked.push(options);
      return subscription('https://push.example/2');
    };
    await change(subscription('https://push.example/1', { applicationServerKey: 'k' }), null);
    expect(asked).toEqual([{ applicationServerKey: 'k' }]);
    expect(calls()).toEqual([put('elm'), put('oakwood')]);
  });

  test('and where there is no new one the server hears that there is none', async () => {
    await change(subscription('https://push.example/1'), null);
    expect(calls().map(({ call, clinic }) => `${call} ${clinic}`)).toEqual([
      'DELETE /api/push/v1/subscription elm',
      'DELETE /api/push/v1/subscription oakwood',
    ]);
  });
});
