import type { Page } from '@playwright/test';
import { askServer } from '../../server/operator/ask';
import { cancelAppointment, CUSTOMER_SITE } from '../../src/contract/appointments';
import { signedIn } from './calls';
import { everyKind, kindsListed } from './deskKinds';
import { goingWrong } from './deskWrong';
import {
  askForText,
  clinicWithRequests,
  enterDesk,
  opened,
  pageAt,
  signInToDesk,
  turnToAnotherDay,
  type DeskWalk,
} from './deskPeople';

/** How long a screen may be waited for, in milliseconds. */
const patience = 20_000;

async function signingIn({ page, server, addClinic, seen }: DeskWalk): Promise<void> {
  page.setDefaultTimeout(patience);
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
  const name = page.getByLabel('Your name, as colleagues see it');
  await name.waitFor();
  await name.fill('Wilhelmina Featherstonehaugh-Cholmondeley');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your name is saved.').first().waitFor();
  const invite = page.getByRole('form', { name: 'Invite somebody' });
  await invite.getByLabel('Work e-mail').fill('bartholomew.christopher@a-clinic-with-a-long-name.example');
  await seen(page, 'staff, inviting');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('invited, has not signed in yet').first().waitFor();
  await page.waitForLoadState('networkidle');
  await seen(page, 'staff');
  await seen(page, 'staff, whole', 2400);
}

async function answering({ page, server, addClinic, seen }: DeskWalk): Promise<void> {
  page.setDefaultTimeout(patience);
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
  await turnToAnotherDay(page);
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

  const ana = await pageAt(page, server);
  await signInToDesk(ana, server, clinic, 'Ana');
  await ana.getByRole('button', { name: 'Accept' }).waitFor();
  await ana.keyboard.press('d');
  await page
    .getByText(/is answering this/)
    .first()
    .waitFor();
  await seen(page, 'somebody else is at it');
  await ana.context().close();

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
  await opened(page, 'Moose').waitFor();
  await seen(page, 'answered');

  await page.goto('/admin/inbox');
  await page.getByRole('option', { name: /^Pepper/ }).click();
  await opened(page, 'Pepper').waitFor();
  await page.context().setOffline(true);
  await page
    .getByText(/^No connection/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await seen(page, 'no network');
  await page.context().setOffline(false);
}

/** Opens the item of the kind, once its first way on can be taken. */
async function open(page: Page, kind: keyof typeof kindsListed, way: RegExp | string): Promise<void> {
  await page.getByRole('option', { name: kindsListed[kind] }).first().click();
  await page.getByRole('button', { name: way }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function kinds({ page: first, seen }: DeskWalk): Promise<void> {
  const { server, clinic } = await everyKind();
  const page = await pageAt(first, server);
  page.setDefaultTimeout(patience);
  try {
    let holds = true;
    await page.route('**/api/desk/v1/inbox*', async (route) => {
      while (holds) await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue().catch(() => undefined);
    });
    await enterDesk(page, server, clinic, 'Marcus');
    await seen(page, 'loading');
    holds = false;
    await page.getByRole('option').nth(8).waitFor();
    await page.unroute('**/api/desk/v1/inbox*');

    await open(page, 'refill', 'Approve');
    await seen(page, 'refill');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.keyboard.press('3');
    await page.getByText(/by text and e-mail/).waitFor();
    await seen(page, 'refill, decline');
    await page.keyboard.press('Escape');

    await open(page, 'waitlist', /^Offer /);
    await seen(page, 'would come earlier');

    await open(page, 'deposit', 'Choose a time');
    await seen(page, 'paid, no time');
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByRole('group', { name: 'Times' }).getByRole('button').nth(3).click();
    await page
      .getByText(/will read/)
      .filter({ visible: true })
      .last()
      .waitFor();
    await seen(page, 'paid, choose a time');
    await page.keyboard.press('Escape');

    await open(page, 'records', 'These are one');
    await seen(page, 'tell apart');
    await page.getByRole('button', { name: 'These are one' }).click();
    await page.getByRole('radio', { name: /^Sam Rivera/ }).check();
    await page.getByText(/Otis/).last().waitFor();
    await seen(page, 'make one');
    await page.keyboard.press('Escape');

    await open(page, 'undelivered', 'Correct the number');
    await seen(page, 'not delivered');
    await page.getByRole('button', { name: 'Correct the number' }).click();
    await page.getByLabel('Phone or e-mail').fill('512 555 0188');
    await page.getByText(/has 512-555-0188 from now on/).waitFor();
    await seen(page, 'not delivered, correct');
    await page.keyboard.press('Escape');

    await open(page, 'refund', 'Try again now');
    await seen(page, 'refund failed');

    await open(page, 'paid', 'Accept');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.keyboard.press('1');
    await page.getByText(/It starts 20 seconds after you decline/).waitFor();
    await seen(page, 'decline and refund');
    await page.keyboard.press('Escape');

    // The owner cancels what is being accepted: the answer does not leave, and its row and its item say so.
    await open(page, 'request', 'Accept');
    const noor = await signedIn(server, clinic, 'noor@example.com');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText(/Pepper: accepted, told in/).waitFor();
    await noor.call(cancelAppointment, { body: { id: 'visit-noor', source: CUSTOMER_SITE } });
    await page.goto('/admin/inbox?show=answered');
    const unsent = page.getByRole('option', { name: /Pepper.*was not sent/ });
    await unsent.waitFor({ timeout: 40_000 });
    await unsent.click();
    await page.getByRole('article').getByText('Noor canceled first.').first().waitFor();
    await seen(page, 'answer that did not leave');
  } finally {
    await page.context().close();
    await server.remove();
  }
}

/** Walks through the desk, screen by screen. */
export const deskWalks: Readonly<Record<string, (walk: DeskWalk) => Promise<void>>> = {
  'signing in and staff': signingIn,
  answering,
  'every kind': kinds,
  'going wrong': goingWrong,
};
