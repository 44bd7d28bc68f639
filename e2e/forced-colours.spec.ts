import { oddColours } from '../tests/support/oddColours';
import { contrastsWith } from './support/contrast';
import { Booking } from './support/booking';
import { clinicWithRequests, signInToDesk } from './support/deskPeople';
import { expect, test } from './support/fixtures';
import { provoked, walks } from './support/walk';
import { edgeless, look } from './support/whole';

for (const [name, walk] of Object.entries(walks))
  test(`what stands over the page and what is chosen have an edge in forced colours: ${name} (WCAG 1.4.11)`, async ({
    page,
    context,
    server,
    addClinic,
    complaints,
  }) => {
    test.setTimeout(240_000);
    complaints.expect(...provoked);
    let screens = 0;
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await walk({
      page,
      context,
      server,
      addClinic,
      seen: async (screen) => {
        screens += 1;
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const width of [1280, 390]) {
            await look(page, { width, height: 844 });
            expect.soft(await edgeless(page), `${screen}, ${colorScheme}, ${width} px`).toEqual([]);
          }
        }
      },
    });
    expect(screens).toBeGreaterThan(2);
  });

test('in forced colours the chosen day keeps its picture of openings (WCAG 1.4.11)', async ({ page, addClinic }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await new Booking(page).toTimes(await addClinic());
  const strokes = await page
    .getByRole('radiogroup', { name: 'Date' })
    .locator('svg')
    .evaluateAll((pictures) => pictures.map((picture) => getComputedStyle(picture).stroke));
  expect(strokes.length).toBeGreaterThan(3);
  expect(new Set(strokes).size).toBe(1);
});

test('in forced colours the day chosen at the desk keeps its picture of openings (WCAG 1.4.11)', async ({
  page,
  server,
  addClinic,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await page.keyboard.press('o');
  const day = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio', { checked: true });
  await expect(day).toBeVisible();
  const drawn = await page
    .getByRole('radiogroup', { name: 'Date' })
    .locator('svg')
    .evaluateAll((pictures) =>
      pictures.flatMap((picture) =>
        [...picture.children].map((part) => {
          const { fill, stroke, opacity } = getComputedStyle(part);
          return part.matches('rect') ? `free ${fill}` : `hours ${stroke} ${opacity}`;
        }),
      ),
    );
  expect([...new Set(drawn)].map((part) => part.split(' ')[0]).toSorted()).toEqual(['free', 'hours']);
});

test('with reduced motion nothing moves, also while it waits (WCAG 2.3.3)', async ({ page, addClinic }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((each) => [(each.effect as KeyframeEffect).target?.tagName, each.effect?.getComputedTiming()] as const)
        .filter(([, timing]) => Number(timing?.duration ?? 0) > 10 || timing?.iterations === Infinity)
        .map(([tag, timing]) => `${tag}: ${String(timing?.duration)} ms`),
    );
  const booking = new Booking(page);
  const clinic = await addClinic();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/calendars/blocked_time', async (route) => {
    await held;
    await route.continue();
  });
  await booking.toTimes(clinic);
  expect(await moving()).toEqual([]);
  await booking.times.first().click();
  await expect(page.locator('[data-state=pending]')).toBeVisible();
  expect(await moving()).toEqual([]);
  answer();
  await expect(booking.fullName).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.getByRole('button', { name: 'Text us' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await moving()).toEqual([]);
});

const tooLow = (all: Awaited<ReturnType<typeof contrastsWith>>) =>
  all.filter(({ edge, text }) => edge < 3 || text < 4.5);

test('a chosen day and a held time are seen with twelve odd colours of clinics, in both skins (WCAG 1.4.3, 1.4.11)', async ({
  page,
  addClinic,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const booking = new Booking(page);
  await booking.toTimes(await addClinic());
  await booking.times.first().click();
  await expect(booking.fullName).toBeVisible();
  await booking.back.click();
  await expect(page.locator('[data-state=held]')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const colour of oddColours) {
      const contrasts = await contrastsWith(page, colour, ['[role=radio][aria-checked=true]', '[data-state=held]']);
      expect.soft(tooLow(contrasts), `${colour}, ${colorScheme}`).toEqual([]);
      expect(contrasts).toHaveLength(2);
    }
  }
});

test('at the desk the way that leads and what is chosen are seen with twelve odd colours of clinics, in both skins (WCAG 1.4.3, 1.4.11)', async ({
  page,
  server,
  addClinic,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await page.getByRole('button', { name: 'Accept' }).evaluate((button) => button.setAttribute('data-measured', 'lead'));
  const measured = async (selectors: string[]) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const colour of oddColours)
        expect.soft(tooLow(await contrastsWith(page, colour, selectors)), `${colour}, ${colorScheme}`).toEqual([]);
    }
  };
  await measured(['[data-measured=lead]']);
  await page.keyboard.press('o');
  await page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio', { checked: true }).waitFor();
  await page.keyboard.press('1');
  await page
    .getByText(/is held/)
    .first()
    .waitFor();
  await measured(['[role=radio][aria-checked=true]', 'button[aria-pressed=true]']);
});
