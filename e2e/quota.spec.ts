import type { BrowserContext, Page } from '@playwright/test';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { lose } from './support/lose';
import { MyPets, rowsOf } from './support/myPets';
import { clinicOfSam, comeOnline, Requests, texts } from './support/requests';
import { expectToast } from './support/toasts';

/** Sets how many bytes the origin may keep; without a number it is as before. Chromium goes by an older figure for a while, so it is set before the first row. */
async function setRoom(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<(quotaSize?: number) => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  const set = async (quotaSize?: number) =>
    void (await devtools.send('Storage.overrideQuotaForOrigin', {
      origin,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    }));
  await set(1);
  return set;
}

const CANNOT_SAVE = "This browser can't save records. They are shown only while you're online.";

test('on a full device the records are shown, nothing is said to be saved that is not, and what was typed stays', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection, /[Qq]uota/, /ERR_FAILED/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOfSam(owner));
  const set = await setRoom(context, page, server.origin);
  await new MyPets(page).signIn(clinic, server, owner);
  const requests = new Requests(page, server, clinic);
  await requests.openMedications();
  await expect(page.getByText(CANNOT_SAVE)).toBeVisible();
  await expectAccessible(page);

  // With a network a request goes out without being written down. Its reply is lost: sent once more it is the same one.
  const lost = await lose(new Booking(page, 'Quiet Vets'), 'medications/refill', true);
  await requests.send('wish 1');
  await expect(
    requests.dialog
      .getByText("You're offline. Connect to the internet to do this.")
      .or(page.getByText("You're offline, and this browser can't save records or requests."))
      .first(),
  ).toBeVisible();
  await expect.poll(lost.count).toBe(1);
  await comeOnline(page);
  await expect(page.getByText("You're offline, and this browser can't save records or requests.")).toHaveCount(0);
  await requests.dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expectToast(page, texts.sent);
  expect(await requests.taken()).toEqual(['wish 1']);
  expect(await page.evaluate(rowsOf, ['outbox', 'records', 'sessions'])).toBe('[]');

  // Without one it stays in the form.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await requests.send('wish 2');
  await expect(page.getByText("You're offline, and this browser can't save records or requests.")).toBeVisible();
  await expect(requests.dialog.getByLabel('Note')).toHaveValue('wish 2');
  await expect(page.getByText(/request saved/i)).toHaveCount(0);
  expect(await page.evaluate(rowsOf, ['outbox'])).toBe('[]');

  // There is room again: the same form is saved, waits, and is sent.
  await set();
  await requests.dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(requests.dialog).toBeHidden();
  await expect(requests.row('Apoquel 16 mg')).toContainText('Waiting to send');
  await expect(page.getByText(CANNOT_SAVE)).toHaveCount(0);
  await context.setOffline(false);
  await expect(requests.row('Apoquel 16 mg')).toContainText('Sent');
  expect(await requests.taken()).toEqual(['wish 1', 'wish 2']);
});
