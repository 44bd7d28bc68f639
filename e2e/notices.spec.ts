import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';

const chocolate = {
  id: 'chocolate',
  keywords: ['chocolate'],
  product_ids: [],
  all_products: true,
  action_type: 'prompt',
  prompt_message: 'I have called',
  info_message: 'Chocolate can be an emergency.\nPlease call us now.',
};

test('a keyword in the note stops at the notice: go back clears it, its own button goes on (KEY-01 to KEY-05, KEY-08 to KEY-10)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner({ note: 'Ate some CHOCOLATE' });
  const clinic = await addClinic({ keyword_actions: [chocolate] });
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await expect(page.getByRole('heading', { name: 'Important Notice' })).toBeVisible();
  await expect(page.getByText('Chocolate can be an emergency.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await expect(page.getByRole('link', { name: '512-555-0100' }).first()).toHaveAttribute('href', 'tel:+15125550100');
  await expect(booking.timer).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Text us instead' }).click();
  await expect(page.getByRole('dialog', { name: 'Text with us' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(booking.note).toHaveValue('Ate some CHOCOLATE');
  // It is what the notice was about.
  await expect(booking.note).toBeFocused();
  await expect(booking.note).toBeInViewport({ ratio: 1 });
  await booking.submit.click();
  await page.getByRole('button', { name: 'I have called' }).click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
});

test('D-409: an urgent notice is met however a phone spells the note', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  const urgent = {
    id: 'urgent',
    keywords: ["can't pee"],
    product_ids: [],
    all_products: true,
    action_type: 'info',
    info_message: 'Please call us now.',
    allow_bypass: false,
  };
  const clinic = await addClinic({ keyword_actions: [urgent] });
  await booking.toFilledForm(clinic, someOwner({ note: 'He can’t\u00A0pee, gave 2*5mg' }));
  await booking.submit.click();
  await expect(page.getByText('Please call us now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
});

test('what cannot be passed has no way on, and hides behind no other notice (D-91, D-92)', async ({
  page,
  addClinic,
}) => {
  const booking = new Booking(page);
  const bloat = {
    id: 'bloat',
    keywords: ['bloat'],
    product_ids: ['exam'],
    all_products: false,
    action_type: 'info',
    info_message: 'Bloat cannot wait.',
    allow_bypass: false,
  };
  const clinic = await addClinic({ keyword_actions: [{ ...chocolate, keywords: ['ate'] }, bloat] });
  await booking.toFilledForm(clinic, someOwner({ note: 'Ate grass, bloated since' }));
  await booking.submit.click();
  await expect(page.getByText('Bloat cannot wait.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Continue|I have called/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Go back' }).click();
  await booking.note.fill('Ate grass');
  await booking.submit.click();
  await expect(page.getByRole('button', { name: 'I have called' })).toBeVisible();
  // The browser's own back is a step back too.
  await page.goBack();
  await expect(booking.note).toHaveValue('Ate grass');
  await expect(booking.note).toBeFocused();
});

test('the way back up stands in the foot and covers nothing that is read or filled in (LAYOUT-20)', async ({
  page,
  addClinic,
}) => {
  const booking = new Booking(page);
  await page.setViewportSize({ width: 390, height: 700 });
  await booking.toFilledForm(
    await addClinic({ shop: { feature_settings: { client_address_enabled: true, client_dob_enabled: true } } }),
    someOwner(),
  );
  const up = page.getByRole('button', { name: 'Scroll to top' });
  const foot = page.locator('[data-part=foot]');
  const box = async (of: typeof up) => (await of.boundingBox())!;
  for (const isWrong of [false, true]) {
    if (isWrong) {
      await booking.submit.click();
      await expect(page.getByText('Please correct the errors above before submitting')).toBeVisible();
    }
    await page.evaluate(() => window.scrollTo(0, 400));
    await expect(up).toBeVisible();
    await expect(async () => {
      const [button, whole, submit] = [await box(up), await box(foot), await box(booking.submit)];
      expect(button.y).toBeGreaterThanOrEqual(whole.y);
      expect(button.y + button.height).toBeLessThanOrEqual(700);
      expect(submit.x + submit.width).toBeLessThan(button.x);
    }).toPass();
  }
  await up.click();
  await expect(up).toHaveCount(0);
});
