import type { Page } from '@playwright/test';
import { askForText, clinicWithRequests, opened, signInToDesk } from './support/deskPeople';
import { expect, expectAccessible, test } from './support/fixtures';
import type { PortalServer } from './support/server';

/** Signs in on the desk's page with the code that the e-mail is sent. */
async function enter(page: Page, server: PortalServer, email: string): Promise<void> {
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel(/-digit code/).fill(await server.code(email));
}

/** What of the desk the browser still has. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'desk'),
    storage: Object.keys(localStorage).filter((name) => name.startsWith('desk-s') || name.startsWith('desk-p')),
  }));

test('D-421: staff sign in by a code, see what is new within five seconds, and leave nothing when they sign out', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const clinic = await addClinic(clinicWithRequests());
  const email = `ana.${clinic}@desk.example`;
  await server.clinic('invite', clinic, email, 'staff');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin');
  await expect(page.getByLabel('Work e-mail')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = await server.code(email);
  await page.getByLabel(/-digit code/).fill(code === '111111' ? '222222' : '111111');
  await expect(page.getByText('Invalid code').first()).toBeVisible();
  await page.getByLabel(/-digit code/).fill(code);
  await expect(page.getByRole('option', { name: /^Pepper/ })).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) Inbox/);

  await askForText(server, clinic, '5125550142');
  await expect(page).toHaveTitle(/^\(3\) Inbox/, { timeout: 5_000 });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await kept(page)).toEqual({ databases: [], storage: [] });
  await page.goto('/admin/inbox');
  await expect(page.getByLabel('Work e-mail')).toBeVisible();
});

test('a code that counts no more after five wrong tries says so and what to do, and another one signs in', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const clinic = await addClinic(clinicWithRequests());
  const email = `kim.${clinic}@desk.example`;
  await server.clinic('invite', clinic, email, 'staff');
  await page.goto('/admin/inbox');
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const field = page.getByLabel(/-digit code/);
  const code = await server.code(email);
  for (const digits of [...Array<string>(5).fill(code === '111111' ? '222222' : '111111'), code]) {
    const refused = page.waitForResponse((reply) => reply.status() === 401);
    await field.fill(digits);
    await refused;
    await expect(field).toHaveValue('');
  }
  await expect(page.getByText(/After 5 wrong tries a code counts no more.*send another one/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent again.').first()).toBeVisible();
  await expect(page.locator('form').getByText(/counts no more/)).toHaveCount(0);
  await field.fill(await server.code(email));
  await expect(page.getByRole('option', { name: /^Pepper/ })).toBeVisible();
});

test('F6 goes from the rail to the list, to the item, and round again', async ({ page, server, addClinic }) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Robin');
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  const rail = page.getByRole('navigation', { name: 'Desk' });
  await rail.getByRole('link', { name: /^Inbox/ }).focus();
  for (const round of [1, 2]) {
    await page.keyboard.press('F6');
    await expect(page.getByRole('option', { name: /^Pepper/ }), `the list, round ${round}`).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.getByRole('heading', { level: 2, name: 'Pepper' }), `the item, round ${round}`).toBeFocused();
    await page.keyboard.press('F6');
    await expect(rail.getByRole('link', { name: /^Inbox/ }), `the rail, round ${round}`).toBeFocused();
  }
});

test('what was said at the desk leaves the page with who was signed in', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  // The page hears of it from the other tab, or by a call that is refused.
  complaints.expect(/wants to delete database 'desk'|Dexie.delete\('desk'\) was blocked|401 \(Unauthorized\)/);
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Lou');
  await page.getByRole('button', { name: 'Accept' }).click();
  const said = page.locator('[role=log]');
  await expect(said.filter({ hasText: 'Pepper' }).first()).toBeAttached();
  // Another tab of this browser ends the session: the page stays, and asks to sign in.
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1280, height: 800 });
  await other.goto('/admin/inbox');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL('**/login');
  await expect(page.getByLabel('Work e-mail')).toBeVisible();
  await expect(said.filter({ hasText: 'Pepper' })).toHaveCount(0);
});

test('D-423: the link of a notice leads to its item, through signing in and to the clinic that it names', async ({
  page,
  server,
  addClinic,
}) => {
  const [clinic, other] = [await addClinic(clinicWithRequests()), await addClinic()];
  const email = `both.${clinic}@desk.example`;
  await server.clinic('invite', other, email, 'admin');
  await server.clinic('invite', clinic, email, 'staff');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/inbox/request-visit-dana?clinic=${clinic}`);
  await enter(page, server, email);
  await expect(opened(page, 'Moose')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/inbox');
  await expect(page.getByRole('option', { name: /^Pepper/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Requests/ })).toBeVisible();
  await expectAccessible(page);
});

test('D-421, D-422: an admin invites, changes and removes staff, makes a passkey, and sees what was done', async ({
  page,
  server,
  addClinic,
}) => {
  const clinic = await addClinic();
  const [email, colleague] = [`ana.${clinic}@desk.example`, `bo.${clinic}@desk.example`];
  await server.clinic('invite', clinic, email, 'admin');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin/staff');
  await enter(page, server, email);
  await expect(page.getByRole('heading', { name: 'Who works here' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Your name, as colleagues see it').fill('Ana Ruiz');
  await page.getByRole('form', { name: 'Your name' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your name is saved.' })).toBeVisible();

  const invite = page.getByRole('form', { name: 'Invite somebody' });
  await invite.getByLabel('Work e-mail').fill(colleague);
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText(`${colleague} is invited by e-mail.`)).toBeVisible();
  expect((await server.messages(colleague))[0]?.subject).toContain('You are invited to the desk');
  await page.getByRole('button', { name: `Change ${colleague}` }).click();
  const change = page.getByRole('form', { name: `Change ${colleague}` });
  await change.getByLabel('Role').selectOption('admin');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Admin, invited, has not signed in yet')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: `What you changed of ${colleague} is saved.` })).toBeVisible();
  await page.getByRole('button', { name: `Change ${colleague}` }).click();
  await change.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: `Change ${colleague}` })).toHaveCount(0);
  await expect(page.getByText(`removed ${colleague}`)).toBeVisible();
  const back = page.getByRole('button', { name: `Bring ${colleague} back` });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(page.getByText(`${colleague} is back, and is told by e-mail.`)).toBeVisible();
  await expect(back).toHaveCount(0);
  await expect(page.getByText('Admin, invited, has not signed in yet')).toBeVisible();
  await expect(page.getByText(`invited ${colleague} as admin`)).toBeVisible();
  await expect(page.getByText(`made ${colleague} admin`)).toBeVisible();
  await expect(page.getByText('Here, now')).toBeVisible();

  await page.getByRole('button', { name: 'Make a passkey on this device' }).click();
  await expect(page.getByText('The passkey is ready. It signs you in on this device.')).toBeVisible();
  // One that could not be made is said where it was asked for.
  await page.getByRole('button', { name: 'Make a passkey on this device' }).click();
  await expect(page.getByText('This device has a passkey of yours already.')).toBeInViewport();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your passkeys' })).toBeVisible();
  // However far below one acts, what was done is in sight.
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByRole('button', { name: /^Remove Chrom/ }).click();
  await expect(page.getByText('The passkey signs in no more.')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});
