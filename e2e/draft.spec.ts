import { Booking, savedDraft, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';

/** The second at which the countdown ends, by the page's clock in the moment that it shows another number: before and after that it is late. */
const endOf = (booking: Booking) =>
  booking.timer.evaluate(
    (timer) =>
      new Promise<number>((resolve) => {
        new MutationObserver((_, observer) => {
          observer.disconnect();
          const [minutes = 0, seconds = 0] = (timer.textContent ?? '').split(':').map(Number);
          resolve(Date.now() / 1000 + minutes * 60 + seconds);
        }).observe(timer, { characterData: true, childList: true, subtree: true });
      }),
  );

test('a tab killed with the form half filled comes back to the same step, values and deadline', async ({
  page,
  context,
  addClinic,
}) => {
  const clinic = await addClinic();
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit();
  const time = await booking.chooseTime(1);
  await booking.fullName.fill(owner.name);
  await booking.phone.fill(owner.phone);
  await booking.note.fill(owner.note);
  await expect.poll(() => savedDraft(page)).toContain(owner.note);
  const endsAt = await endOf(booking);

  // The process of the page dies: no event tells the page of it.
  const devtools = await context.newCDPSession(page);
  const died = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await died;
  await page.close();

  const again = new Booking(await context.newPage());
  await again.page.goto(`/${clinic}`);
  await expect(again.fullName).toHaveValue(owner.name);
  await expect(again.phone).toHaveValue(/^\d{3}.?555.?01\d\d$/);
  await expect(again.note).toHaveValue(owner.note);
  await expect(again.page.getByText(time.trim(), { exact: false }).first()).toBeVisible();
  expect(Math.abs((await endOf(again)) - endsAt)).toBeLessThan(2);
});

test('what was typed last is there after a reload that waits for nothing', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await booking.toFilledForm(await addClinic(), someOwner());
  for (const note of ['Limps', 'Limps since Monday', 'Limps since Monday, worse on stairs']) {
    await booking.note.fill(note);
    await page.reload();
    await expect(booking.note).toHaveValue(note);
  }
});

test('a reload in the middle of the choice comes back to it', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await booking.open(await addClinic());
  await booking.begin('New client');
  await booking.chooseVisit('Cat', 'surgery');
  await expect.poll(() => savedDraft(page)).toContain('surgery');
  await page.reload();
  await expect(booking.type).toHaveValue('surgery');
  await expect(booking.species.locator('option:checked')).toHaveText('Cat');
  await expect(booking.dates.first()).toBeVisible();
});

for (const [name, goBack] of [
  ['the page’s back', (booking: Booking) => booking.back.click()],
  ['the browser’s back', (booking: Booking) => booking.page.goBack()],
] as const) {
  test(`${name} walks to the first screen, and what was typed stays`, async ({ page, addClinic }) => {
    const clinic = await addClinic();
    const owner = someOwner();
    const booking = new Booking(page);
    await booking.toFilledForm(clinic, owner);

    await goBack(booking);
    await expect(booking.dates.first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${clinic}$`));
    await booking.chooseTime(2);
    await expect(booking.fullName).toHaveValue(owner.name);

    await goBack(booking);
    await expect(booking.dates.first()).toBeVisible();
    await goBack(booking);
    await expect(booking.clientType).toBeVisible();
  });
}
