import type { Locator } from '@playwright/test';
import { askForText, clinicWithRequests, signInToDesk, turnToAnotherDay } from './support/deskPeople';
import { product } from '../tests/support/clinicFile';
import { expect, test } from './support/fixtures';
import { brokenIn, look, losses } from './support/whole';

test('on a tablet the filters stand in the rail, each with its word; on a phone the keys are under More', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await page.goto('/admin/inbox');
  await page.setViewportSize({ width: 800, height: 1000 });
  const rail = page.getByRole('navigation', { name: 'Desk' });
  for (const name of [/^Requests/, /^Refills/, /^Waitlist/, /^Text us/, /^Payments/, /^Records/, /^Undelivered/]) {
    const filter = page.getByRole('link', { name });
    await expect(filter).toHaveCount(1);
    expect(await rail.getByRole('link', { name }).count()).toBe(1);
    const [word, box] = [filter.locator('span').first(), (await filter.boundingBox())!];
    expect(await word.evaluate((span) => span.scrollWidth > span.clientWidth + 1)).toBe(false);
    expect([box.height >= 44, box.x >= 0, box.x + box.width <= 64]).toEqual([true, true, true]);
  }
  await rail.getByRole('link', { name: /^Refills/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refills' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Keys' }).click();
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByLabel('Single keys do something')).toBeVisible();
  // On a phone too the list says which key does what, though no button names its own there.
  await expect(keys.getByRole('term').filter({ hasText: '?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
});

test('the note stays in sight while times are picked, in a window of a laptop’s size', async ({
  page,
  server,
  addClinic,
}) => {
  const given = clinicWithRequests();
  const note = 'She is not eating since Friday and hides under the bed. Breathing seems a bit fast.';
  const appointments = given.appointments!.map((visit) => ({ ...visit, note }));
  await signInToDesk(page, server, await addClinic({ ...given, appointments }), 'Marcus');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await page.keyboard.press('o');
  await turnToAnotherDay(page);
  for (const key of ['1', '5', '9']) await page.keyboard.press(key);
  await page.getByText(/are held/).waitFor();
  const [words, tray] = await Promise.all(
    [page.getByRole('blockquote'), page.locator('[data-part=tray]')].map(async (one) => (await one.boundingBox())!),
  );
  await expect(page.getByRole('blockquote')).toBeInViewport({ ratio: 1 });
  expect(words!.y + words!.height).toBeLessThanOrEqual(tray!.y);
  // However many times the day has, they scroll in a box of their own: what is sent is to be seen while it can be sent.
  await expect(page.getByRole('list', { name: 'Picked times' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/are held/)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/will read: /).last()).toBeInViewport({ ratio: 1 });
});

test('on a phone the pet stands at the item’s edge, but not on the words of Undo', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await page.setViewportSize({ width: 390, height: 844 });
  const pet = page.locator('[data-part=peek]');
  await expect(pet).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(/Pepper: accepted, told in/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Moose' })).toBeVisible();
  await expect(pet).toBeHidden();
});

test('on a phone a clinic’s name without a space is broken in what More opens (WCAG 1.4.10)', async ({
  page,
  server,
  addClinic,
}) => {
  const given = clinicWithRequests();
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen';
  await signInToDesk(page, server, await addClinic({ ...given, shop: { ...given.shop, name } }), 'Marcus');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Inbox', exact: true }).click();
  await page.getByRole('button', { name: 'More' }).click();
  const [more, keys] = [page.getByRole('dialog', { name }), page.getByRole('dialog', { name: 'Keys' })];
  const bears = async (dialog: Locator, texts: string) => {
    await expect(dialog).toBeVisible();
    for (const view of [
      { width: 320, height: 568 },
      { width: 320, height: 568, text: 32 },
    ]) {
      await look(page, view);
      await expect.poll(() => losses(page)).toEqual([]);
      expect(await brokenIn(dialog, texts)).toEqual([]);
    }
  };
  await bears(more, 'button');
  await more.getByRole('button', { name: 'Keys' }).click();
  await bears(keys, 'kbd, dd, label');
});

test('what a declined owner will read comes into sight on a phone before it can be sent', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await page.setViewportSize({ width: 390, height: 664 });
  await page
    .getByRole('option')
    .first()
    .or(page.getByRole('button', { name: 'Decline' }))
    .first()
    .waitFor();
  if (!(await page.getByRole('button', { name: 'Decline' }).isVisible()))
    await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Decline' }).click();
  const reason = page.getByRole('radio', { name: /No time left/ });
  await reason.check();
  await expect(page.getByText(/We have no time left that day/)).toBeInViewport({ ratio: 1 });
});

