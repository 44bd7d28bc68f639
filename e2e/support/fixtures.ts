import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect as standard, type BrowserContext, type Page } from '@playwright/test';
import type { Overrides } from '../../tests/support/clinicFile';
import { PortalServer } from './server';
import { noteToasts } from './toasts';

/** Used without a runner as well, whose setting it would have. */
const expect = standard.configure({ timeout: 15_000 });

const signIn = /\/api\/user\/v1\/(auth\/(code\/verify|sign-in)|reset-password\/finish)$/;
/** How far a guest came may be on its way while the guest becomes an owner: refused, once a sign-in, and told anew as the owner's. */
const lateVisit = /status of 401 .*\/api\/booking_sessions\)$/;

/** What the browser complains of in its console: errors of ours, and what the content security policy refused. */
class Complaints {
  readonly #said: string[] = [];
  readonly #expected: RegExp[] = [];
  #signIns = 0;

  /** A complaint that a test provokes, such as the browser's own line about a refused request. */
  expect(...texts: RegExp[]): void {
    this.#expected.push(...texts);
  }

  listen(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#said.push(`${message.text()} (${message.location().url})`);
    });
    context.on('response', (response) => void (this.#signIns += Number(response.ok() && signIn.test(response.url()))));
    context.on('weberror', (error) => this.#said.push(error.error().stack ?? String(error.error())));
  }

  get unexpected(): string[] {
    const others = this.#said.filter((text) => !this.#expected.some((expected) => expected.test(text)));
    let late = this.#signIns;
    return others.filter((text) => !lateVisit.test(text) || late-- <= 0);
  }
}

/** The browser's own line when a request finds no server. */
export const noConnection =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/;

type PerTest = {
  /** Adds a clinic with an id of its own and returns that id. */
  addClinic: (overrides?: Overrides) => Promise<string>;
  complaints: Complaints;
};
type PerWorker = { server: PortalServer };

let added = 0;

/** All journeys come from one address and share few contacts: together they are more than a day's callers. */
export const manyCallers = { CAPS_TIMES: '20' };

/** Journeys run against one server a worker, each in a clinic of its own; a test that ends the server starts its own. */
export const test = base.extend<PerTest, PerWorker>({
  server: [
    async ({}, provide) => {
      const server = await PortalServer.start([], manyCallers);
      await provide(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  addClinic: async ({ server }, provide, info) => {
    await provide(async (overrides = {}) => {
      const id = `clinic-${info.workerIndex}-${++added}`;
      await server.addClinic({ ...overrides, shop: { ...overrides.shop, id } });
      return id;
    });
  },
  context: async ({ context }, provide) => {
    await noteToasts(context);
    await provide(context);
  },
  baseURL: async ({ server }, provide) => provide(server.origin),
  complaints: [
    async ({ context }, provide) => {
      const complaints = new Complaints();
      complaints.listen(context);
      await provide(complaints);
      expect(complaints.unexpected, 'complaints in the browser’s console').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Axe for this page. Frames of another origin need its slow way, which looks at each apart and puts the results together
 * in a page of its own; without frames both ways tell the same. Where axe is in the page already, its source is not sent again.
 */
function axeOf(page: Page, isThere: boolean): AxeBuilder {
  const hasFrames = page.frames().length > 1;
  return new AxeBuilder({ page, ...(isThere && !hasFrames && { axeSource: ';' }) }).setLegacyMode(!hasFrames);
}

/** Nothing that axe knows to be wrong, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Two frames for the new colours to begin to change, then the end of every change that ends.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const ending = document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
    });
    const { violations } = await axeOf(page, await page.evaluate(() => 'axe' in window)).analyze();
    const faults = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
    );
    expect(faults, `accessibility of ${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

export { expect };
