import { someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { failUntilTriedAgain } from './support/lose';
import { clinicOf, isSaved, MyPets } from './support/myPets';
import { clinicOfSam } from './support/requests';

const lists = '**/api/appointments/client_appointments*';
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

test('axe finds nothing on the list of appointments while it loads, when it failed, and when it is empty', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await new MyPets(page).signIn(clinic, server, owner);
  await isSaved(page);
  // A device that has no copy yet: from outside the app, which on a slow machine still saves what came last.
  await page.goto('/api/health');
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('portal');
        opening.onsuccess = () => {
          const change = opening.result.transaction('records', 'readwrite');
          change.objectStore('records').clear();
          change.oncomplete = () => done(opening.result.close());
          change.onerror = () => fail(new Error('not cleared'));
        };
      }),
  );

  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await failUntilTriedAgain(page, lists);
  await page.route(lists, async (route) => {
    await answered;
    await route.fallback();
  });
  await page.goto(`/${clinic}/appointments`);
  await expect(page.getByText('Loading appointments')).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(page.getByText("We couldn't load your appointments.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing to see here yet!')).toBeVisible();
  await expectAccessible(page);
});

test('the Past tab: what is over and what was called off, each to be booked again', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const given = clinicOfSam(owner);
  const visit = { client_id: 'client-sam', patient_id: 'maple', product_id: 'exam', provider_id: 'ada' };
  const clinic = await addClinic({
    ...given,
    appointments: [
      { ...visit, id: 'over', fromDate: days(-20), status: 'ACCEPTED' },
      { ...visit, id: 'off', fromDate: days(-30), status: 'DELETED' },
    ],
  });
  await new MyPets(page).signIn(clinic, server, owner);
  await page.goto(`/${clinic}/appointments?tab=history`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /Finished.*Book again/s,
    /Canceled.*Book again/s,
  ]);
  await expect(page.getByRole('link', { name: 'Book again' }).first()).toHaveAttribute(
    'href',
    `/${clinic}?appointment=exam`,
  );
  await expectAccessible(page);
});

test('an appointment that begins while the list is open is finished there (STATUS-02)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOfSam(owner));
  await new MyPets(page).signIn(clinic, server, owner);
  await page.clock.install();
  await page.goto(`/${clinic}/appointments`);
  await expect(page.getByRole('link', { name: /^Exam/ })).toBeVisible();
  await expect(page.getByText('Finished')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  // The answers that come later tell the server's time, which no test can move.
  await page.route('**/api/**', () => undefined);
  await page.clock.fastForward(7 * 86_400_000 + 30_000);
  await expect(page.getByText('Finished')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Book again' })).toBeVisible();
});