test('on a phone what the owner will read of three offered times stands above the button', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Offer other times' }).click();
  await turnToAnotherDay(page);
  for (const place of [0, 3, 6])
    await page.getByRole('group', { name: 'Times' }).getByRole('button').nth(place).click();
  const send = page.getByRole('button', { name: 'Send 3 times' });
  await page.getByText(/are held/).waitFor();
  const read = (await page
    .getByText(/will read: /)
    .last()
    .boundingBox())!;
  expect(read.y + read.height).toBeLessThanOrEqual((await send.boundingBox())!.y - 9);
  for (const away of await page.getByRole('button', { name: /^Take .* away$/ }).all())
    expect((await away.boundingBox())!.height).toBeGreaterThanOrEqual(44);
});

test('with text of twice the size in a laptop’s window no word of item and tray breaks, and a tag says its word', async ({
  page,
  server,
  addClinic,
}) => {
  const given = clinicWithRequests();
  const paid = {
    id: 'paid-for-the-visit-of-noor',
    client_id: 'noor',
    appointment_id: 'visit-noor',
    product_id: 'exam',
    amount: 55,
    status: 'complete' as const,
  };
  const clinic = await addClinic({
    ...given,
    products: [product({ id: 'exam', name: 'Surgery', deposit_amount: 55 })],
    payment_requests: [paid],
  });
  await signInToDesk(page, server, clinic, 'Bob');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByLabel('In your own words').fill('Not this week.');
  await expect(page.getByText('$55.00 paid')).toBeVisible();
  const item = page.locator('[data-part=item]');
  await item.evaluate((element) => element.scrollTo(0, 0));
  expect.soft(await brokenIn(item)).toEqual([]);
  const tag = page.getByRole('option', { name: /^Pepper/ }).getByText('Not sent');
  await expect(tag).toBeInViewport({ ratio: 0.9 });
});

test('with text of twice the size rail and list show times, numbers, initials and the clinic’s name whole (WCAG 1.4.4, 1.4.10)', async ({
  page,
  server,
  addClinic,
}) => {
  const given = clinicWithRequests();
  const shop = { ...given.shop, name: 'St. John’s Harbour Veterinary Hospital' };
  const clinic = await addClinic({ ...given, shop });
  for (const phone of ['5125550301', '5125559999']) await askForText(server, clinic, phone);
  await signInToDesk(page, server, clinic, 'Bob');
  await page.getByRole('option', { name: /^512-555-9999/ }).waitFor();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByLabel('In your own words').fill('Not this week.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  const rail = page.getByRole('navigation', { name: 'Desk' });
  for (const [width, height, text] of [
    [390, 844, 32],
    [320, 640, 16],
    [320, 640, 32],
    [1280, 800, 32],
    [1280, 800, 16],
    [1920, 1000, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Text alone grows, as where a browser enlarges nothing else: the window stays that of a desk.
    await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}px`), text);
    const row = page.getByRole('option', { name: /^Pepper/ });
    // On a phone's width the opened item covers the list.
    const back = page.getByRole('button', { name: 'Inbox', exact: true });
    await row.or(back).first().waitFor();
    if (await back.isVisible()) await back.click();
    // The longest that it says, with the pen's tag beside it.
    await row
      .locator('b')
      .nth(1)
      .evaluate((kind) => (kind.textContent = 'Request, not answered:'));
    const which = `${width} px, text of ${text} px`;
    expect.soft(await losses(page), which).toEqual([]);
    const inbox = rail.getByRole('link', { name: /^Inbox/ });
    const [word, count] = await Promise.all([0, 1].map((n) => inbox.locator('> span').nth(n).boundingBox()));
    const across = Math.min(word!.x + word!.width, count!.x + count!.width) - Math.max(word!.x, count!.x);
    const down = Math.min(word!.y + word!.height, count!.y + count!.height) - Math.max(word!.y, count!.y);
    expect.soft(Math.min(across, down), `count on the word, ${which}`).toBeLessThanOrEqual(1);
    if (width > 768) expect.soft(await brokenIn(rail), `words broken or out of the window, ${which}`).toEqual([]);
  }
});

test('with text of twice the size on a phone most of the screen is the item, the first answer stays, and the others follow', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Bob');
  const accept = page.getByRole('button', { name: 'Accept' });
  await accept.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  await expect(accept).toBeInViewport({ ratio: 1 });
  expect((await accept.boundingBox())!.y).toBeGreaterThan(0.8 * 844);
  const item = page.locator('[data-part=item] > [role=group]');
  const isItem = await item.evaluate((group) =>
    Array.from({ length: 84 }, (_, place) => group.contains(document.elementFromPoint(195, place * 10 + 5))),
  );
  expect(isItem.filter(Boolean).length, 'of 84 lines across the screen').toBeGreaterThan(52);
  const decline = page.getByRole('button', { name: 'Decline' });
  await decline.scrollIntoViewIfNeeded();
  for (const one of [accept, decline]) await expect(one).toBeInViewport({ ratio: 1 });
  const [first, last] = await Promise.all([accept, decline].map(async (one) => (await one.boundingBox())!));
  expect(last!.y, 'the first answer covers no other').toBeGreaterThanOrEqual(first!.y + first!.height);
  expect.soft(await losses(page)).toEqual([]);
  await decline.click();
  await expect(page.locator('[data-part=tray]')).toBeInViewport();
});
