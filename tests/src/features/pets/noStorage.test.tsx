// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { selectToasts } from '../../../../src/state/toasts';
import { PetsPage } from '../../../../src/features/pets/PetsPage';
import { installDialog } from '../../../support/dialog';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { exampleShop } from '../../shop';
import { client, renderPage } from '../appointments/portalSupport';

installDialog();

let server: Awaited<ReturnType<typeof tinyServer>>;
let refusal: number | null;
const toasts = (store: ReturnType<typeof renderPage>['store']) =>
  selectToasts(store.getState()).map(({ text }) => text);

beforeEach(async () => {
  server = await tinyServer(({ url }, response) => {
    if (url.includes('/by_user_id')) return ok(response, client);
    if (url.endsWith('/refill'))
      return refusal === null
        ? ok(response, { id: 'r1', created_at: '2026-11-21T15:00:00Z' })
        : reply(response, refusal, { success: false, code: 'internal', message: 'No' });
    if (url.includes('/client_appointments')) return ok(response, { content: [] });
    return ok(response, url.includes('/species') ? { data: [] } : []);
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it.each([422, 500])(
  'a refill that the clinic answers with %i closes its dialog and is not lost where the browser keeps nothing (MED-05, D-07)',
  async (status) => {
    expect(globalThis.indexedDB).toBeUndefined();
    refusal = status;
    const user = userEvent.setup();
    const shop = exampleShop({
      feature_settings: { pet_portal_enabled: true, pet_portal_medication_refills_enabled: true },
    });
    const { store } = renderPage(<PetsPage shop={shop} onTextUs={() => undefined} />, {
      base: server.base,
      shop,
      path: '/:clinicId/pets',
      at: '/oakwood/pets',
    });
    await user.click(await screen.findByRole('radio', { name: 'Medications' }));
    await user.click(await screen.findByRole('button', { name: 'Request a refill' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/^Note/), 'The drops');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^We couldn't send your refill request for Pepper\. Try again or call 512-555-0100\./,
    );
    expect(toasts(store), 'the screen itself says nothing').toEqual([]);

    refusal = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => toasts(store)).toEqual(['Refill request sent!']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(
      server.seen
        .filter(({ url }) => url.endsWith('/refill'))
        .map(({ body }) => (JSON.parse(body) as { note: string }).note),
    ).toEqual(['The drops', 'The drops']);
  },
);
