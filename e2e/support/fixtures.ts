import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect as standard, type BrowserContext, type Page } from '@playwright/test';
import type { Overrides } from '../../tests/support/clinicFile';
import { PortalServer } from './server';
import { noteToasts } from './toasts';

/** The setting is repeated here, since this file is also used without Playwright's test runner. */
const expect = standard.configure({ timeout: 15_000 });

const signIn = /\/api\/user\/v1\/(auth\/(code\/verify|sign-in)|reset-password\/finish)$/;
/**
 * Matches the refusal of a visit's record that a guest sent just before signing in, while the page does not know its new
 * token yet.
 */
const lateVisit = /status of 401 .*\/api\/booking_sessions\)$/;
/** A page that has just opened records two steps, one after the other (D-49). */
const lateVisitsPerSignIn = 2;

/** Collects errors in the browser's console: the portal's own, and what the content security policy refused. */
class Complaints {
  readonly #said: string[] = [];
  readonly #expected: RegExp[] = [];
  #signIns = 0;

  /** Allows an error that a test provokes, such as the browser's own message about a refused request. */
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
    let late = this.#signIns * lateVisitsPerSignIn;
    return others.filter((text) => !lateVisit.test(text) || late-- <= 0);
  }
}

/** Matches the browser's own message when a request finds no server. */
export const noConnection =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/;

type PerTest = {
  /** Adds a clinic with an id of its own and returns that id. */
  addClinic: (overrides?: Overrides) => Promise<string>;
  complaints: Complaints;
};
type PerWorker = { server: PortalServer };

let added = 0;

/**
 * Raises the caps: all journeys come from one address and share few contacts, so together they would exceed a
 * day's caps.
 */
export const manyCallers = { CAPS_TIMES: '20' };

/**
 * Runs journeys with one server for each of Playwright's workers, each journey in its own clinic; a test that ends the
 * server starts its own.
 */
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
 * Makes an axe run for this page. Pages with frames of another origin need the slow mode, which checks each frame and
 * combines the results in another page; without frames both modes find the same. If axe is in the page already, its
 * source is not sent again.
 */
function axeOf(page: Page, isThere: boolean): AxeBuilder {
  const hasFrames = page.frames().length > 1;
  return new AxeBuilder({ page, ...(isThere && !hasFrames && { axeSource: ';' }) }).setLegacyMode(!hasFrames);
}

/** Expects axe to find no faults, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Waits two frames for colour transitions to begin, then for the end of all finite animations.
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
