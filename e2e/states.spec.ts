import type { BrowserContext, Page } from '@playwright/test';
import { product, weekdayHours, provider } from '../tests/support/clinicFile';
import { someOwner, type Owner } from './support/booking';
import { Desk } from './support/desk';
import { expect, expectAccessible, manyCallers, noConnection, test as base } from './support/fixtures';
import { hasSaved } from './support/myPets';
import { clinicOfSam, Requests } from './support/requests';
import { PortalServer } from './support/server';
import { expectToast } from './support/toasts';

/** Sam's clinic on a server of its own, whose clinicians work at all hours, and Ana at its desk. */
const test = base.extend<{ owner: Owner; portal: PortalServer; desk: Desk; requests: Requests }>({
  owner: async ({}, provide) => provide(someOwner()),
  portal: async ({ owner }, provide) => {
    const base = clinicOfSam(owner);
    const portal = await PortalServer.start(
      [
        {
          ...base,
          shop: {
            ...base.shop,
            id: 'quiet',
            metadata: { isAutoAccept: false },
            feature_settings: { ...base.shop!.feature_settings, answer_within_hours: 4 },
          },
          providers: [
            provider({
              id: 'ada',
              hours: [...weekdayHours(), ...[6, 7].map((day) => ({ day, start: '09:00', end: '17:00' }))],
            }),
          ],
          products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
          appointments: [{ ...base.appointments![0]!, status: 'REQUESTED' }],
        },
      ],
      manyCallers,
    );
    await provide(portal);
    await portal.remove();
  },
  baseURL: async ({ portal }, provide) => provide(portal.origin),
  desk: async ({ portal }, provide) => provide(await Desk.open(portal, 'quiet')),
  requests: async ({ page, portal, owner, complaints }, provide) => {
    complaints.expect(noConnection);
    const requests = new Requests(page, portal, 'quiet');
    await requests.signIn(owner);
    await provide(requests);
  },
});

