import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sparePort } from '../support/port';
import { find, paths } from '../support/install';
import { Missing, type Browser } from './browser';

const needed = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb', gjs: 'gjs' };
const typelib = 'gir1.2-webkit2-4.1';

/** WebKitGTK in a window on a screen of its own, over plain WebDriver. Throws Missing where a part of it is not there. */
export function webkit(): Browser {
  const missing = Object.entries(needed)
    .filter(([program]) => find([program], paths()) === null)
    .map(([program]) => program);
  if (missing.length > 0) throw new Missing(missing, [...Object.values(needed), typelib]);
  if (!hasTypelib()) throw new Missing(['WebKit2 4.1 for gjs'], [...Object.values(needed), typelib]);
  let screen: Screen | undefined;
  let driver: Driver | undefined;
  return {
    name: 'WebKit',
    open: async (profile) => {
      screen ??= await startScreen();
      driver = await startDriver({ ...process.env, DISPLAY: screen.display, WEBKIT_PROFILE: profile });
      return pageOf(driver);
    },
    close: async () => {
      await driver?.stop();
      driver = undefined;
      await screen?.stop();
      screen = undefined;
    },
  };
}

function hasTypelib(): boolean {
  try {
    execFileSync('gjs', ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2;"], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type Screen = { display: string; stop(): Promise<void> };
type Driver = { call(method: string, path: string, body?: object): Promise<unknown>; stop(): Promise<void> };

/** An X server without a monitor; it names the first display that is free. */
async function startScreen(): Promise<Screen> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.once('exit', () => reject(new Error('Xvfb ended.')));
  });
  return { display: `:${number}`, stop: () => ended(child) };
}

/** One process of the driver and one session of it, so that no other session's data is near. */
async function startDriver(env: NodeJS.ProcessEnv): Promise<Driver> {
  const port = await sparePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  while (
    !(await call('GET', '/status').then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}.`);
    await pause(50);
  }
  const options = { binary: join(import.meta.dirname, 'webkitWindow.js'), args: [] };
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  return {
    call: (method, path, body) => call(method, session + path, body),
    stop: async () => {
      await call('DELETE', session);
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

function pageOf({ call }: Driver) {
  const first = async (path: string) => {
    const element = (await call('POST', '/element', { using: 'xpath', value: path })) as Record<string, string>;
    return `/element/${Object.values(element)[0]}`;
  };
  return {
    goto: async (url: string) => void (await call('POST', '/url', { url })),
    evaluate: async (expression: string) => {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = (await call('POST', '/execute/async', { script, args: [] })) as {
        value?: unknown;
        error?: string;
      };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    click: async (path: string) => void (await call('POST', `${await first(path)}/click`, {})),
    type: async (path: string, text: string) => void (await call('POST', `${await first(path)}/value`, { text })),
  };
}
