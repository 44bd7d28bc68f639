import { randomUUID } from 'node:crypto';
import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { proxyOf, type Fate } from '../../tests/support/proxy';
import { Booking, type Owner } from './booking';
import { expect } from './fixtures';
import { isSaved, MyPets, rowsOf } from './myPets';
import { openProfile } from './profile';
import { Requests } from './requests';
import type { PortalServer } from './server';

/** The network when the browser is opened again. */
const networks = { there: 'pass', gone: 'dropRequest', hanging: 'hang' } as const satisfies Record<string, Fate>;
export type Network = keyof typeof networks;
export const networkNames = Object.keys(networks) as Network[];

/**
 * Chromium writes local storage to disk 5 s after a page's first changes and then once a minute. Typing for longer than
 * 5 s therefore leaves some changes on the disk and later ones not.
 */
const typingMs = 6000;

/**
 * A browser with its own data folder behind a proxy that can fail; it can be killed, as a phone does when memory
 * is short.
 */
export class MortalBrowser {
  #context: BrowserContext | undefined;

  private constructor(
    readonly folder: string,
    readonly server: PortalServer,
    readonly proxy: Awaited<ReturnType<typeof proxyOf>>,
    readonly onOpen: (context: BrowserContext) => void,
  ) {}

  static async start(
    server: PortalServer,
    onOpen: (context: BrowserContext) => void = () => undefined,
  ): Promise<MortalBrowser> {
    return new MortalBrowser(
      await mkdtemp(join(tmpdir(), 'portal-killed-')),
      server,
      await proxyOf(server.origin),
      onOpen,
    );
  }

  /** Opens the browser; a second time with the data that it has saved. */
  async open(): Promise<Page> {
    this.#context = await openProfile(this.folder, this.proxy.origin);
    this.onOpen(this.#context);
    return this.#context.newPage();
  }

  /** Ends the browser with all of its processes at once, so that nothing more is written. */
  async kill(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    this.#context = undefined;
    // The folder's lock contains the id of the browser's process, which leads its own process group.
    const [, pid] = /-(\d+)$/.exec(await readlink(join(this.folder, 'SingletonLock'))) ?? [];
    if (pid === undefined) throw new Error('The browser has left no lock.');
    const closed = new Promise((resolve) => context.once('close', resolve));
    process.kill(-Number(pid), 'SIGKILL');
    await closed;
  }

  async remove(): Promise<void> {
    await this.kill();
    await this.proxy.close();
    await rm(this.folder, { recursive: true, maxRetries: 5 });
  }
}

type Given = { clinic: string; owner: Owner; browser: MortalBrowser; page: Page };

/**
 * Something that the portal saves on the device. `keep` resolves when it is saved; `expectKept` checks that it is there
 * after the restart.
 */
type Save = { keep(given: Given): Promise<void>; expectKept(given: Given & { network: Network }): Promise<void> };

/** Signs in, and waits until all that the owner's pages show is on the device. */
async function signIn({ page, clinic, owner, browser }: Given): Promise<Requests> {
  const requests = new Requests(page, browser.server, clinic);
  await page.goto(`/${clinic}?redirect=pets`);
  await requests.enterCode(owner);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await isSaved(page);
  await expect.poll(() => page.evaluate(rowsOf, ['clinics'])).not.toBe('[]');
  return requests;
}

async function pressSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sam, menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click();
}

const waitlist = (page: Page) => page.getByRole('checkbox', { name: 'Put me on the waitlist for an earlier time' });

/** Puts Sam on the waitlist, as a request at booking does. */
async function takePlace(page: Page, clinic: string): Promise<void> {
  const [{ token }] = JSON.parse(await page.evaluate(rowsOf, ['sessions'])) as [{ token: string }];
  const headers = { Authorization: `Bearer ${token}`, 'X-Client-Id': clinic, 'Idempotency-Key': randomUUID() };
  const taken = await page.request.post('/api/waitlisters', {
    headers,
    data: { client_id: 'client-sam', appointment_id: 'visit' },
  });
  expect(taken.status()).toBe(200);
}

const owned = ['sessions', 'readers', 'records', 'outbox', 'drafts'];

