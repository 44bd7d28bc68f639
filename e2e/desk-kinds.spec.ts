import type { BrowserContext, Page } from '@playwright/test';
import { client } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { enterDesk } from './support/deskPeople';
import { expect, expectAccessible, test } from './support/fixtures';
import { clinicOfSam, Requests } from './support/requests';

/** An answer leaves after twenty seconds (D-426); a little later it is told. */
const leftBy = { timeout: 40_000 };

/** The staff's own browser, beside the owner's. */
const deskPage = async (browser: { newContext(given: object): Promise<BrowserContext> }, baseURL: string) => {
  const context = await browser.newContext({ baseURL });
  return context.newPage();
};

/** Reads the owner's pets anew. */
const pets = (page: Page) => page.getByRole('radiogroup', { name: 'Your pets' }).getByRole('radio');

test('D-424: a refill is approved and made ready at the desk, and the owner sees both', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const sam = someOwner();
  const clinic = await addClinic(clinicOfSam(sam));
  const owner = new Requests(page, server, clinic);
  await owner.signIn(sam);
  await owner.openMedications();
  await owner.ask('wish 1');
  const desk = await deskPage(browser, server.origin);
  await enterDesk(desk, server, clinic, 'Lind');
  await desk.getByRole('option', { name: /^Maple/ }).click();
  await expect(desk.getByText('wish 1')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText(/Maple: approved, told in \d+ s/)).toBeVisible();
  await expect(desk.getByRole('option', { name: /Refill approved/ })).toBeVisible(leftBy);
  await page.reload();
  await expect(page.getByText(/^Approved/)).toBeVisible();
  await desk.getByRole('option', { name: /^Maple/ }).click();
  await desk.getByRole('button', { name: 'Ready for pick-up' }).click();
  await expect(desk.getByText(/Maple: .*, told in \d+ s/)).toBeVisible();
  await expect
    .poll(async () => (await server.messages(sam.email)).some(({ text }) => /ready/i.test(text)), leftBy)
    .toBe(true);
  await page.reload();
  await expect(page.getByText(/^Ready for pick-up/)).toBeVisible();
  await desk.context().close();
});

test('D-214, D-424: an owner of two records sees neither until the desk has made them one, and then all of both', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const sam = someOwner();
  const base = clinicOfSam(sam);
  const [one] = base.clients!;
  const clinic = await addClinic({
    ...base,
    clients: [
      one!,
      client({
        id: 'client-samuel',
        first_name: 'Samuel',
        last_name: 'Rivera',
        email: sam.email,
        patients: [{ id: 'otis', name: 'Otis', species_id: 'cat' }],
      }),
    ],
  });
  const booking = new Booking(page, 'Quiet Vets');
  await page.goto(`/${clinic}?redirect=pets`);
  await booking.email.fill(sam.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(sam.email));
  await page.waitForURL(`**/${clinic}/pets`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(pets(page)).toHaveCount(0);

  const desk = await deskPage(browser, server.origin);
  await enterDesk(desk, server, clinic, 'Marcus');
  await desk.getByRole('option', { name: /Tell apart|records/i }).click();
  await expect(desk.getByRole('table')).toContainText('Otis');
  await expect(desk.getByRole('table')).toContainText('Maple');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'These are one' }).click();
  // One name for the button from the first, and each digit at one place: in the tray it chooses the record that stays.
  const merge = desk.getByRole('button', { name: 'Make them one' });
  await expect(merge).toBeVisible();
  await expect(desk.locator('kbd').filter({ hasText: /^[12]$/ })).toHaveText(['1', '2']);
  await desk.getByRole('radio', { name: /^Sam Rivera/ }).check();
  await expect(desk.getByText(/Otis/).last()).toBeVisible();
  await expectAccessible(desk);
  await merge.click();
  await expect(desk.getByText(/told in \d+ s|leaves in \d+ s|in \d+ s/).first()).toBeVisible();
  await expect
    .poll(async () => {
      const read = page.waitForResponse('**/api/clients/by_user_id?*');
      await page.reload();
      await read;
      return pets(page).count();
    }, leftBy)
    .toBe(3);
  await desk.context().close();
});
