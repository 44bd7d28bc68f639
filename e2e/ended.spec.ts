import type { Page } from '@playwright/test';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, test } from './support/fixtures';
import { clinicOf, isSaved, MyPets } from './support/myPets';
import type { PortalServer } from './support/server';
import { expectToast, toastsOf } from './support/toasts';

/** Signs the page's session out elsewhere: the page does not hear of it. */
async function endElsewhere(page: Page, server: PortalServer, clinic: string): Promise<void> {
  const token = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('portal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('sessions').objectStore('sessions').getAll();
          all.onsuccess = () => resolve((all.result as { token: string }[])[0]!.token);
        };
      }),
  );
  const reply = await fetch(`${server.origin}/api/jwt/logout`, {
    method: 'POST',
    headers: { 'X-Client-Id': clinic, Authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
}

/** Signed in, with Maple's records open. */
async function atMaple(page: Page, server: PortalServer, clinic: string, owner: Owner): Promise<MyPets> {
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await my.pet('Maple').click();
  return my;
}

test('who e-mails the history from a session that was ended elsewhere sees no record any more (VAX-08, D-01)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await atMaple(page, server, clinic, owner);
  await isSaved(page);
  await page.getByRole('button', { name: /^Email/ }).click();
  await endElsewhere(page, server, clinic);
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Unable to send email');
  await expect(page.getByText('Bordetella')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send verification code' })).toBeVisible();
});

test('a refill from a session that was ended elsewhere is kept, and its owner is told to sign in for it (D-05, D-09)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = await atMaple(page, server, clinic, owner);
  await my.tab('Medications');
  await isSaved(page);
  await page.getByRole('button', { name: 'Request a refill' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Carprofen 75 mg').click();
  await endElsewhere(page, server, clinic);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Refill request saved. Sign in again to send it.');
  expect((await toastsOf(page)).join()).not.toContain("when you're back online");

  const booking = new Booking(page);
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email, 2));
  await expectToast(page, 'Refill request sent!');
  const file = JSON.parse(await server.clinic('export', clinic)) as { refills: unknown[] };
  expect(file.refills).toHaveLength(1);
});
