import { afterEach, describe, expect, it, vi } from 'vitest';
import { providersOf } from '../../../../src/features/tracking/providers';
import { telemetry } from '../../../../src/features/tracking/telemetry';
import { ok, tinyServer } from '../../../support/tinyServer';

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
async function receiver() {
  const server = await tinyServer((_, response) => ok(response, {}));
  servers.push(server);
  return server;
}

describe('receivers', () => {
  it('are none until they are configured (D-30, D-131)', async () => {
    expect(await providersOf({})).toEqual({ analytics: null, errors: null, replay: null });
    const silent = telemetry(await providersOf({}));
    silent.page('oakwood', '/oakwood');
    silent.event('oakwood', { name: 'booking_step', step: 1 });
    silent.error(new Error('nobody hears'));
  });

  it('get events without anybody’s data (TRACK-03)', async () => {
    const server = await receiver();
    const tell = telemetry(await providersOf({ analytics_url: server.base }));
    tell.page('oakwood', '/oakwood/appointments/a1');
    tell.page('oakwood', '/oakwood/appointments/a1');
    tell.event('oakwood', { name: 'booking_completed', productId: 'exam', isRequest: false, referral: 'mail' });
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    expect(server.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { clinic: 'oakwood', name: 'page_view', page: '/appointments/:id' },
      { clinic: 'oakwood', name: 'booking_completed', productId: 'exam', isRequest: false, referral: 'mail' },
    ]);
  });

  it('get errors as Sentry takes them, without what they say (TRACK-04)', async () => {
    const server = await receiver();
    const dsn = `${server.base.replace('http://', 'http://key@').replace('/api', '')}/7`;
    telemetry(await providersOf({ sentry_dsn: dsn })).error(new TypeError('Riley Park has no phone'));
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    expect(server.seen[0]?.url).toMatch(/^\/api\/7\/envelope\/\?.*sentry_key=key/);
    const [, item, event] = (server.seen[0]?.body ?? '')
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(item).toMatchObject({ type: 'event' });
    expect(event).toMatchObject({
      platform: 'javascript',
      level: 'error',
      exception: { values: [{ type: 'TypeError' }] },
    });
    expect(server.seen[0]?.body).not.toContain('Riley');
  });
});

it('stops a replay before the pets, a card or a lost network, and starts it again behind them (TRACK-04, TRACK-06)', async () => {
  const said: string[] = [];
  const replay = {
    start: () => void said.push('start'),
    stop: ({ isSent }: { isSent: boolean }) => void said.push(isSent ? 'stop' : 'drop'),
  };
  const tell = telemetry({ analytics: null, errors: null, replay });
  const go = async (pathname: string, other: { isOnline?: boolean; isCardShown?: boolean } = {}) => {
    tell.whereabouts({ pathname, isOnline: true, isCardShown: false, ...other });
    said.push(`at ${pathname}`);
    await new Promise((resolve) => setTimeout(resolve));
  };
  await go('/oakwood');
  await go('/oakwood/account');
  await go('/oakwood/pets');
  await go('/oakwood/pets/rex/certificate');
  await go('/oakwood');
  await go('/oakwood', { isCardShown: true });
  await go('/oakwood');
  await go('/oakwood', { isOnline: false });
  // It stops before anything is drawn, and starts once that was drawn over.
  expect(said).toEqual([
    'at /oakwood',
    'start',
    'at /oakwood/account',
    'stop',
    'at /oakwood/pets',
    'at /oakwood/pets/rex/certificate',
    'at /oakwood',
    'start',
    'stop',
    'at /oakwood',
    'at /oakwood',
    'start',
    'drop',
    'at /oakwood',
  ]);
});
