import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestSignIn } from '../../../src/contract/auth';
import { HOUR } from '../../../src/limits';
import { startTestServer, type TestServer } from '../../support/server';

const deploy = (name: string) => readFileSync(`server/release/files/deploy/${name}`, 'utf8');
/** What the release's own settings believe: the proxy on the same machine, whose lines are beside them. */
const believed = /^TRUST_PROXY=(.+)$/m.exec(deploy('settings'))?.[1] ?? '';

const most = 3;
const me = '203.0.113.7';
type Sent = Record<string, string>;

/** How a caller's headers reach the server: as they are, or through a proxy which names the caller in its way. */
const ways: Record<string, { trust: string; through: (sent: Sent) => Sent }> = {
  'at the server itself, with no proxy': { trust: '', through: (sent) => sent },
  'through a proxy that writes X-Forwarded-For anew, as nginx and Caddy do by our lines': {
    trust: believed,
    through: (sent) => ({ ...sent, 'x-forwarded-for': me }),
  },
  'through a proxy that appends to it': {
    trust: believed,
    through: (sent) => ({ ...sent, 'x-forwarded-for': [sent['x-forwarded-for'], me].filter(Boolean).join(', ') }),
  },
  'through one proxy, told by number': {
    trust: '1',
    through: (sent) => ({ ...sent, 'x-forwarded-for': [sent['x-forwarded-for'], me].filter(Boolean).join(', ') }),
  },
  'through a proxy of a private network': {
    trust: 'true',
    through: (sent) => ({ ...sent, 'x-forwarded-for': [sent['x-forwarded-for'], me].filter(Boolean).join(', ') }),
  },
};

/** What callers write to be taken for somebody else, each time another one. */
const claims: ((n: number) => Sent)[] = [
  (n) => ({ 'x-forwarded-for': `198.51.100.${n}` }),
  (n) => ({ 'x-forwarded-for': `198.51.100.${n}, 127.0.0.1` }),
  (n) => ({ 'x-forwarded-for': `2001:db8:${n}::1, ::1, 10.0.0.${n}` }),
  (n) => ({ 'x-forwarded-for': `unknown, ${n}` }),
  (n) => ({ 'x-real-ip': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` }),
  (n) => ({ 'true-client-ip': `198.51.100.${n}`, 'cf-connecting-ip': `198.51.100.${n}`, 'x-client-ip': `::${n}` }),
];

test('the lines for the proxies name the caller in place of what the caller wrote', () => {
  expect(deploy('nginx.conf')).toMatch(/^ *proxy_set_header X-Forwarded-For \$remote_addr;$/m);
  expect(deploy('nginx.conf')).not.toContain('proxy_add_x_forwarded_for');
  // Caddy does so by itself as long as no line trusts what comes before it.
  expect(deploy('Caddyfile')).not.toMatch(/trusted_proxies|X-Forwarded-For [^,]*\{|header_up/);
  expect(believed.split(',')).toEqual(['127.0.0.1', '::1']);
});

describe.each(Object.entries(ways))('who claims another address %s', (_, { trust, through }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { ...(trust && { TRUST_PROXY: trust }), FLOOD_LIMIT: '10' },
      overrides: { caps: { guestSessionsPerAddress: { max: most, windowMs: HOUR } } },
    });
  });
  afterAll(() => server.close());

  test.each(claims)('is counted as who they are by the caps (claim %#)', async (claim) => {
    server.clock.advance(HOUR);
    const statuses: number[] = [];
    for (let n = 1; n <= most + 2; n += 1)
      statuses.push((await server.send(guestSignIn, {}, { headers: through(claim(n)) })).status);
    expect(statuses).toEqual([...Array<number>(most).fill(200), 429, 429]);
  });

  test('is one of a flood', async () => {
    const url = `/api/tenant/v2/shops/${server.clinicId}`;
    const ask = (n: number) => server.app.inject({ url, headers: through(claims[n % claims.length]!(n)) });
    const replies = await Promise.all(Array.from({ length: 150 }, (_each, n) => ask(n + 1)));
    expect(replies.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(50);
  });
});
