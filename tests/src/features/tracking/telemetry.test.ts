import { afterEach, describe, expect, it, vi } from 'vitest';
import { envelopeUrl, providersOf, type AnalyticsEvent } from '../../../../src/features/tracking/providers';
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
  it('are none until they are configured (D-30, D-131)', () => {
    expect(providersOf({})).toEqual({ analytics: null, errors: null, replay: null });
    const silent = telemetry(providersOf({}));
    silent.page('oakwood', '/oakwood');
    silent.event('oakwood', { name: 'booking_step', step: 1 });
    silent.error(new Error('nobody hears'));
  });

  it('get events without anybody’s data (TRACK-03)', async () => {
    const server = await receiver();
    const tell = telemetry(providersOf({ analytics_url: server.base }));
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
    telemetry(providersOf({ sentry_dsn: dsn })).error(new TypeError('Riley Park has no phone'));
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    expect(server.seen[0]?.url).toBe('/api/7/envelope/?sentry_version=7&sentry_key=key');
    const [header, item, event] = (server.seen[0]?.body ?? '').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(header).toMatchObject({ dsn });
    expect(item).toEqual({ type: 'event' });
    expect(event).toMatchObject({ platform: 'javascript', level: 'error', exception: { values: [{ type: 'TypeError' }] } });
    expect(server.seen[0]?.body).not.toContain('Riley');
  });

  it.each([
    ['https://key@o1.ingest.example/42', 'https://o1.ingest.example/api/42/envelope/?sentry_version=7&sentry_key=key'],
    ['https://key@errors.example/sub/42', 'https://errors.example/sub/api/42/envelope/?sentry_version=7&sentry_key=key'],
    ['https://errors.example/42', null],
    ['nonsense', null],
  ])('reads the DSN %s', (dsn, url) => {
    expect(envelopeUrl(dsn)).toBe(url);
  });
});

it('stops a replay before the pets and starts it again behind them, at a rate of 1 and masked (TRACK-04, TRACK-06)', () => {
  const said: string[] = [];
  const replay = { start: (options: unknown) => void said.push(`start ${JSON.stringify(options)}`), stop: () => void said.push('stop') };
  const analytics = { send: (_: string | null, event: AnalyticsEvent) => void said.push(event.name) };
  const tell = telemetry({ analytics, errors: null, replay });
  tell.page('oakwood', '/oakwood');
  tell.page('oakwood', '/oakwood/account');
  tell.page('oakwood', '/oakwood/pets');
  tell.page('oakwood', '/oakwood/pets/rex/certificate');
  tell.page('oakwood', '/oakwood');
  const start = 'start {"sampleRate":1,"errorSampleRate":1,"masks":"everything"}';
  expect(said).toEqual([start, 'page_view', 'page_view', 'stop', 'page_view', 'page_view', start, 'page_view']);
});
