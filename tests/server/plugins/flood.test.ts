import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { FLOOD_LIMIT: '2', TRUST_PROXY: 'true' } });
});
afterAll(() => server.close());

/** As many as are allowed in ten seconds. */
const most = 20;

const ask = (address: string, url = `/api/tenant/v2/shops/${server.clinicId}`) =>
  server.app.inject({ url, headers: { 'x-forwarded-for': address } });

const flood = async (address: string, times: number, url?: string) => {
  const replies = await Promise.all(Array.from({ length: times }, () => ask(address, url)));
  const byStatus: Record<number, number> = {};
  for (const { statusCode } of replies) byStatus[statusCode] = (byStatus[statusCode] ?? 0) + 1;
  return byStatus;
};

describe('a flood from one network address', () => {
  it('is stopped with 429 and the time until it may go on, while another address goes on', async () => {
    expect(await flood('203.0.113.7', most)).toEqual({ 200: most });
    expect(await flood('203.0.113.7', 30)).toEqual({ 429: 30 });
    const refused = await ask('203.0.113.7');
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        success: false,
        code: 'too_many_requests',
        message: 'Too many attempts. Please wait a moment and try again.',
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 10);
    expect(Object.keys(refused.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
    const another = await ask('203.0.113.8');
    expect(another.statusCode).toBe(200);
    expect(Object.keys(another.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  it('is one whatever it asks for, at addresses that no call has as well', async () => {
    expect(await flood('203.0.113.9', most, '/api/nothing')).toEqual({ 404: most });
    expect((await ask('203.0.113.9')).statusCode).toBe(429);
    expect((await ask('203.0.113.9', '/api/nothing')).statusCode).toBe(429);
  });

  it('counts the /64 of an IPv6 address as one', async () => {
    expect(await flood('2001:db8:1:2::1', most)).toEqual({ 200: most });
    expect((await ask('2001:db8:1:2::2')).statusCode).toBe(429);
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('leaves those who watch the server alone', async () => {
    expect(await flood('203.0.113.10', 3 * most, '/api/health')).toEqual({ 200: 3 * most });
  });

  it('is far above what the tests and an ordinary crowd ask', async () => {
    const usual = await startTestServer();
    const crowd = Array.from({ length: 1000 }, () => usual.app.inject({ url: '/api/nothing' }));
    expect((await Promise.all(crowd)).filter(({ statusCode }) => statusCode === 429)).toEqual([]);
    await usual.close();
  });
});