export const saves = {
  'a sign-in with its records': {
    async keep(given) {
      // On a slow connection the worker, and with it the clinic, is saved later than the session.
      given.browser.proxy.decide(({ path }) => (path === '/sw.js' ? 'late' : 'pass'));
      await signIn(given);
    },
    async expectKept({ page, clinic, network }) {
      await page.goto(`/${clinic}/pets?pet=maple`);
      await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
      const my = new MyPets(page);
      await my.tab('Medications');
      await expect(my.row('Apoquel 16 mg')).toBeVisible();
      if (network !== 'there') await expect(my.savedOn).toBeVisible();
    },
  },
  'a form': {
    async keep({ page, clinic, owner }) {
      const booking = new Booking(page, 'Quiet Vets');
      await page.goto(`/${clinic}`);
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      await expect.poll(() => page.evaluate(rowsOf, ['clinics'])).not.toBe('[]');
      await pause(typingMs);
      await booking.toFilledForm(clinic, owner);
      await expect.poll(() => page.evaluate(rowsOf, ['drafts'])).toContain(owner.note);
    },
    async expectKept({ page, clinic, owner }) {
      const booking = new Booking(page, 'Quiet Vets');
      await page.goto(`/${clinic}`);
      await expect(booking.note).toHaveValue(owner.note);
      await expect(booking.fullName).toHaveValue(owner.name);
    },
  },
  'a refill that waits': {
    async keep(given) {
      const requests = await signIn(given);
      await pause(typingMs);
      await requests.openMedications();
      given.browser.proxy.decide(({ path }) => (path.startsWith('/api/') ? 'dropRequest' : 'pass'));
      await requests.ask('wish 1');
      await expect(requests.row('Apoquel 16 mg')).toContainText('Waiting to send');
    },
    async expectKept({ page, clinic, browser, network }) {
      await page.goto(`/${clinic}/pets?pet=maple`);
      if (network === 'there')
        return expect.poll(() => new Requests(page, browser.server, clinic).taken()).toEqual(['wish 1']);
      // Signing out would delete the request, so the portal asks first (D-08).
      await pressSignOut(page);
      await expect(page.getByText('1 request has not been sent. Signing out deletes it.')).toBeVisible();
      return undefined;
    },
  },
  'a place on the waitlist that is given up': {
    async keep(given) {
      const { page, clinic, browser } = given;
      await signIn(given);
      await takePlace(page, clinic);
      await pause(typingMs);
      await page.goto(`/${clinic}/appointments/visit`);
      await expect(waitlist(page)).toBeChecked();
      browser.proxy.decide(({ path }) => (path.startsWith('/api/') ? 'dropRequest' : 'pass'));
      await waitlist(page).uncheck();
      await expect(page.locator('li[data-state]')).toContainText('Waiting to send');
    },
    async expectKept({ page, clinic, network }) {
      await page.goto(`/${clinic}/appointments/visit`);
      if (network === 'there') return expect(page.locator('li[data-state]')).toContainText('Sent');
      await expect(page.locator('li[data-state]')).toContainText('Waiting to send');
      return expect(waitlist(page)).not.toBeChecked();
    },
  },
  'a sign-out': {
    async keep(given) {
      await signIn(given);
      await pause(typingMs);
      await pressSignOut(given.page);
      await expect.poll(() => given.page.evaluate(rowsOf, owned)).not.toMatch(/Sam|Maple/);
    },
    async expectKept({ page, clinic, network }) {
      await page.goto(`/${clinic}/pets`);
      // The clinic is not saved either; the page waits for it while the network hangs.
      if (network === 'hanging') await pause(2000);
      else
        await expect(
          page.getByText(/^Connect to the internet once to open|^Let's verify your account/).first(),
        ).toBeVisible();
      await expect(page.getByText(/Maple|Sam/)).toHaveCount(0);
      expect(await page.evaluate(rowsOf, owned)).not.toMatch(/Sam|Maple/);
      expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('client-sync');
    },
  },
} as const satisfies Record<string, Save>;

export type SaveName = keyof typeof saves;
export const saveNames = Object.keys(saves) as SaveName[];

/**
 * Runs one cell of the matrix: saves, kills the browser so many seconds later, and opens it again with the
 * given network.
 */
export async function survive(
  name: SaveName,
  seconds: number,
  network: Network,
  given: Omit<Given, 'page'>,
): Promise<void> {
  const { browser } = given;
  const save: Save = saves[name];
  await save.keep({ ...given, page: await browser.open() });
  await pause(seconds * 1000);
  await browser.kill();
  browser.proxy.decide(() => networks[network]);
  await save.expectKept({ ...given, page: await browser.open(), network });
}
