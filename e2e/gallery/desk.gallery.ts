import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { askServer } from '../../server/operator/ask';
import { askForText, clinicWithRequests, opened, signInToDesk } from '../support/deskPeople';
import { test } from '../support/fixtures';
import { devtoolsOf, look } from '../support/whole';
import { folder, writeIndex } from './pictures';

/** The desk fills the window, whatever is in it: each column scrolls by itself. */
const sizes = [
  [390, 844],
  [800, 1000],
  [1280, 800],
  [1920, 1080],
] as const;

/** Takes the pictures of a state of the desk. */
async function seen(page: Page, name: string): Promise<void> {
  const own = join(folder, `desk ${name}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of sizes) {
      await look(page, { width, height });
      const { data } = await (await devtoolsOf(page)).send('Page.captureScreenshot', { format: 'jpeg', quality: 80 });
      await writeFile(join(own, `${colorScheme}, ${width}.jpg`), Buffer.from(data, 'base64'));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await look(page, { width: 1440, height: 900 });
}

// A desk has a mouse and keys, which its buttons name.
test.use({ hasTouch: false, isMobile: false });
test.beforeAll(() => mkdir(folder, { recursive: true }));
test.afterAll(writeIndex);

test('desk: signing in', async ({ page, server, addClinic }) => {
  const clinics = [
    await addClinic(clinicWithRequests()),
    await addClinic({ shop: { name: 'Willow Creek Cat and Small Animal Clinic of Northwest Hills' } }),
  ];
  const email = `wilhelmina.${clinics[0]}@a-clinic-with-a-long-name.example`;
  for (const clinicId of clinics)
    await askServer(server.dataDir, { name: 'invite', clinicId, email, role: 'admin', providerId: null });
  await page.goto('/admin/inbox');
  await page.getByLabel('Work e-mail').waitFor();
  await seen(page, 'sign-in');
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel(/-digit code/).waitFor();
  await seen(page, 'sign-in, code');
  await page.getByLabel(/-digit code/).fill(await server.code(email));
  await page.getByRole('heading', { name: /^Which clinic/ }).waitFor();
  await seen(page, 'which clinic');
  await page.getByRole('button', { name: /^Willow/ }).click();
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
  await seen(page, 'nothing waits, first day');
  await page.goto('/admin/staff');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await seen(page, 'staff');
});

test('desk: the inbox and its answers', async ({ page, browser, server, addClinic, complaints }) => {
  complaints.expect(/ERR_|status of/);
  const clinic = await addClinic(clinicWithRequests());
  await askForText(server, clinic, '5125550142');
  await signInToDesk(page, server, clinic, 'Marcus');
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await seen(page, 'request');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await seen(page, 'keys');
  await page.keyboard.press('Escape');

  await page.keyboard.press('o');
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await days.nth(1).click();
  await page.getByRole('group', { name: 'Times' }).getByRole('button').nth(8).waitFor();
  for (const key of ['1', '5', '9']) await page.keyboard.press(key);
  await page.getByText(/All three are held/).waitFor();
  await seen(page, 'offer');
  await page.keyboard.press('Escape');
  await page.getByText('Not sent').first().waitFor();
  await seen(page, 'half-written');

  await page.keyboard.press('d');
  await page.keyboard.press('2');
  await page.getByLabel(/In your own words/).fill('Please go to Capital Emergency.');
  await page
    .getByText(/Capital Emergency/)
    .nth(1)
    .waitFor();
  await seen(page, 'decline');
  await page.keyboard.press('Escape');

  const other = await browser.newContext({ baseURL: server.origin });
  const ana = await other.newPage();
  await signInToDesk(ana, server, clinic, 'Ana');
  await ana.getByRole('button', { name: 'Accept' }).waitFor();
  await ana.keyboard.press('d');
  await page
    .getByText(/is answering this/)
    .first()
    .waitFor();
  await seen(page, 'somebody else is at it');
  await other.close();

  await page.getByRole('option', { name: /^Moose/ }).click();
  await opened(page, 'Moose').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/Moose: accepted, told in/).waitFor();
  await seen(page, 'undo');
  await page.getByRole('option', { name: /Text us/ }).click();
  await page.getByRole('button', { name: 'Mark answered' }).waitFor();
  await seen(page, 'text us');
  await page.goto('/admin/inbox?show=answered');
  await page.getByRole('option').first().click();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await seen(page, 'answered');

  await page.goto('/admin/inbox');
  await page.getByRole('option', { name: /^Pepper/ }).click();
  await opened(page, 'Pepper').waitFor();
  await page.context().setOffline(true);
  await page
    .getByText(/^No connection/)
    .first()
    .waitFor();
  await seen(page, 'no network');
  await page.context().setOffline(false);
});
