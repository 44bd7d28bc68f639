import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'http://localhost:3000' } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

/** Says these lines to the server and gives the status and the headers of its answer. */
async function say(...lines: string[]): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect(port, '127.0.0.1');
  // The server takes a caller that says no more for one that is gone, so this one waits for the whole answer.
  socket.write([...lines, '', ''].join('\r\n'));
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [head = '', body] = said.split('\r\n\r\n');
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length)) socket.end();
  });
  await once(socket, 'close');
  const [head = '', body = ''] = said.split('\r\n\r\n');
  const [first = '', ...rest] = head.split('\r\n');
  const headers = Object.fromEntries(
    rest.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

const host = () => `Host: localhost:${port}`;

describe('every reply', () => {
  it.each<[string, () => string[], number]>([
    [
      'an address that cannot be decoded',
      () => ['GET /api/appointments/%zz HTTP/1.1', host(), 'Connection: close'],
      404,
    ],
    ['an address that is none', () => ['GET /% HTTP/1.1', host(), 'Connection: close'], 404],
    [
      'a part that is too long',
      () => [`GET /api/appointments/${'x'.repeat(400)} HTTP/1.1`, host(), 'Connection: close'],
      404,
    ],
    ['an unknown method', () => ['FETCH / HTTP/1.1', host()], 400],
    ['a method that no route has', () => ['PROPFIND /api/health HTTP/1.1', host(), 'Connection: close'], 404],
    ['no HTTP', () => ['hello'], 400],
    ['no host', () => ['GET /api/health HTTP/1.1', 'Connection: close'], 400],
    ['headers without end', () => ['GET /api/health HTTP/1.1', host(), `X-Much: ${'x'.repeat(20_000)}`], 431],
    ['an unknown expectation', () => ['GET /api/health HTTP/1.1', host(), 'Expect: nothing', 'Connection: close'], 200],
    ['an address that there is not', () => ['GET /api/none HTTP/1.1', host(), 'Connection: close'], 404],
  ])('has the security headers: %s', async (_, lines, status) => {
    const reply = await say(...lines());
    expect([reply.status, reply.headers]).toEqual([
      status,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.any(String) as string,
      }),
    ]);
    if (status !== 200) expect(JSON.parse(reply.body)).toMatchObject({ success: false });
  });
});

describe('the demo inbox (D-216)', () => {
  const ask = async (version: string, ...headers: string[]) =>
    (await say(`GET /api/demo/messages HTTP/${version}`, ...headers)).status;
  const close = 'Connection: close';

  it('answers whoever asks this server itself: a browser, a tool, the page that is developed', async () => {
    expect(await ask('1.1', host(), 'Connection: keep-alive', 'Accept-Language: en-US')).toBe(200);
    expect(await ask('1.1', host(), close)).toBe(200);
    expect(await ask('1.1', 'Host: localhost:3000', 'Connection: keep-alive', 'Accept-Language: en-US')).toBe(200);
  });

  it('answers nobody who comes through a reverse proxy as it is without further settings', async () => {
    const browser = ['Accept-Language: en-US', 'User-Agent: Mozilla/5.0'];
    // nginx: another version, its own host; lately HTTP/1.1 without a word on the connection. Apache, HAProxy, Caddy, a tunnel.
    expect(await ask('1.0', `Host: 127.0.0.1:${port}`, close, ...browser)).toBe(404);
    expect(await ask('1.0', `Host: 127.0.0.1:${port}`, close)).toBe(404);
    expect(await ask('1.1', `Host: 127.0.0.1:${port}`, ...browser)).toBe(404);
    expect(await ask('1.1', `Host: 127.0.0.1:${port}`, close, ...browser)).toBe(404);
    expect(
      await ask('1.1', `Host: 127.0.0.1:${port}`, 'X-Forwarded-For: 203.0.113.7', 'Connection: Keep-Alive', ...browser),
    ).toBe(404);
    expect(await ask('1.1', 'Host: portal.example', ...browser, close)).toBe(404);
    expect(await ask('1.1', 'Host: localhost', 'Connection: keep-alive', ...browser)).toBe(404);
    expect(await ask('1.1', 'Host: localhost:8080', 'Connection: keep-alive', ...browser)).toBe(404);
  });
});
