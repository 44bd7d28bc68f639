import type { BrowserContext } from '@playwright/test';
import { proxyOf } from '../../tests/support/proxy';
import { someOwner, type Owner } from './booking';
import { noConnection, test as base } from './fixtures';
import { clinicOfSam, Requests, texts, waker } from './requests';
import { PortalServer } from './server';
import { expectToast } from './toasts';

export type Portal = { server: PortalServer; clinic: string; owner: Owner; proxy: Awaited<ReturnType<typeof proxyOf>> };

/**
 * Sam's clinic behind a proxy that a test can make fail; with `isAlone` on a separate server, which the test may end.
 */
export const test = base.extend<{ isAlone: boolean; portal: Portal; requests: Requests }>({
  isAlone: [false, { option: true }],
  portal: async ({ isAlone, server: shared, addClinic }, provide) => {
    const owner = someOwner();
    const overrides = clinicOfSam(owner);
    const server = isAlone
      ? await PortalServer.start([{ ...overrides, shop: { ...overrides.shop, id: 'quiet' } }])
      : shared;
    const clinic = isAlone ? 'quiet' : await addClinic(overrides);
    const proxy = await proxyOf(server.origin);
    await provide({ server, clinic, owner, proxy });
    await proxy.close();
    if (isAlone) await server.remove();
  },
  baseURL: async ({ portal }, provide) => provide(portal.proxy.origin),
  /** Sam's requests, signed in, at My Pets. */
  requests: async ({ page, portal, complaints }, provide) => {
    complaints.expect(noConnection, /status of 4\d\d/);
    const requests = new Requests(page, portal.server, portal.clinic);
    await requests.signIn(portal.owner);
    await provide(requests);
  },
});

/** Asks for a refill after the server became unreachable, so that the request waits on the device. */
export async function askUnheard(requests: Requests, lose: () => unknown): Promise<void> {
  await requests.openMedications();
  await lose();
  await requests.ask('wish 1');
  await expectToast(requests.page, texts.saved);
}

/**
 * Asks for a refill without a network and closes the portal, so that only the worker can send it. Returns another page
 * and the function that wakes the worker.
 */
export async function leaveToWorker(portal: Portal, requests: Requests, context: BrowserContext) {
  await askUnheard(requests, () => cutOff(portal));
  const elsewhere = await context.newPage();
  const wake = await waker(context, elsewhere, portal.proxy.origin);
  await requests.page.close();
  return { elsewhere, wake };
}

/** Drops all API calls; other requests reach the server. */
export const cutOff = ({ proxy }: Portal) =>
  proxy.decide(({ path }) => (path.startsWith('/api/') ? 'dropRequest' : 'pass'));
export const comeBack = ({ proxy }: Portal) => proxy.decide(() => 'pass');
export const isRefill = ({ path }: { path: string }) => path === '/api/medications/refill';
