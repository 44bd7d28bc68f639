import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'http://localhost:3000' } });
  // As long as a test has, and a request that trickles in is cut off all the same.
  server.app.server.requestTimeout = 1500;
  server.app.server.headersTimeout = 1000;
  Object.assign(server.app.server, { connectionsCheckingInterval: 200 });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

/** Says this, and more of it for as long as anybody listens; gives what was answered. */
async function say(
  head: string | Buffer,
  more: () => string | null = () => null,
): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => void (said += text))
    .on('error', () => {});
  socket.write(head);
  const timer = setInterval(() => {
    const next = more();
    if (next !== null && socket.writable) socket.write(next);
  }, 20);
  await Promise.race([once(socket, 'close'), answered(socket, () => said)]);
  clearInterval(timer);
  socket.destroy();
  const [first = '', body = ''] = said.split('\r\n\r\n');
  return { status: Number(first.split(' ')[1]), head: first, body };
}

const answered = (socket: ReturnType<typeof connect>, said: () => string) =>
  new Promise<void>((done) =>
    socket.on('data', () => {
      const [head = '', body] = said().split('\r\n\r\n');
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length)) done();
    }),
  );

const host = () => `Host: localhost:${port}\r\nX-Client-Id: testvets\r\n`;
const post = (headers: string) => `POST /api/user/v1/auth/guest-sign-in HTTP/1.1\r\n${host()}${headers}\r\n`;

describe('a body', () => {
  it('without end is cut off', async () => {
    const reply = await say(
      post('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'),
      () => '1\r\n \r\n',
    );
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      408,
      expect.objectContaining({ success: false, code: 'validation' }),
    ]);
  });

  it('that is announced and does not come is cut off', async () => {
    const reply = await say(post('Content-Type: application/json\r\nContent-Length: 1000\r\n'));
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      408,
      expect.objectContaining({ success: false, code: 'validation' }),
    ]);
  });

  it.each([
    [
      'more than 64 kB, as announced',
      () => say(`${post('Content-Type: application/json\r\nContent-Length: 70000\r\n')}{`),
    ],
    [
      'more than 64 kB in pieces',
      () =>
        say(
          post('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'),
          () => `4000\r\n${' '.repeat(0x4000)}\r\n`,
        ),
    ],
    ['two lengths', () => say(post('Content-Length: 2\r\nContent-Length: 3\r\n'))],
    ['a length beside pieces', () => say(`${post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`)],
    [
      'pieces that are none',
      () => say(`${post('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}zz\r\n`),
    ],
    ['an unknown coding', () => say(`${post('Transfer-Encoding: zip\r\n')}x`)],
  ])('of %s is refused', async (_, ask) => {
    const reply = await ask();
    expect([reply.status >= 400 && reply.status < 500, JSON.parse(reply.body)]).toEqual([
      true,
      expect.objectContaining({ success: false, code: 'validation' }),
    ]);
  });
});

it.each([
  ['slow headers', `GET / HTTP/1.1\r\nHost: localhost\r\n`],
  ['a slow body', 'POST /api/jwt/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n'],
  ['no HTTP', 'nothing of the kind\r\n\r\n'],
])('who is refused for %s and never hangs up is let go', async (_, head) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {}).resume();
  socket.write(head);
  await once(socket, 'end');
  const open = () => new Promise<number>((tell) => server.app.server.getConnections((_error, count) => tell(count)));
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
  socket.destroy();
});

