import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { laterDatabase } from '../tests/support/proxy';
import { Booking } from './support/booking';
import { expect, noConnection } from './support/fixtures';
import { askUnheard, comeBack, cutOff, isRefill, leaveToWorker, test } from './support/outbox';
import { openProfile } from './support/profile';
import { changeRows, comeOnline, notifications, Requests, texts, waker } from './support/requests';
import { expectToast, toastsOf } from './support/toasts';

test.describe('with the server gone', () => {
  test.use({ isAlone: true });

  test('a refill waits where its owner sees it, and arrives once after the server is back, in another tab', async ({
    portal,
    requests,
    context,
  }) => {
    const { page } = requests;
    await requests.openMedications();
    // Whether it may notify is asked about while something waits, not before (D-305).
    const offer = page.getByRole('button', { name: 'Notify me when it is sent' });
    await expect(offer).toHaveCount(0);
    await portal.server.kill();
    await requests.ask('wish 1');
    await expectToast(requests.page, texts.saved);
    await expect(offer).toBeVisible();
    await expect(requests.row('Apoquel 16 mg')).toContainText(/Waiting to send.*Asked today, \d/);
    await expect(page.getByText('1 request is waiting.')).toBeVisible();

    // The same once more is asked about first (D-04).
    await requests.send('wish 2');
    await expect(
      requests.dialog.getByText('A refill request for Apoquel 16 mg is already waiting to be sent. Send another?'),
    ).toBeVisible();
    await requests.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(requests.row('Apoquel 16 mg')).toHaveCount(1);

    // Another pet's page shows it as well (D-06).
    await page.getByRole('radiogroup', { name: 'Your pets' }).getByRole('radio').filter({ hasText: 'Olive' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting requests' })).toBeVisible();
    await expect(requests.row('For Maple')).toContainText('Waiting to send');
    await page.close();

    await portal.server.restart();
    const reopened = new Requests(await context.newPage(), portal.server, portal.clinic);
    await reopened.page.goto('/quiet/pets');
    await expectToast(reopened.page, texts.sent);
    await reopened.openMedications();
    const receipt = /Sent.*Receipt [\w-]{36}, today, \d+:\d\d[ap]m/;
    await expect(reopened.row('Apoquel 16 mg')).toContainText(receipt);
    await reopened.page.reload();
    // Found by its text, since the click then waits until the page stands still.
    await reopened.page.locator('label').filter({ hasText: 'Medications' }).click();
    await expect(reopened.row('Apoquel 16 mg')).toContainText(receipt);
    expect(await reopened.taken()).toEqual(['wish 1']);
  });

  test('the browser is killed right after "saved": the request arrives once when it is opened again', async ({
    portal,
    complaints,
  }) => {
    complaints.expect(noConnection);
    const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
    try {
      const first = await openProfile(profile, portal.proxy.origin);
      complaints.listen(first);
      const requests = new Requests(await first.newPage(), portal.server, portal.clinic);
      await requests.signIn(portal.owner);
      await askUnheard(requests, () => portal.server.kill());
      const devtools = await first.newCDPSession(requests.page);
      const ended = new Promise((resolve) => first.once('close', resolve));
      void devtools.send('Browser.crash').catch(() => undefined);
      await ended;

      await portal.server.restart();
      const second = await openProfile(profile, portal.proxy.origin);
      complaints.listen(second);
      const reopened = new Requests(await second.newPage(), portal.server, portal.clinic);
      await reopened.page.goto('/quiet/pets');
      await expectToast(reopened.page, texts.sent);
      expect(await reopened.taken()).toEqual(['wish 1']);
      await second.close();
    } finally {
      await rm(profile, { recursive: true, maxRetries: 5 });
    }
  });

  test('signing out asks about unsent requests, and leaves nothing of the owner', async ({ portal, requests }) => {
    const { page } = requests;
    await askUnheard(requests, () => portal.server.kill());
    await expect(page.getByText('Waiting to send')).toBeVisible();

    const signOut = page.getByRole('button', { name: 'Sign Out', exact: true });
    await page
      .getByRole('button', { name: /Sam|account|menu/i })
      .first()
      .click();
    await signOut.first().click();
    const question = page.getByRole('dialog', { name: 'Sign out?' });
    await expect(question.getByText('1 request has not been sent. Signing out deletes it.')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Waiting to send')).toBeVisible();

    await page
      .getByRole('button', { name: /Sam|account|menu/i })
      .first()
      .click();
    await signOut.first().click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(new Booking(page, 'Quiet Vets').clientType).toBeVisible();
    await expect.poll(() => page.evaluate(everythingKept)).not.toMatch(/Maple|Apoquel|Rivera|client-sam|wish 1/);
  });
});

test('two tabs and the worker send at the same time: each request goes out once, in order', async ({
  portal,
  requests,
  context,
}) => {
  await askUnheard(requests, () => cutOff(portal));
  await changeRows(requests.page, { count: 6 });
  const other = await context.newPage();
  await other.goto(`/${portal.clinic}/pets`);
  await expect(other.getByText('6 requests are waiting.')).toBeVisible();
  const wake = await waker(context, other, portal.proxy.origin);
  portal.proxy.seen.length = 0;
  comeBack(portal);
  await Promise.all([comeOnline(requests.page), comeOnline(other), wake()]);
  await expect(requests.page.locator('li[data-state=sent]')).toHaveCount(6);
  const keys = portal.proxy.seen
    .filter(({ asked }) => isRefill(asked))
    .map(({ asked }) => asked.headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([6, 6]);
  expect(await requests.taken()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `wish ${n}`));
});

test('with no page open the worker sends, and says so in a notification that names no pet (D-305)', async ({
  portal,
  requests,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: portal.proxy.origin });
  const { elsewhere, wake } = await leaveToWorker(portal, requests, context);
  comeBack(portal);
  await wake();
  await expect.poll(() => requests.taken()).toEqual(['wish 1']);

  await expect.poll(() => notifications(context)).toEqual([{ title: 'Quiet Vets', body: texts.sent }]);

  const later = new Requests(elsewhere, portal.server, portal.clinic);
  await elsewhere.goto(`/${portal.clinic}/pets`);
  await later.openMedications();
  await expect(later.row('Apoquel 16 mg')).toContainText('Sent');
  expect(await toastsOf(elsewhere)).toEqual([]);
  expect(await later.taken()).toEqual(['wish 1']);

  // It goes with its owner (D-308).
  await elsewhere.getByRole('button', { name: 'Sam, menu' }).click();
  await elsewhere.getByRole('button', { name: 'Sign Out', exact: true }).first().click();
  await expect(new Booking(elsewhere, 'Quiet Vets').clientType).toBeVisible();
  await expect.poll(() => notifications(context)).toEqual([]);
});

test('ten requests outlive a new version of the app with a new version of the database', async ({
  portal,
  requests,
}) => {
  const { page } = requests;
  await askUnheard(requests, () => cutOff(portal));
  await changeRows(page, { count: 10 });
  const versionOf = () =>
    page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name === 'portal')?.version);
  const before = (await versionOf()) ?? 0;

  portal.proxy.publish(laterDatabase());
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction(() => [...document.scripts].some(({ src }) => src.includes('-later.js')));
  await expect(page.getByText('10 requests are waiting.')).toBeVisible();
  expect(await versionOf()).toBe(before + 10);
  expect(await requests.taken()).toEqual([]);

  comeBack(portal);
  await comeOnline(page);
  await expect.poll(() => requests.taken()).toEqual(Array.from({ length: 10 }, (_, n) => `wish ${n + 1}`));
});

