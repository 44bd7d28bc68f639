import type { Page } from '@playwright/test';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { clinicOf, MyPets } from './support/myPets';
import { expectToast } from './support/toasts';

const pages = ['My Pets', 'My Appointments', 'Book New Appointment', 'My Account'];

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
    );
    if (focused === name) return;
  }
  throw new Error(`Nothing called ${name} is reached by keyboard.`);
}

test('the ways around the portal, at each width, by keyboard and in both skins (LAYOUT-01 to 04, LAYOUT-14 to 20)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const given = clinicOf(owner);
  const clinic = await addClinic({ ...given, shop: { ...given.shop, name: 'Cedar Vets' } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await new MyPets(page).signIn(clinic, server, owner);
  const portal = page.getByRole('navigation', { name: 'Portal' });
  const fold = page.getByRole('button', { name: /(Collapse|Expand) menu/ });

  await test.step('the side menu from 992 px, the bottom bar below', async () => {
    await expect(portal.getByRole('link')).toHaveText(pages);
    await expect(page.locator('aside').getByText('Cedar Vets')).toBeVisible();
    await page.setViewportSize({ width: 992, height: 800 });
    await expect(fold).toBeVisible();
    await page.setViewportSize({ width: 991, height: 800 });
    await expect(fold).toBeHidden();
    await expect(portal.getByRole('link')).toHaveText(['Pets', 'Appointments', 'Book', 'Account']);
    for (const name of pages) await expect(portal.getByRole('link', { name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('three columns from 1200 px, the third below the work from 992 px (CONST-05, D-111)', async () => {
    const side = async () => {
      const [work, contact] = [
        await page.locator('main').boundingBox(),
        await page.getByRole('complementary', { name: 'Contact Info' }).boundingBox(),
      ];
      if (!work || !contact) return 'nowhere';
      return contact.x >= work.x + work.width ? 'beside' : contact.y >= work.y + work.height ? 'below' : 'over';
    };
    for (const [width, where] of [
      [1200, 'beside'],
      [1199, 'below'],
      [992, 'below'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(side, { message: `${width} px` }).toBe(where);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the user menu opens, is crossed and closes by keyboard', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sam, menu' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await tabTo(page, 'Sam, menu');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Account' });
    await expect(menu.getByRole('link')).toHaveText(['My Account', 'My Pets', 'My Appointments', 'Schedule Now']);
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'My Account' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sam, menu' })).toBeFocused();
  });

  await test.step('the folded menu and the skin are remembered', async () => {
    await fold.focus();
    await page.keyboard.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('button', { name: 'Sam, menu' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    // What the worker has drawn gets its skin once the app's code is there.
    await expect
      .poll(() =>
        page.evaluate(() => [
          localStorage.getItem('menu-collapsed'),
          localStorage.getItem('skin'),
          document.documentElement.dataset['skin'],
        ]),
      )
      .toEqual(['true', 'dark', 'dark']);
    for (const name of pages) await expect(portal.getByRole('link', { name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await portal.getByRole('link', { name: 'My Account' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
    await expect(portal.getByRole('link', { name: 'My Account' })).toHaveAttribute('aria-current', 'page');
  });

  await test.step('a way back up after 300 px', async () => {
    await page.setViewportSize({ width: 390, height: 240 });
    const up = page.getByRole('button', { name: 'Scroll to top' });
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect(up).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 301));
    await expect(up).toBeVisible();
    await up.click();
    await expect(up).toBeHidden();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test('the account: what is the clinic’s to change, what is the owner’s, and what waits for a network', async ({
  page,
  server,
  addClinic,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 500/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await new MyPets(page).signIn(clinic, server, owner);
  await page.getByRole('link', { name: 'My Account' }).first().click();
  // An owner who is known by e-mail has no phone to show.
  for (const name of ['Full name', 'Email']) await expect(page.getByLabel(name)).toBeDisabled();
  await expect(page.getByLabel('Mobile phone')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);

  const save = page.getByRole('button', { name: 'Save' });
  await page.getByLabel(/^Birth day/).selectOption('31');
  await save.click();
  await expect(page.getByText('Please choose both a day and a month')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^Birth month/).selectOption('4');
  await expect(page.getByText('This month does not have that many days')).toBeVisible();
  await page.getByLabel(/^Birth day/).selectOption('30');
  const sent = page.waitForRequest('**/user/v1/profile');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({ metadata: { dateOfBirth: 30, monthOfBirth: 4 } });
  await expectToast(page, 'Update profile successfully!');
  await page.reload();
  await expect(page.getByLabel(/^Birth month/)).toHaveValue('4');

  // A reply that is still on its way says that there is a network.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByLabel(/^Birth day/).selectOption('7');
  await expect(page.getByText("You're offline. Connect to the internet to do this.")).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(page.getByText(/^Saved on /)).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(save).toBeEnabled();
  await expect(page.getByLabel(/^Birth day/)).toHaveValue('7');
});

test('signed out, the bar offers Login, and the portal’s pages lead to sign-in', async ({ page, addClinic }) => {
  const clinic = await addClinic({ shop: { feature_settings: { pet_portal_enabled: true } } });
  const booking = new Booking(page);
  await booking.open(clinic);
  await expect(page.getByRole('navigation', { name: 'Portal' })).toHaveCount(0);
  await page.goto(`/${clinic}?utm_source=mail`);
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    `/${clinic}?redirect=pets&utm_source=mail`,
  );
  await page.goto(`/${clinic}/pets`);
  await expect(page).toHaveURL(`/${clinic}?redirect=pets`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