describe('an address', () => {
  it.each([
    ['of 100,000 characters', `/api/appointments/${'x'.repeat(100_000)}`, 431],
    ['of 12,000', `/api/appointments/${'x'.repeat(12_000)}`, 404],
    ['of 12,000 in its query', `/api/products?product_token=${'x'.repeat(12_000)}`, 200],
    ['with nothing decodable in its query', '/api/products?product_token=%zz&%ff=%', 200],
  ])('%s is answered', async (_, path, status) => {
    const reply = await say(`GET ${path} HTTP/1.1\r\n${host()}\r\n`);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toMatchObject({ success: status === 200 });
  });

  it.each([
    '/testvets/\xe9\xff',
    '/\xe9/manifest.webmanifest',
    '/Testvets/\xe9',
    '/api/products?product_token=\xff',
    '/api/appointments/\xfe',
    '/api/demo/messages?to=\xff',
    '//Testvets/x',
    '/%54estvets/%0d%0aSet-Cookie:%20x=1',
  ])('%j with bytes that nobody encoded is no fault', async (path) => {
    const reply = await say(Buffer.from(`GET ${path} HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`, 'latin1'));
    expect(reply.status).toSatisfy(
      (status: number) => (status >= 200 && status < 500) || reply.body.startsWith('The pages are not built'),
    );
    expect(reply.head.toLowerCase()).not.toMatch(/^set-cookie:/m);
  });

  it.each([
    '/testvets%00/manifest.webmanifest',
    '/%00/manifest.webmanifest',
    '/testvets/icons/192.png%00',
    '/%00/icons/192.png',
    '/testvets%00',
    '/testvets/pets/%00',
    '/assets/%00',
    '/assets/%zz',
    '/%zz/manifest.webmanifest',
    '/%ff/icons/192.png',
    '/testvets%zz',
    '/..%00/',
    '/api/demo/messages?to=%00',
    '/api/demo/inbox?to=%00',
    '/api/demo/messages?to=%zz',
    '/api/demo/messages?to=%ff',
    '/api/demo/messages?to=a&to=b',
    '/api/demo/cards/authorize/%00/x',
    '/api/demo/cards/authorize/testvets/%00',
    '/api/demo/cards/authorize/testvets/%zz',
    '/api/tenant/v2/shops/%00',
    '/api/tenant/v2/shops/%zz',
    '/api/tenant/v2/shops/x%2f..',
    '/testvets?redirect=%00',
    '/%F0%9F%98%80/manifest.webmanifest',
    `/${'x'.repeat(300)}/manifest.webmanifest`,
    '/__proto__/manifest.webmanifest',
    '/constructor/icons/192.png',
    '/testvets/icons/constructor',
  ])('%s is no fault', async (path) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, body } = await server.app.inject({
        method,
        url: path,
        headers: { host: `localhost:${port}` },
      });
      // The pages may not be built here, and a server without them says so.
      expect([
        statusCode < 500 || body.startsWith('The pages are not built') || (method === 'HEAD' && statusCode === 503),
      ]).toEqual([true]);
    }
  });
});

describe('a method', () => {
  const methods = [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'COPY',
    'LOCK',
    'REPORT',
  ];
  it('that a call does not have is not found, in the envelope, and does nothing', async () => {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:\w+/g, 'x');
      const taken = endpoints
        .filter((one) => one.path.replace(/:\w+/g, 'x') === path)
        .map((one) => one.method as string);
      for (const method of methods.filter(
        (one) => !taken.includes(one) && !(one === 'HEAD' && taken.includes('GET')),
      )) {
        const { statusCode, body } = await server.app.inject({
          method: method as 'GET',
          url: `/api${path}`,
          headers: { 'x-client-id': 'testvets' },
        });
        if (method === 'OPTIONS') expect([endpoint.name, statusCode, body]).toEqual([endpoint.name, 204, '']);
        else
          expect([
            endpoint.name,
            method,
            statusCode < 500 && statusCode >= 400,
            method === 'HEAD' || JSON.parse(body),
          ]).toEqual([endpoint.name, method, true, method === 'HEAD' || expect.objectContaining({ success: false })]);
      }
    }
  });

  it('HEAD answers as GET does, without a body', async () => {
    for (const url of [
      '/api/products',
      '/api/health',
      '/api/tenant/v2/shops/testvets',
      '/api/nothing',
      '/testvets/manifest.webmanifest',
    ]) {
      const headers = { 'x-client-id': 'testvets', host: `localhost:${port}` };
      const [got, head] = [
        await server.app.inject({ method: 'GET', url, headers }),
        await server.app.inject({ method: 'HEAD', url, headers }),
      ];
      expect([url, head.statusCode, head.body, head.headers['content-type']]).toEqual([
        url,
        got.statusCode,
        '',
        got.headers['content-type'],
      ]);
    }
  });
});