test('refused, asked to wait, signed out: the owner sees how it stands, and each goes once', async ({
  portal,
  requests,
}) => {
  const { page } = requests;
  const { proxy } = portal;
  await requests.openMedications();

  // The first is refused; the screen says nothing but its row (D-07).
  proxy.decide((asked) => (isRefill(asked) ? { status: 422 } : 'pass'));
  await requests.ask('wish 1');
  const row = requests.row('Apoquel 16 mg');
  await expect(row).toContainText(
    "Needs attentionWe couldn't send your refill request for Maple. Try again or call 512-555-0100.",
  );
  expect(await toastsOf(page)).toEqual([]);
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toHaveCount(0);
  await requests.ask('wish 2');
  comeBack(portal);
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row).toContainText('Sent');

  // The server asks for five seconds, and gets them.
  let isFirst = true;
  proxy.decide((asked) =>
    isRefill(asked) && isFirst && !(isFirst = false) ? { status: 429, headers: { 'Retry-After': '5' } } : 'pass',
  );
  await requests.ask('wish 3');
  await expect(row.filter({ hasText: 'Waiting to send' })).toHaveCount(1);
  await expect(row.filter({ hasText: 'Sent' })).toHaveCount(2);

  // The session has run out.
  let old: string | undefined;
  proxy.decide((asked) => {
    if (isRefill(asked)) old ??= asked.headers.authorization;
    return old !== undefined && asked.headers.authorization === old ? { status: 401 } : 'pass';
  });
  await requests.ask('wish 4');
  await expect(page.getByText(texts.signIn)).toBeVisible();
  const signIn = page.getByText(texts.signIn).locator('..').getByRole('button', { name: 'Sign in' });
  await page.goto(`/${portal.clinic}`);
  await signIn.click();
  // On the way in nothing more is to be pressed.
  await expect(page.getByText(texts.signIn)).toBeVisible();
  await expect(signIn).toHaveCount(0);
  await requests.enterCode(portal.owner, 2);
  await expect(page.getByText(texts.signIn)).toBeHidden();
  await requests.openMedications();
  await expect(row.filter({ hasText: 'Sent' })).toHaveCount(3);
  expect(await requests.taken()).toEqual(['wish 2', 'wish 3', 'wish 4']);
});

test('a week old it is sent on the owner’s word only (D-05)', async ({ portal, requests }) => {
  const { page } = requests;
  await askUnheard(requests, () => cutOff(portal));
  await changeRows(page, { days: 8 });

  comeBack(portal);
  await page.reload();
  await page.getByRole('radio', { name: 'Medications' }).check({ force: true });
  const row = requests.row('Apoquel 16 mg');
  await expect(row).toContainText('Still want to send this?');
  expect(await requests.taken()).toEqual([]);
  await row.getByRole('button', { name: 'Send' }).click();
  await expect(row).toContainText('Sent');
  expect(await requests.taken()).toEqual(['wish 1']);
});

/** Every word in every database, cache and storage of this origin. */
async function everythingKept(): Promise<string> {
  const words: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')));
    });
    for (const table of db.objectStoreNames) {
      words.push(
        await new Promise((resolve, reject) => {
          const reading = db.transaction(table).objectStore(table).getAll();
          reading.addEventListener('success', () => resolve(reading.result));
          reading.addEventListener('error', () => reject(reading.error ?? new Error('unreadable')));
        }),
      );
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      words.push(request.url);
      const answer = await cache.match(request);
      if (/json/.test(answer?.headers.get('Content-Type') ?? '')) words.push(await answer?.text());
    }
  }
  return JSON.stringify(words);
}