/** The page is seen again after a while in another app. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const look = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const { now } = Date;
    look('hidden');
    Date.now = () => now() + 20_000;
    look('visible');
    Date.now = now;
  });
}

/** Another visit with the server gone. */
async function laterWithout(portal: PortalServer, context: BrowserContext, path: string): Promise<Page> {
  await portal.kill();
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const list = '/quiet/appointments';

test('a request is accepted at the desk, and the owner’s phone shows it, also with the server gone', async ({
  requests: { page },
  desk,
  portal,
  owner,
  context,
}) => {
  await page.goto(list);
  const visit = page.getByRole('listitem').filter({ hasText: 'Exam' });
  await expect(visit).toContainText('Requested');
  await expect(visit).toContainText(/The clinic answers by ((today|tomorrow), |\w{3} )\d+:\d\d[ap]m/);

  await desk.answer('request', { name: 'accept' });
  await comeBack(page);
  await expect(visit).toContainText(/Answered (just now|\d+ minutes? ago)/);
  await expect(visit).not.toContainText('Requested');
  const [told] = await portal.messages(owner.email);
  expect(told?.text).toMatch(/accepted|booked/);
  await hasSaved(page, 'appointments', '"status":"ACCEPTED"');
  await page.close();

  const later = await laterWithout(portal, context, list);
  await expect(later.getByText(/Answered (just now|\d+ minutes? ago)/)).toBeVisible();
  await expect(later.getByText('Requested')).toBeHidden();
});

test('a refill asked for without a network is approved and ready, seen with the server gone', async ({
  requests,
  desk,
  portal,
  context,
}) => {
  const { page } = requests;
  await requests.openMedications();
  await context.setOffline(true);
  await requests.ask('wish 1');
  await expect(requests.row('Apoquel 16 mg')).toContainText('Waiting to send');
  await context.setOffline(false);
  await expect(requests.row('Apoquel 16 mg')).toContainText('Sent');
  await expect(requests.row('Apoquel 16 mg')).toContainText(/The clinic answers by /);

  const row = page.getByRole('list', { name: 'Refills' }).getByRole('listitem').filter({ hasText: 'Apoquel 16 mg' });
  await desk.answer('refill', { name: 'approve' });
  await comeBack(page);
  await expect(row).toContainText(/Approved (just now|\d+ minutes? ago)/);
  // The answer stands in place of the request.
  await expect(requests.row('Sent')).toHaveCount(0);
  await expectAccessible(page);
  await desk.answer('refill', { name: 'ready' });
  await comeBack(page);
  await expect(row).toContainText(/Ready for pick-up (just now|\d+ minutes? ago)/);
  await hasSaved(page, 'refills', '"state":"ready"');
  await page.close();

  const later = await laterWithout(portal, context, '/quiet/pets');
  await expect(later.getByRole('list', { name: 'Refills' })).toContainText(
    /Apoquel 16 mg for Maple\s*Ready for pick-up/,
  );
});

test('a refill is declined, and its owner reads why', async ({ requests, desk }) => {
  const { page } = requests;
  await requests.openMedications();
  await requests.ask('wish 1');
  await expect(requests.row('Apoquel 16 mg')).toContainText('Sent');
  await desk.answer('refill', { name: 'decline', reason: 'call_us', words: 'Maple needs a visit first.' });
  await comeBack(page);
  await expect(page.getByRole('list', { name: 'Refills' })).toContainText('Maple needs a visit first.');
});

test('three times are offered, and one is picked with one tap while somebody else wants it', async ({
  requests: { page },
  desk,
  portal,
  context,
}) => {
  const times = await desk.openings('request', 3);
  await desk.answer('request', { name: 'offer', times });
  await page.goto(list);
  const offer = page.getByRole('region', { name: 'The clinic offers 3 other times' });
  await expect(offer.getByRole('button')).toHaveCount(3);
  await expectAccessible(page);

  // Without a network they are text.
  await context.setOffline(true);
  await page.reload();
  await expect(offer.getByText('Connect to the internet to pick one.')).toBeVisible();
  await expect(offer.getByRole('button')).toHaveCount(0);
  await context.setOffline(false);
  await expect(offer.getByRole('button')).toHaveCount(3);

  const hold = () => holdOf(portal, times[1]!);
  const before = await hold();
  const [, during] = await Promise.all([offer.getByRole('button').nth(1).click(), hold()]);
  await expectToast(page, 'Your appointment is scheduled');
  expect([before, during, await hold()]).toEqual([409, 409, 409]);
  // The others are anybody's again.
  expect(await holdOf(portal, times[0]!)).toBe(200);
  await expect(offer).toHaveCount(0);
  const visit = page.getByRole('listitem').filter({ hasText: 'Exam' });
  await expect(visit).not.toContainText('Requested');
  expect(await visit.locator('time').getAttribute('datetime')).toBe(times[1]!.at);
});

/** The status with which a visitor is given a hold on a time, or refused it. */
async function holdOf({ origin }: PortalServer, { at, provider_id: id }: { at: string; provider_id: string | null }) {
  const send = (path: string, body: object, token?: string) =>
    fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: {
        'X-Client-Id': 'quiet',
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const guest = await send('/user/v1/auth/guest-sign-in', {});
  const { data } = (await guest.json()) as { data: { token: string } };
  const from = new Date(at);
  const { status } = await send(
    '/calendars/blocked_time',
    {
      provider_id: id,
      expire: new Date(Date.now() + 600_000).toISOString(),
      title: 'Hold',
      from_date: at,
      to_date: new Date(from.getTime() + 30 * 60_000).toISOString(),
      appointment_type_id: 'exam',
    },
    data.token,
  );
  return status;
}

test('a request is declined: its owner reads why, in the list and on its page', async ({
  requests: { page },
  desk,
  portal,
  owner,
}) => {
  await page.goto(`${list}/visit`);
  await expect(page.getByText('Requested')).toBeVisible();
  await desk.answer('request', { name: 'decline', reason: 'emergency', words: 'Please choose another day.' });
  await comeBack(page);
  await expect(page.getByText('Declined')).toBeVisible();
  await expect(page.getByText(/Please choose another day\./)).toBeVisible();
  await expect(page.getByText(/Answered (just now|\d+ minutes? ago)/)).toBeVisible();
  await expectAccessible(page);
  const [told] = await portal.messages(owner.email);
  expect(told?.text).toContain('Please choose another day.');
});

test('who asked to be texted reads that it is open, then that it is answered', async ({ page, portal, desk }) => {
  await page.goto(`${portal.origin}/quiet`);
  const dialog = page.getByRole('dialog', { name: 'Text with us' });
  const open = () => page.getByRole('button', { name: 'Text us' }).first().click();
  await open();
  await dialog.getByLabel('Mobile phone').fill('5125550142');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog.getByText(/You asked us just now to text 512-555-0142\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await desk.answer('text_us', { name: 'answered' });
  await open();
  await expect(dialog.getByText(/^Answered (just now|\d+ minutes? ago)/)).toBeVisible();
  await expectAccessible(page);
});
