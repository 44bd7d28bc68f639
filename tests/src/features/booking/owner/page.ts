import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { App } from '../../../../../src/app/App';
import { clinicOf } from '../../../../../src/contract/clinicAddress';
import { openClinic } from '../../../../../src/app/clinic/openClinic';
import { watchConnection } from '../../../../../src/api/probe';
import { makeStore, type Store } from '../../../../../src/app/store';
import { entryParams } from '../../../../../src/features/booking/open/entryParams';
import { openBooking } from '../../../../../src/features/booking/open/openBooking';
import { portalDb } from '../../../../../src/offline/database/db';
import { inTurn } from '../../../../../src/offline/inTurn';
import { loadSession } from '../../../../../src/offline/database/session';
import type { Network } from './network';

const base = 'http://clinic.test/api';
/** The entry of the browser's history before the portal's: whoever arrives here has left. */
const OUTSIDE = '/outside/the/portal/altogether';

const realNow = performance.now.bind(performance);
let passed = 0;

/** Has React reckon with the time of these tests, so that a draw is never spread over several turns on a busy machine. */
export function stopTheStopwatch(): () => void {
  Object.defineProperty(performance, 'now', { value: () => passed, configurable: true });
  return () => void Reflect.deleteProperty(performance, 'now');
}

/** One turn of the event loop. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A tab of a browser with the production's app in it: opened, left, reloaded and killed as browsers do. */
export class Tab {
  readonly network: Network;
  /** Device minus clinic, milliseconds: the device's clock is wrong by so much. */
  skew = 0;
  #root: Root | null = null;
  #element: HTMLElement | null = null;
  #changes = 0;
  #uuids = 0;
  #unwatch: () => void = () => undefined;
  store: Store | null = null;

