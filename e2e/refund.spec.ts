import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { someOwner } from './support/booking';
import { Desk } from './support/desk';
import { expect, expectAccessible, test } from './support/fixtures';
import { clinicOf, isSaved, MyPets, rowsOf } from './support/myPets';
import { clinicWith, requestAndPay } from './support/paidRequest';
import { PortalServer } from './support/server';
import { expectToast } from './support/toasts';

const appointmentOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
/** The worker gives the money back within seconds; the page learns of it when it is read anew. */
const expectRefunded = (page: Page) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText('Your deposit of $25.00 was refunded to your card ending in 4242.')).toBeVisible({
      timeout: 5000,
    });
  }).toPass({ timeout: 60_000 });

test('D-414: the clinic declines a request whose deposit is paid; its owner is told, and sees the money go back', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicWith());
  await requestAndPay(page, server, clinic, owner);
  await expect(page.getByText('Requested')).toBeVisible();
  expect(await server.clinic('appointments', clinic)).toContain('$25.00 paid (card 4242)');

  expect(await server.clinic('decline', clinic, appointmentOf(page))).toBe(
    'The appointment is declined; the owner is told.\nDeposit: $25.00 being refunded (card 4242)\n',
  );
  const [message] = await server.messages(`+1${owner.phone}`);
  expect(message?.text).toContain('We are refunding your deposit of $25.00 to your card ending in 4242.');
  await expectRefunded(page);
  await expect(page.getByText('Declined')).toBeVisible();
  await expectAccessible(page);
  expect(await server.clinic('appointments', clinic)).toContain('$25.00 refunded (card 4242)');
});

test('D-424: the desk declines a request whose deposit is paid; its owner reads why, and sees the money go back', async ({
  page,
  server,
  addClinic,
}) => {
  test.slow();
  const owner = someOwner();
  const clinic = await addClinic(clinicWith());
  const desk = await Desk.open(server, clinic);
  await requestAndPay(page, server, clinic, owner);
  await desk.answer('request', { name: 'decline', reason: 'emergency', words: 'Please choose another day.' });
  await expectRefunded(page);
  await expect(page.getByText('Declined')).toBeVisible();
  await expect(page.getByText(/Please choose another day\./)).toBeVisible();
  await expect(page.getByText(/Answered (just now|\d+ minutes? ago)/)).toBeVisible();
  const [message] = await server.messages(`+1${owner.phone}`);
  expect(message?.text).toContain('Please choose another day.');
  expect(message?.text).toContain('We are refunding your deposit of $25.00 to your card ending in 4242.');
});

test('D-414: a server that is killed as soon as the clinic has declined gives the deposit back when it is started again, once', async ({
  browser,
}) => {
  test.slow();
  const clinic = clinicWith();
  const server = await PortalServer.start([{ ...clinic, shop: { ...clinic.shop, id: 'cedar' } }]);
  const context = await browser.newContext({ baseURL: server.origin });
  try {
    const page = await context.newPage();
    await requestAndPay(page, server, 'cedar', someOwner());
    await server.clinic('decline', 'cedar', appointmentOf(page));
    for (let times = 0; times < 2; times += 1) {
      await server.kill();
      await server.restart();
    }
    await expectRefunded(page);
    const backup = join(server.dataDir, 'backup.jsonl');
    await server.clinic('backup', backup);
    const made = (await readFile(backup, 'utf8')).split('\n').filter((line) => line.includes('"kind":"refund"'));
    expect(made).toHaveLength(1);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('D-414: an owner cancels in time, is told beforehand that the deposit comes back, and it does', async ({
  page,
  server,
  addClinic,
}) => {
  const clinic = await addClinic(clinicWith({ deposit_refund_hours: 1 }));
  await requestAndPay(page, server, clinic, someOwner());
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Your deposit of $25.00 will be refunded to your card ending in 4242.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await expectToast(page, 'Appointment canceled. We are refunding your deposit of $25.00 to your card ending in 4242.');
  await expect(page.getByRole('listitem').getByText(/^We are refunding your deposit|was refunded to/)).toBeVisible();
  await page.getByRole('link', { name: /Exam.*Pepper/ }).click();
  await expectRefunded(page);
});

test('D-414: where the clinic decides, the owner is told whom to call, and the operator gives it back', async ({
  page,
  server,
  addClinic,
}) => {
  const clinic = await addClinic(clinicWith());
  await requestAndPay(page, server, clinic, someOwner());
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(
    page.getByRole('dialog').getByText('The clinic decides whether your deposit of $25.00 is refunded.'),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await page.getByRole('link', { name: /Exam.*Pepper/ }).click();
  await expect(page.getByText('Please call us about your deposit: 512-555-0100')).toBeVisible();
  await expectAccessible(page);
  expect(await server.clinic('refund', clinic, appointmentOf(page))).toContain(
    'The owner is told: We are refunding your deposit',
  );
  await expectRefunded(page);
});

test('D-415: what the clinic withdraws is gone from the portal and from the device at the next visit, for pets that were not opened too', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const given = clinicOf(owner);
  const clinic = await addClinic(given);
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await isSaved(page);
  const saved = () => page.evaluate(rowsOf, ['records']);
  expect(await saved()).toContain('Eye drops');

  const withdrawn = (given.clients ?? []).map((one) => ({
    ...one,
    patients: (one.patients ?? []).map((pet) => ({
      ...pet,
      vaccinations: (pet.vaccinations ?? []).map((row) =>
        row.id === 'maple-rabies' || pet.id === 'olive' ? { ...row, withdrawn: true } : row,
      ),
      medications: (pet.medications ?? []).map((row) => (pet.id === 'olive' ? { ...row, withdrawn: true } : row)),
    })),
  }));
  await server.addClinic({ ...given, clients: withdrawn, shop: { ...given.shop, id: clinic } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  // Olive is not opened: her lists are empty now, and so are the copies.
  await expect.poll(saved).not.toContain('Eye drops');
  await expect.poll(saved).not.toContain('FVRCP');
  await expect.poll(saved).not.toContain('maple-rabies');
  expect(await saved()).toContain('maple-dhpp');
  await my.pet('Maple').click();
  await expect(my.row('DHPP')).toBeVisible();
  await expect(my.row('Rabies')).toHaveCount(0);
});
