import type { Browser, Page } from '@playwright/test';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { clinicOf, MyPets, rowsOf } from './support/myPets';
import type { PortalServer } from './support/server';

const deviceCookie = async (page: Page) =>
  (await page.context().cookies(`${new URL(page.url()).origin}/api`)).find(({ name }) => name === 'device');
const devices = (page: Page) => page.getByRole('region', { name: "Where you're signed in" }).getByRole('listitem');
const openAccount = async (page: Page, clinic: string) => {
  await page.goto(`/${clinic}/account`);
  await expect(page.getByText('This device')).toBeVisible();
};

/** Another device, on which the owner signs in with the second code that is sent to them. */
async function onTablet(
  browser: Browser,
  server: PortalServer,
  clinic: string,
  owner: ReturnType<typeof someOwner>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1',
  });
  const page = await context.newPage();
  const booking = new Booking(page);
  await page.goto(`/${clinic}?redirect=pets`);
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email, 2));
  await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  return page;
}

test('an owner sees where they are signed in, and signs another device out: it is, at its next call, and shows nothing of theirs any more (D-01, D-407)', async ({
  page,
  browser,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await new MyPets(page).signIn(clinic, server, owner);
  const tablet = await onTablet(browser, server, clinic, owner);

  await openAccount(page, clinic);
  await expect(devices(page)).toHaveCount(2);
  await expect(devices(page).nth(0)).toContainText(/^Chrome on \w+This device/);
  await expect(devices(page).nth(1)).toContainText(/^Safari on iPadLast used today, /);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out Safari on iPad' }).click();
  await expect(devices(page)).toHaveCount(1);

  await tablet.goto(`/${clinic}/pets`);
  await expect(tablet).toHaveURL(new RegExp(`/${clinic}\\?redirect=pets$`));
  await expect(tablet.getByText('Maple')).toHaveCount(0);
  await tablet.context().close();
});

test("a sign-in on a new device is told to the owner's other contact; on the same one it is not (D-405, D-406)", async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await page.goto(`/${clinic}`);
  await expect(page.getByRole('button', { name: 'New client' })).toBeVisible();
  expect(await deviceCookie(page), 'nothing for a visitor').toBeUndefined();
  await new MyPets(page).signIn(clinic, server, owner);
  const first = await deviceCookie(page);
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api' });

  const tablet = await onTablet(browser, server, clinic, owner);
  const [told] = await server.messages(`+1${owner.phone}`);
  expect(told?.text).toMatch(/your account was signed in to on a new device \(Safari on iPad, .*Sign out everywhere/);
  await tablet.context().close();

  await openAccount(page, clinic);
  await page.getByRole('button', { name: 'Sign out', exact: false }).first().click();
  await expect(page).toHaveURL(new RegExp(`/${clinic}$`));
  const booking = new Booking(page);
  await page.goto(`/${clinic}?redirect=pets`);
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email, 3));
  await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  expect((await deviceCookie(page))?.value, 'the same browser').toBe(first?.value);
  expect(await server.messages(`+1${owner.phone}`)).toHaveLength(1);
});

test('sign out everywhere asks first, ends every session, and leaves nothing on this device (D-308, D-407)', async ({
  page,
  browser,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await new MyPets(page).signIn(clinic, server, owner);
  const tablet = await onTablet(browser, server, clinic, owner);
  await openAccount(page, clinic);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(devices(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(() => page.evaluate(rowsOf, ['sessions', 'records'])).not.toContain(owner.email);
  await tablet.goto(`/${clinic}/pets`);
  await expect(tablet).toHaveURL(new RegExp(`/${clinic}\\?redirect=pets$`));
  await tablet.context().close();
});

test('without a network the list says what it needs, and is there when the network is (D-03, D-407)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await new MyPets(page).signIn(clinic, server, owner);
  await openAccount(page, clinic);
  await page.context().setOffline(true);
  await expect(page.getByText("Connect to the internet to see where you're signed in.")).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(devices(page)).toHaveCount(1);
});

test('a sign-up left on a shared browser sets no password on the next owner who signs in there by code; a common one is refused (D-406, D-407)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 40[01]/);
  const owner = someOwner();
  const clinic = await addClinic();
  const booking = new Booking(page);
  const signUp = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
  };
  await page.goto(`/${clinic}?redirect=account`);
  await page.getByRole('button', { name: 'Sign in with a password instead' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Phone', { exact: true }).fill(owner.phone);
  await signUp('password1');
  await expect(page.getByText('Please choose a less common password')).toBeVisible();
  await expectAccessible(page);
  await signUp('left-by-a-stranger');
  await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
  const [sent] = await server.messages(`+1${owner.phone}`);
  expect(sent?.text).toContain('is your code to create an account at');

  // Left, and somebody else is at the browser.
  await page.goto(`/${clinic}?redirect=account`);
  const resumed = page.getByRole('heading', { name: 'Check your phone!' });
  await expect(resumed).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.goto(`/${clinic}?redirect=account`);
  await booking.phone.fill(owner.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(`+1${owner.phone}`, 2));
  await expect(page).toHaveURL(new RegExp(`/${clinic}/account$`));

  const refused = await page.request.post('/api/user/v1/auth/sign-in', {
    headers: { 'X-Client-Id': clinic },
    data: { username: `1;${owner.phone}`, password: 'left-by-a-stranger', role: 'ROLE_CUSTOMER' },
  });
  expect(refused.status()).toBe(401);
});
