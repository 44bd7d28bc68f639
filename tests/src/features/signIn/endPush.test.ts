// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signOut } from '../../../../src/features/signIn/signOut';
import { portalDb } from '../../../../src/offline/database/db';
import { saveSession } from '../../../../src/offline/database/session';
import { clinicOpened } from '../../../../src/state/session';
import { reply, tinyServer } from '../../../support/tinyServer';
import { owner } from '../appointments/portalSupport';
import { pageStore } from '../pageStore';

let server: Awaited<ReturnType<typeof tinyServer>>;
const unsubscribe = vi.fn(async () => true);

beforeEach(async () => {
  unsubscribe.mockClear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  server = await tinyServer((_, response) => reply(response, 200, { success: true, data: {} }));
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(registration) } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

/** Signs in at the clinics, and out at the first of them. */
async function leaveFirst(...clinics: string[]): Promise<void> {
  for (const clinicId of clinics) await saveSession({ clinicId, token: 't', user: owner });
  const store = pageStore(server.base);
  store.dispatch(clinicOpened({ clinicId: clinics[0]!, saved: { token: 't', user: owner } }));
  await store.dispatch(signOut(async () => undefined));
}

it('gives up the browser’s subscription with the last session on the device (D-440)', async () => {
  await leaveFirst('oakwood');
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
});

it('keeps the subscription while the owner is signed in at another clinic (D-440)', async () => {
  await leaveFirst('oakwood', 'elm');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(unsubscribe).not.toHaveBeenCalled();
});
