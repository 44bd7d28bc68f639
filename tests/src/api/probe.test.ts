// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { connectionLost } from '../../../src/state/connection';
import { watchConnection } from '../../../src/api/probe';
import { isReachable } from '../../../src/offline/health';
import { reply, tinyServer } from '../../support/tinyServer';
import { apiStore } from './support';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function serve(answer: Parameters<typeof tinyServer>[0]) {
  const server = await tinyServer(answer);
  closing.push(server.close);
  return server;
}
/** jsdom's page is another origin than the server. */
const open = { 'Access-Control-Allow-Origin': '*' };

describe('whether the API answers', () => {
  it('is what /health says', async () => {
    const server = await serve((_, response) => reply(response, 200, { status: 'ok', version: '1' }, open));
    expect(await isReachable(server.base)).toBe(true);
    expect(server.seen.map((each) => each.url)).toEqual(['/api/health']);
  });

  it("is not what a captive portal's page says, nor some other JSON", async () => {
    const portal = await serve((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html', ...open }).end('<h1>Welcome</h1>'),
    );
    expect(await isReachable(portal.base)).toBe(false);
    for (const body of [{ hello: 'train' }, { status: 'ok' }, [], null]) {
      const other = await serve((_, response) => reply(response, 200, body, open));
      expect(await isReachable(other.base)).toBe(false);
    }
  });

  it('is no when nobody does', async () => {
    const server = await serve((_, response) => response.destroy());
    expect(await isReachable(server.base)).toBe(false);
  });
});

describe('the way back online', () => {
  it('is found on the online event and when the page becomes visible, and not while the API is silent', async () => {
    let isUp = false;
    const server = await serve((_, response) =>
      isUp ? reply(response, 200, { status: 'ok', version: '1' }, open) : void response.destroy(),
    );
    const store = apiStore(server.base);
    closing.push(watchConnection(store, { base: server.base }));
    const isOnline = () => store.getState().connection.isOnline;

    store.dispatch(connectionLost());
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => server.seen.length).toBe(1);
    expect(isOnline()).toBe(false);

    isUp = true;
    await expect
      .poll(() => {
        window.dispatchEvent(new Event('online'));
        return isOnline();
      })
      .toBe(true);

    store.dispatch(connectionLost());
    await expect
      .poll(() => {
        document.dispatchEvent(new Event('visibilitychange'));
        return isOnline();
      })
      .toBe(true);
  });

  it('loses the connection when the browser says so, and asks nothing while online', async () => {
    const server = await serve((_, response) => reply(response, 200, { status: 'ok', version: '1' }, open));
    const store = apiStore(server.base);
    closing.push(watchConnection(store, { base: server.base }));
    window.dispatchEvent(new Event('online'));
    expect(server.seen).toHaveLength(0);
    window.dispatchEvent(new Event('offline'));
    expect(store.getState().connection.isOnline).toBe(false);
  });
});