  constructor(network: (now: () => number) => Network) {
    this.network = network(() => Date.now() - this.skew);
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.network.fetch(url, init));
  }

  get isOutside(): boolean {
    return location.pathname === OUTSIDE;
  }

  /** Puts the device's clock wrong by this, milliseconds; the clinic's goes on. */
  setSkew(skew: number): void {
    vi.setSystemTime(Date.now() - this.skew + skew);
    this.skew = skew;
  }

  /** The phone sleeps: clocks go on, nothing runs. */
  sleep(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Opens an address from outside the portal. */
  async visit(address: string): Promise<void> {
    if (this.#root) await this.close();
    history.pushState(null, '', OUTSIDE);
    history.pushState(null, '', address);
    await this.#start();
  }

  /** Starts the page at the address of the browser, as `main` does. */
  async #start(): Promise<void> {
    const services = {
      base,
      now: () => Date.now(),
      uuid: () => `00000000-0000-4000-8000-${String(++this.#uuids).padStart(12, '0')}`,
      storedSession: (id: string) => loadSession(id),
      guest: { underWay: null },
      drafts: { loaded: null },
    };
    const store = makeStore(services);
    this.store = store;
    store.subscribe(() => void (this.#changes += 1));
    const { pathname, search } = location;
    const clinicId = clinicOf(pathname);
    let isOpen = false;
    void (async () => {
      if (clinicId) {
        await store.dispatch(
          openClinic(clinicId, this.network.clinic.settings.isPageDrawn ? this.network.clinic.shop : null),
        );
        if (pathname === `/${clinicId}`)
          await store.dispatch(openBooking(pathname + search, entryParams(new URLSearchParams(search))));
      }
      isOpen = true;
    })();
    for (let round = 0; !isOpen && round < 500; round += 1) await this.#step(20);
    this.#element = document.body.appendChild(document.createElement('div'));
    this.#root = createRoot(this.#element);
    this.#root.render(createElement(App, { store }));
    this.#unwatch = watchConnection(store, services);
    await this.settle();
  }

  async #step(ms: number): Promise<void> {
    await turn();
    await turn();
    passed += ms;
    vi.advanceTimersByTime(ms);
  }

  /** Lets the page do what it is at, until nothing happens any more and so much time has passed, milliseconds. */
  async settle(atLeast = 120): Promise<void> {
    const step = atLeast > 2000 ? 200 : 20;
    const began = realNow();
    let quiet = 0;
    let rounds = 0;
    const isGivenUp = () => rounds > 500 && realNow() - began > 5000;
    for (let waited = 0; (quiet < 4 || waited < atLeast) && !isGivenUp(); waited += step) {
      const before = this.#changes + this.network.activity;
      rounds += 1;
      if (traversals.underWay > 0) await traversals.arrived();
      // A busy machine brings a part of the code late.
      if (quiet === 3) await vi.dynamicImportSettled();
      await this.#step(step);
      const isQuiet = before === this.#changes + this.network.activity && traversals.underWay === 0;
      quiet = isQuiet && !(quiet >= 3 && this.#isBusy) ? quiet + 1 : 0;
    }
    await inTurn(async () => undefined);
  }

  /** Whether the page says itself that something is on its way. */
  get #isBusy(): boolean {
    return (
      this.network.waiting.length === 0 &&
      [...document.getElementsByTagName('main')].some((main) => main.querySelector('[aria-busy="true"]') !== null)
    );
  }

  /** The browser's own back. */
  async back(): Promise<void> {
    history.back();
    await this.settle();
  }

  /** The page is loaded anew: with a word beforehand, or killed without one. What is on the device then is what is left. */
  async reload(how: 'reload' | 'kill', meanwhile: () => void = () => undefined): Promise<void> {
    if (how === 'reload') window.dispatchEvent(new Event('pagehide'));
    const kept = await snapshot();
    await this.close();
    await kept.restore();
    if (how === 'kill') sessionStorage.clear();
    meanwhile();
    await this.#start();
  }

  /** Ends the page. What it still writes while it goes is the caller's to undo. */
  async close(): Promise<void> {
    this.network.page += 1;
    this.network.waiting.splice(0).forEach(({ go }) => go('answer'));
    this.network.slow.clear();
    this.#unwatch();
    this.#root?.unmount();
    this.#element?.remove();
    this.#root = null;
    await turn();
    await inTurn(async () => undefined);
    // Which also puts the clock back.
    const now = Date.now();
    vi.clearAllTimers();
    vi.setSystemTime(now);
  }
}

/** All that is on the device: the database and local storage. */
async function snapshot(): Promise<{ restore(): Promise<void> }> {
  const tables = await Promise.all(
    portalDb().tables.map(async (table) => ({ table, rows: (await table.toArray()) as unknown[] })),
  );
  const notes = { ...localStorage } as Record<string, string>;
  return {
    restore: async () => {
      await Promise.all(tables.map(({ table, rows }) => table.clear().then(() => table.bulkPut(rows))));
      localStorage.clear();
      Object.entries(notes).forEach(([key, value]) => localStorage.setItem(key, value));
    },
  };
}

/** Empties the device. */
export async function wipeDevice(): Promise<void> {
  await inTurn(async () => undefined);
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  localStorage.clear();
  sessionStorage.clear();
}

/** Steps through the browser's history take a moment; they are over once the page has heard of them. */
const traversals = {
  underWay: 0,
  async arrived(): Promise<void> {
    const { go } = realTimers;
    for (let round = 0; traversals.underWay > 0 && round < 20; round += 1)
      await new Promise<void>((resolve) => go(resolve, 1));
    traversals.underWay = 0;
  },
};
const realTimers = { go: setTimeout };

/** Follows the steps that anybody takes through the history. Call once, before the timers are faked. */
export function followHistory(): void {
  const { back, go } = History.prototype;
  const heard = () => void (traversals.underWay = Math.max(0, traversals.underWay - 1));
  addEventListener('popstate', heard);
  History.prototype.back = function followed(this: History) {
    traversals.underWay += 1;
    back.call(this);
  };
  History.prototype.go = function followed(this: History, delta?: number) {
    traversals.underWay += 1;
    go.call(this, delta);
  };
}
