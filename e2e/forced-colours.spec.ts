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

/** As tests/src/ui/look/contrast.test.ts has them; here they are measured on the screen. */
const odd = [
  '#ffffff',
  '#000000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#ff00ff',
  '#ff0000',
  '#0000ff',
  '#fde68a',
  '#808080',
  '#ffb6c1',
  '#7fff00',
];

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
    for (const colour of odd) {
      const contrasts = await page.evaluate(async (clinic) => {
        document.documentElement.style.setProperty('--clinic', clinic);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
        const light = (value: string): number => {
          canvas.fillStyle = value;
          canvas.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
            const share = channel / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (one: string, other: string): number => {
          const [lower = 0, higher = 0] = [light(one), light(other)].sort((a, b) => a - b);
          return (higher + 0.05) / (lower + 0.05);
        };
        const sheet = getComputedStyle(document.querySelector('[data-ground=sheet]')!).backgroundColor;
        return ['[role=radio][aria-checked=true]', '[data-state=held]'].map((selector) => {
          const one = document.querySelector(selector)!;
          const { backgroundColor, color, boxShadow } = getComputedStyle(one);
          const ring = /^(.*?\)) 0px 0px 0px 2px inset/.exec(boxShadow)?.[1] ?? backgroundColor;
          const beside = one.parentElement?.querySelector(':scope > :not([aria-checked=true], [data-state=held])');
          const other = beside ? getComputedStyle(beside).backgroundColor : sheet;
          return {
            selector,
            edge: Math.min(contrast(ring, sheet), contrast(ring, other)),
            text: contrast(color, backgroundColor),
          };
        });
      }, colour);
      expect
        .soft(
          contrasts.filter(({ edge, text }) => edge < 3 || text < 4.5),
          `${colour}, ${colorScheme}`,
        )
        .toEqual([]);
      expect(contrasts).toHaveLength(2);
    }
  }
});
