import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { browserArguments, findBrowser } from '../support/browser';
import { phone } from './pages';
import type { Session } from './trace';

type Params = Record<string, unknown>;
type Said = { id?: number; method?: string; params?: Params; result?: Params; error?: { message: string } };

/** A tab of a phone's browser that nothing debugs. */
export type OwnPhone = {
  session: Session;
  /** The value of an expression in the page, once it is told; promises are waited for. */
  read<T>(expression: string): Promise<T>;
};

/**
 * Opens a tab of a new browser process on a profile folder, at a 4x slower CPU, and closes it after `work`; of another
 * size than a phone's if given. Unlike
 * Playwright, which has the debugger of each page and worker on, it asks Chromium for what it needs and no more: with
 * the debugger on, each error thrown and each stack noted makes V8 read the code of all functions on the stack again,
 * which no phone does and which was more than half of the page's longest task.
 */
export async function withOwnPhone<T>(
  profile: string,
  work: (phone: OwnPhone) => Promise<T>,
  viewport: { width: number; height: number } = phone.viewport,
): Promise<T> {
  const browser = spawn(
    findBrowser(),
    ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...browserArguments, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  const { send, on } = pipeOf(browser);
  try {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const session: Session = {
      send: (method, params) => send(method, params, sessionId as string),
      on,
    };
    const { deviceScaleFactor, isMobile } = phone;
    await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: isMobile });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: phone.hasTouch });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    return await work({
      session,
      read: async <V>(expression: string) => {
        const { result } = await session.send('Runtime.evaluate', {
          expression,
          returnByValue: true,
          awaitPromise: true,
        });
        return (result as { value: V }).value;
      },
    });
  } finally {
    void send('Browser.close').catch(() => undefined);
    await ended;
  }
}

/** Kilobits a second as bytes. */
const kilobits = (count: number) => (count * 1024) / 8;

/** Makes the network of a page as slow as Lighthouse's slow 4G where Chromium itself slows it (its `devtools` way). */
export async function slowNetwork(session: Session): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: kilobits(1474.56),
    uploadThroughput: kilobits(675),
  });
}

/** Chromium's DevTools protocol over the pipes that it is started with: JSON, each ended by a zero byte. */
function pipeOf(browser: ChildProcess) {
  const [, , , toBrowser, fromBrowser] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  const asked = new Map<number, { resolve: (result: Params) => void; reject: (error: Error) => void }>();
  const listeners: { event: string; tell: (params: Params) => void }[] = [];
  let said = Buffer.alloc(0);
  const hear = ({ id, method, params = {}, result = {}, error }: Said) => {
    for (const { event, tell } of listeners) if (event === method) tell(params);
    const waiting = id === undefined ? undefined : asked.get(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  };
  fromBrowser.on('data', (part: Buffer) => {
    said = Buffer.concat([said, part]);
    for (let end = said.indexOf(0); end >= 0; end = said.indexOf(0)) {
      hear(JSON.parse(said.subarray(0, end).toString()) as Said);
      said = said.subarray(end + 1);
    }
  });
  browser.on('exit', () => asked.forEach(({ reject }) => reject(new Error('The browser has ended.'))));
  let last = 0;
  return {
    send: (method: string, params: object = {}, sessionId?: string) =>
      new Promise<Params>((resolve, reject) => {
        asked.set((last += 1), { resolve, reject });
        toBrowser.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      }),
    on: (event: string, tell: (params: Params) => void) => void listeners.push({ event, tell }),
  };
}
