import type { Page } from '@playwright/test';
import { Booking, someOwner } from './booking';
import { expect } from './fixtures';

/** Books at a clinic of a release as a new owner, with the code that its text service was asked to send. */
export async function bookWithText(
  page: Page,
  clinicId: string,
  texts: readonly { to: string; body: string }[],
): Promise<void> {
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(clinicId, owner);
  await booking.submit.click();
  await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
  const sent = () => texts.findLast(({ to }) => to === `+1${owner.phone}`)?.body.match(/\b\d{6}\b/)?.[0];
  await expect.poll(sent, { message: 'a text message with a code' }).toBeDefined();
  await booking.code.fill(sent()!);
  await booking.expectScheduled('Alex');
}
