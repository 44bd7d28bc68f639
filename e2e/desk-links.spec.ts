import type { Page } from '@playwright/test';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import type { PortalServer } from './support/server';

/** The clinic's notices are told apart by their address, since all journeys share an inbox. */
const clinicWith = (desk: string) => ({
  shop: { notify_email: desk, metadata: { isAutoAccept: false } },
});

/** A request by a real owner, in the portal; the page then shows it. */
async function request(page: Page, server: PortalServer, clinic: string, owner: Owner): Promise<void> {
  const booking = new Booking(page);
  await booking.toFilledForm(clinic, owner);
  await page.getByRole('button', { name: /^(CONTINUE BOOKING|CONTINUE WITH REQUEST)$/i }).click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await expect(page.getByText('Your appointment has been requested!')).toBeVisible();
  await page.goto(`/${clinic}/appointments`);
  await page.getByRole('link', { name: /Exam.*Pepper/ }).click();
  await expect(page.getByText('Requested').first()).toBeVisible();
}

/** Every link of the newest notice. */
async function linksTo(server: PortalServer, desk: string): Promise<string[]> {
  const [notice] = await server.messages(desk);
  return notice!.text.match(/https?:\/\/\S+/g) ?? [];
}

test.use({ viewport: { width: 390, height: 844 } });

test('D-423: from the notice to accepted in two taps on a phone, and the owner sees it; a scanner before them changes nothing', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const desk = 'front1@links.example';
  const clinic = await addClinic(clinicWith(desk));
  await request(page, server, clinic, someOwner());

  const links = await linksTo(server, desk);
  expect(links).toHaveLength(2);
  for (const method of ['HEAD', 'GET', 'GET'])
    for (const link of links) expect((await fetch(link, { method })).status).toBe(200);
  await page.reload();
  await expect(page.getByText('Requested').first()).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  const notice = await phone.newPage();
  await notice.setContent(`<a href="${links[0]}">Accept or decline</a>`);
  await notice.getByRole('link', { name: 'Accept or decline' }).click();
  await expect(notice.getByRole('heading', { name: 'Pepper' })).toBeVisible();
  const accept = notice.getByRole('button', { name: 'Accept', exact: true });
  const box = (await accept.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  await accept.click();
  await expect(notice.getByRole('heading', { name: 'Accepted' })).toBeVisible();
  await notice.reload();
  await expect(notice.getByRole('heading', { name: 'Accepted' })).toBeVisible();
  await phone.close();

  await page.reload();
  await expect(page.getByText('Requested')).toHaveCount(0);
  await expect(page.getByText('Accepted').first()).toBeVisible();
});

test('D-423: declining by the link says why, and the owner reads it', async ({ page, browser, server, addClinic }) => {
  const desk = 'front2@links.example';
  const owner = someOwner();
  const clinic = await addClinic(clinicWith(desk));
  await request(page, server, clinic, owner);
  const [link] = await linksTo(server, desk);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const answer = await context.newPage();
  await answer.goto(link!);
  await expectAccessible(answer);
  await answer.getByText('Decline', { exact: true }).first().click();
  await answer.getByRole('radio', { name: 'Another reason' }).check();
  await answer.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(answer.getByRole('alert')).toContainText('Nothing was sent');
  await expect(answer.getByRole('radio', { name: 'Another reason' })).toBeChecked();
  await expect(answer.getByText('We have no time left that day.')).toBeHidden();
  await answer.getByRole('radio', { name: 'No time left that day' }).check();
  await expect(answer.getByText('We have no time left that day. [your own words, if any]')).toBeVisible();
  await answer.getByLabel('In your own words').fill('We are painting the rooms.');
  await expectAccessible(answer);
  await answer.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(answer.getByRole('heading', { name: 'Declined' })).toBeVisible();
  await expectAccessible(answer);
  await context.close();

  const [told] = await server.messages(`+1${owner.phone}`);
  expect(told!.text).toContain('We have no time left that day. We are painting the rooms.');
  await page.reload();
  await expect(page.getByText('Declined').first()).toBeVisible();
});
