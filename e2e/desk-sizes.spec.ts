import { clinicWithRequests, signInToDesk, turnToAnotherDay } from './support/deskPeople';
import { expect, test } from './support/fixtures';

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
  await expect(page.getByText(/will read: /).last()).toBeInViewport();
});
