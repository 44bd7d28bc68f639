import { Booking, someOwner } from './support/booking';
import { expect, noConnection, test } from './support/fixtures';

/** Calls behind the form's button, and the one behind the code's, that a lost network may lose. */
const behindButton = [
  'bb/access',
  'user/v1/auth/check-availability',
  'keyword_actions',
  'user/v1/auth/code/init',
] as const;
const behindCode = ['clients/upsert', 'appointments'] as const;

for (const [what, isAnswered] of [
  ['the request', false],
  ['the reply', true],
] as const) {
  test(`${what} of each call lost once: nothing is lost or booked twice, and going on works (D-01, D-13, D-97)`, async ({
    page,
    server,
    addClinic,
    complaints,
  }) => {
    complaints.expect(noConnection, /ERR_FAILED/);
    const booking = new Booking(page);
    const owner = someOwner();
    const clinic = await addClinic();
    /** Loses the next call of a path: a GET twice, since it is tried once more before the network counts as lost. */
    const lose = async (path: string) => {
      let left = path === 'keyword_actions' ? 2 : 1;
      await page.route(`**/api/${path}`, async (route) => {
        if (left-- <= 0) return route.fallback();
        if (isAnswered) await route.fetch();
        return route.abort('connectionreset');
      });
    };
    await booking.toFilledForm(clinic, owner);
    for (const path of behindButton) {
      await test.step(path, async () => {
        await lose(path);
        await booking.submit.click();
        // Access fails open and a notice is not waited for, so the form may have gone on (D-16, ERR-09).
        const isOpen = path === 'bb/access' || path === 'keyword_actions';
        if (isOpen) {
          await expect(booking.code).toBeVisible();
          await booking.back.click();
        }
        await expect(booking.note).toHaveValue(owner.note);
        await expect(booking.submit).toBeEnabled();
        await expect(booking.offlineBanner).toHaveCount(0);
      });
    }
    await booking.submit.click();
    await expect(booking.code).toBeVisible();
    await expect(booking.offlineBanner).toHaveCount(0);
    await lose(behindCode[0]);
    await booking.code.fill(await server.code(`+1${owner.phone}`));
    // The code is used up: the form is there again, signed in.
    await expect(booking.note).toHaveValue(owner.note);
    await expect(booking.submit).toBeEnabled();
    await lose(behindCode[1]);
    await booking.submit.click();
    await expect(booking.note).toHaveValue(owner.note);
    await expect(booking.submit).toBeEnabled();
    await booking.submit.click();
    await booking.expectScheduled('Alex');
    const file = JSON.parse(await server.clinic('export', clinic));
    expect(file.appointments).toHaveLength(1);
    expect(file.clients.filter((one: { last_name: string }) => one.last_name === 'Stone')).toHaveLength(1);
  });
}
