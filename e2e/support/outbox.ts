import type { BrowserContext } from '@playwright/test';
import { proxyOf } from '../../tests/support/proxy';
import { someOwner, type Owner } from './booking';
import { noConnection, test as base } from './fixtures';
import { clinicOfSam, Requests, texts, waker } from './requests';
import { PortalServer } from './server';
import { expectToast } from './toasts';

export type Portal = { server: PortalServer; clinic: string; owner: Owner; proxy: Awaited<ReturnType<typeof proxyOf>> };

/** Sam's clinic behind a network that a test can make bad; on a server of its own where the test ends that (`isAlone`). */
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
  /** Signed in, at My Pets. */
  requests: async ({ page, portal, complaints }, provide) => {
    complaints.expect(noConnection, /status of 4\d\d/);
    const requests = new Requests(page, portal.server, portal.clinic);
    await requests.signIn(portal.owner);
    await provide(requests);
  },
});

/** Asks for a refill once the server cannot be reached: it waits on the device. */
export async function askUnheard(requests: Requests, lose: () => unknown): Promise<void> {
  await requests.openMedications();
  await lose();
  await requests.ask('wish 1');
  await expectToast(requests.page, texts.saved);
}

/** Asks in vain and closes the portal: the worker alone is left, and what wakes it. */
export async function leaveToWorker(portal: Portal, requests: Requests, context: BrowserContext) {
  await askUnheard(requests, () => cutOff(portal));
  const elsewhere = await context.newPage();
  const wake = await waker(context, elsewhere, portal.proxy.origin);
  await requests.page.close();
  return { elsewhere, wake };
}

/** No call reaches the server; everything else of it does. */
export const cutOff = ({ proxy }: Portal) =>
  proxy.decide(({ path }) => (path.startsWith('/api/') ? 'dropRequest' : 'pass'));
export const comeBack = ({ proxy }: Portal) => proxy.decide(() => 'pass');
export const isRefill = ({ path }: { path: string }) => path === '/api/medications/refill';
