import { Booking, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';
import { clinicOf, MyPets } from './support/myPets';
import { provoked, walks } from './support/walk';
import { brokenIn, coveredFocus, look, losses, type View } from './support/whole';

/** What every screen must bear: 1280 px at 400 %, text at 200 % on a phone and a desk, wider spacing; two usual ones. */
const views: Readonly<Record<string, View>> = {
  'at 400 %': { width: 320, height: 256 },
  'a small phone': { width: 320, height: 640 },
  'text at 200 %': { width: 360, height: 640, text: 32 },
  'text at 200 % on a desk': { width: 1280, height: 800, text: 32 },
  'text at 150 % on a wide desk': { width: 1600, height: 900, text: 24 },
  'spaced text': { width: 320, height: 640, isSpaced: true },
  'spaced text on a desk': { width: 1280, height: 800, isSpaced: true },
  'a desk': { width: 992, height: 800 },
};
const usual: View = { width: 390, height: 844 };
const soon = expect.configure({ soft: true, timeout: 5000 });

for (const [name, walk] of Object.entries(walks))
  test(`nothing is cut, covered or outside, with the longest names, at each size of screen and text: ${name} (WCAG 1.4.4, 1.4.10, 1.4.12)`, async ({
    page,
    context,
    server,
    addClinic,
    complaints,
  }) => {
    test.setTimeout(480_000);
    complaints.expect(...provoked);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let screens = 0;
    await walk({
      page,
      context,
      server,
      addClinic,
      seen: async (screen) => {
        screens += 1;
        for (const [which, view] of Object.entries(views)) {
          await look(page, view);
          // What is cut offers the rest once the page has measured it.
          await soon.poll(() => losses(page), { message: `${screen}, ${which}` }).toEqual([]);
        }
        await look(page, usual);
      },
    });
    expect(screens).toBeGreaterThan(2);
  });

test('a name without a space, as long as a name can be, is broken in each dialog (WCAG 1.4.4, 1.4.10, 1.4.12)', async ({
  page,
  server,
  addClinic,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const owner = someOwner();
  const given = clinicOf(owner);
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen';
  const clients = given.clients?.map((one) => ({
    ...one,
    patients: one.patients?.map((pet) => ({
      ...pet,
      name: pet.id === 'maple' ? name : pet.name,
      medications: pet.medications?.map((medication) => ({ ...medication, description: name })),
    })),
  }));
  const clinic = await addClinic({ shop: { ...given.shop, name: `${name} Vets` }, clients });
  const views: Readonly<Record<string, View>> = {
    'a small phone': { width: 320, height: 568 },
    'at 400 %': { width: 320, height: 256 },
    'text at 200 %': { width: 320, height: 568, text: 32 },
    'spaced text': { width: 360, height: 640, isSpaced: true },
    'a desk': usual,
  };
  const dialog = page.getByRole('dialog');
  const bears = async (which: string) => {
    await expect(dialog).toBeVisible();
    for (const [at, view] of Object.entries(views)) {
      await look(page, view);
      await soon.poll(() => losses(page), { message: `${which}, ${at}` }).toEqual([]);
      // Names are broken, and what the buttons say is not.
      expect.soft(await brokenIn(dialog, 'button, label > span'), `${which}, ${at}`).toEqual([]);
    }
    await look(page, usual);
  };
  const myPets = new MyPets(page);
  await myPets.signIn(clinic, server, owner);
  await page.getByRole('button', { name: 'Text us' }).click();
  await bears('text us');
  await page.keyboard.press('Escape');
  await myPets.pet(name).click();
  await page.getByRole('button', { name: 'Email vaccination history' }).click();
  await bears('e-mail history');
  await page.keyboard.press('Escape');
  await myPets.tab('Medications');
  await page.getByRole('button', { name: 'Request a refill' }).click();
  await bears('refill');
});

test('what is focused is never under the sticky foot, after a refused form and in the portal (WCAG 2.4.11)', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  test.setTimeout(480_000);
  complaints.expect(...provoked);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const screens = /form refused|day chosen|deposit refused|vaccinations|appointment$|move|account refused/;
  for (const walk of [walks['booking'], walks['portal']])
    await walk?.({
      page,
      context,
      server,
      addClinic,
      seen: async (screen) => {
        if (!screens.test(screen)) return;
        for (const view of [
          { width: 360, height: 640 },
          { width: 320, height: 256 },
          { width: 360, height: 640, text: 32 },
        ]) {
          await look(page, view);
          for (const key of ['Tab', 'Shift+Tab'] as const)
            expect.soft(await coveredFocus(page, key), `${screen}, ${view.width} x ${view.height}, ${key}`).toEqual([]);
        }
        await look(page, usual);
      },
    });
});

test('the clinic’s address and website are whole at the narrowest and with the largest text (WCAG 1.4.4, 1.4.10)', async ({
  page,
  addClinic,
}) => {
  const clinic = await addClinic({
    shop: {
      address: '1200 Mockingbird Boulevard Northwest, Suite 210, Gainesborough',
      url: 'https://gainesborough-veterinary-center.example',
    },
  });
  await look(page, { width: 320, height: 568, text: 32 });
  await page.goto(`/${clinic}`);
  const info = page.getByRole('complementary', { name: 'Contact Info' });
  await expect(info).toBeVisible();
  for (const words of ['Mockingbird', 'veterinary-center']) {
    const box = (await info.getByRole('link').filter({ hasText: words }).locator('span').boundingBox())!;
    expect(box.x + box.width, words).toBeLessThanOrEqual(320);
  }
});

test('between an address and a website of several lines there is more room than between their lines', async ({
  page,
  addClinic,
}) => {
  const clinic = await addClinic({
    shop: {
      address: '1200 Mockingbird Boulevard Northwest, Suite 210, Gainesborough',
      url: 'https://gainesborough-veterinary-center-and-hospital.example',
    },
  });
  await look(page, { width: 1280, height: 800 });
  await page.goto(`/${clinic}`);
  const info = page.getByRole('complementary', { name: 'Contact Info' });
  const [address, site] = await Promise.all(
    ['Mockingbird', 'veterinary-center'].map(
      async (words) => (await info.getByRole('link').filter({ hasText: words }).locator('span').boundingBox())!,
    ),
  );
  expect(address!.height).toBeGreaterThan(30);
  expect(site!.y - (address!.y + address!.height)).toBeGreaterThan(12);
});

test('a heading’s longest words are whole at the narrowest with the largest text', async ({ page, addClinic }) => {
  await page.goto(`/${await addClinic()}`);
  // Once the app has the page in hand: until then a changed word is one that the server did not draw.
  await page.getByRole('button', { name: 'Text us' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const heading = page.getByRole('heading', { level: 1 });
  for (const text of [16, 24, 32]) {
    await look(page, { width: 320, height: 568, text });
    for (const words of ['Payment Successful', 'Thank you, Christopher!', 'Appointment requested'])
      expect
        .soft(
          await heading.evaluate((element, said) => {
            element.textContent = said;
            const range = document.createRange();
            return [...said.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
              range.setStart(element.firstChild!, index);
              range.setEnd(element.firstChild!, index + word.length);
              return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
            });
          }, words),
          `${words}, text of ${text} px`,
        )
        .toEqual([]);
  }
});

test('the size of text set in the browser has effect on every kind of text', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await booking.toTimes(await addClinic());
  const sizes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        // But for the letter that stands for the clinic's picture, and what is only said, which comes when it is.
        .filter((each) => !each.closest('[aria-hidden], [role=log]'))
        .filter((each) => [...each.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
        .map((each) => parseFloat(getComputedStyle(each).fontSize)),
    );
  await look(page, { width: 390, height: 844 });
  const before = await sizes();
  await look(page, { width: 780, height: 1688, text: 32 });
  const after = await sizes();
  expect(after.length).toBe(before.length);
  expect(after.filter((size, n) => Math.abs(size - 2 * (before[n] ?? 0)) > 0.5)).toEqual([]);
});
