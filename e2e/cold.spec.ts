import { readdir, readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { someOwner } from './support/booking';
import { expect, noConnection, test } from './support/fixtures';
import { clinicOf, isSaved, MyPets, rowsOf } from './support/myPets';
import { clinicOfSam } from './support/requests';
import type { PortalServer } from './support/server';

/** Whether the worker has what it draws owners' pages with. */
const hasDrawing = async () =>
  (await (await caches.open('shell')).keys()).some(({ url }) => /\/assets\/owner\/draw-/.test(url));

/** What the page was as the worker had drawn it, and as the app drew it first. */
type Seen = { drawn: string[]; app: string[]; places: string[][]; scroll: number[]; focused: string };

/** Sam's clinic, which has answered a refill two days ago. */
const answeredClinicOf = (owner: ReturnType<typeof someOwner>) => {
  const at = new Date(Date.now() - 50 * 3_600_000).toISOString();
  const refill = { id: 'drops', client_id: 'client-sam', patient_id: 'maple', note: 'Ear drops', created_at: at };
  return { ...clinicOf(owner), refills: [{ ...refill, state: 'ready' as const, state_at: at }] };
};

/** Signs Sam in, and waits until the worker can draw what the device has saved. */
async function toSaved(page: Page, server: PortalServer, clinic: string, owner: ReturnType<typeof someOwner>) {
  await new MyPets(page).signIn(clinic, server, owner);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await isSaved(page);
  await expect.poll(() => page.evaluate(hasDrawing)).toBe(true);
}

/** A page that runs no script: what is on it was drawn by the worker alone. */
async function scriptless(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setScriptExecutionDisabled', { value: true });
  return page;
}

/** Expects that the worker answers with the shell: no name and no row. */
async function expectNothing(context: BrowserContext, path: string): Promise<void> {
  const page = await scriptless(context);
  await page.goto(path);
  await expect(page.locator('#root')).toBeEmpty();
  await expect(page).toHaveTitle('Clinic portal');
  expect(await page.content()).not.toMatch(/Sam|Maple|Rabies/);
  await page.close();
}

test.beforeEach(({ complaints }) => complaints.expect(noConnection));

test('without a network and without any script an owner’s saved rows are there', async ({
  page,
  context,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(answeredClinicOf(owner));
  await toSaved(page, server, clinic, owner);
  await page.close();
  await context.setOffline(true);

  const cold = await scriptless(context);
  const answer = await cold.goto(`/${clinic}/pets?pet=maple`);
  expect(answer!.headers()['cache-control']).toBe('no-store');
  const my = new MyPets(cold);
  await expect(cold.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  await expect(cold).toHaveTitle('My Pets – Test Vets');
  await expect(cold.getByRole('list', { name: 'Refills' })).toContainText('Ready for pick-up 2 days ago');
  await expect(my.row('Rabies')).toContainText('Expired:');
  await expect(my.row('Bordetella')).toContainText('Expires:');
  await expect(my.row('DHPP')).toContainText('Expiration:');
  await expect(my.savedOn).toBeVisible();
  await expect(my.pet('Maple')).toHaveAttribute('aria-checked', 'true');

  await cold.goto(`/${clinic}/appointments`);
  await expect(cold.getByRole('heading', { name: 'My Appointments' })).toBeVisible();
  await expect(cold.getByText('No upcoming appointments.')).toBeVisible();
  // No other page is drawn, and none is kept.
  for (const path of ['', '/account', '/pets/maple/certificate', '/pets/', '/pets?utm_source=mail'])
    await expectNothing(context, `/${clinic}${path}`);
  expect(
    await cold.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => {
          const cache = await caches.open(name);
          return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))!.text()));
        }),
      );
      return all.flat().filter((text) => text.includes('Rabies')).length;
    }),
  ).toBe(0);
});

for (const [width, path] of [
  [390, 'pets'],
  [390, 'appointments'],
  [1280, 'pets'],
] as const)
  test(`the frame of ${path} has all its looks before the rest of the style, ${width} px wide`, async ({
    page,
    context,
    server,
    addClinic,
  }) => {
    const owner = someOwner();
    const clinic = await addClinic(clinicOf(owner));
    await toSaved(page, server, clinic, owner);
    await context.setOffline(true);
    const drawn = await (await (await scriptless(context)).goto(`/${clinic}/${path}`))!.text();
    const [head, first, rest, ...more] = drawn.split('<style>');
    // In pieces the whole would undo for a frame what the rules of a width or a skin have set.
    expect(more).toEqual([]);
    const [own, whole] = [first!, rest!].map((from) => from.slice(0, from.indexOf('</style>')));
    expect(own!.length).toBeLessThan(whole!.length / 2);

    const frame = await context.newPage();
    await frame.setViewportSize({ width, height: 844 });
    await frame.setContent(`${head}<style>${first}`);
    await expect(frame.locator('h1')).toBeVisible();
    const looks = () =>
      frame.evaluate(() =>
        [...document.querySelectorAll('html, body, #root, #root *')]
          .filter((each) => each.checkVisibility())
          .map((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            const style = getComputedStyle(each);
            // A variable that nothing in the frame uses comes with the rest.
            const names = [...style].filter((name) => !name.startsWith('--'));
            const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
            return [`${each.tagName} ${each.className}`, [x, y, width, height].join(' '), ...values];
          }),
      );
    const alone = await looks();
    expect(alone.length).toBeGreaterThan(10);
    await frame.addStyleTag({ content: whole! });
    expect(await looks()).toEqual(alone);
  });

test('the app takes the drawn page over without a jump, at the tap and the focus that it finds', async ({
  page,
  context,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(answeredClinicOf(owner));
  await toSaved(page, server, clinic, owner);
  await page.close();
  await context.setOffline(true);

  // The app's files wait in the worker.
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as { letGo: () => void };
    const { match } = CacheStorage.prototype;
    const go = new Promise<void>((resolve) => (scope.letGo = resolve));
    CacheStorage.prototype.match = async function hold(...given) {
      if (/\/assets\/[^/]+\.(js|css)$/.test(String((given[0] as Request).url ?? given[0]))) await go;
      return match.apply(this, given);
    };
  });
  const cold = await context.newPage();
  await cold.addInitScript(() => {
    // A closed dialog is nothing to see, nor is a style.
    const all = () =>
      [...document.querySelectorAll('#root > :first-child, #root > :first-child *')].filter(
        (each) => !each.closest('dialog, style'),
      );
    const places = () =>
      all().map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [each.tagName, x, y, width, height].join(' ');
      });
    // Ids differ, and what a control is set to is not written by the app.
    const unlike = /^(id|aria-controls|aria-labelledby|aria-describedby|checked)$/;
    const looks = () =>
      all().map((each) => {
        const said = [...each.attributes].map(({ name, value }) =>
          name === 'style' ? (each as HTMLElement).style.cssText : unlike.test(name) ? '' : `${name}="${value}"`,
        );
        const text = [...each.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''));
        return [each.tagName, ...said.filter(Boolean).sort(), text.join('')].join(' ');
      });
    const seen: Seen = { drawn: [], app: [], places: [], scroll: [], focused: '' };
    Object.assign(window, { seen });
    const note = () => {
      seen.drawn = looks();
      seen.places[0] = places();
      seen.scroll[0] = scrollY;
    };
    Object.assign(window, { note });
    document.addEventListener('portal:first-draw', () => {
      seen.app = looks();
      seen.places[1] = places();
      seen.scroll[1] = scrollY;
      setTimeout(() => (seen.focused = document.activeElement!.textContent!));
    });
  });
  await cold.setViewportSize({ width: 390, height: 500 });
  // Its load may wait for the app's style, which is held.
  await cold.goto(`/${clinic}/pets?pet=maple`, { waitUntil: 'commit' });
  const my = new MyPets(cold);
  await expect(my.row('Lyme')).toBeVisible();
  await my.tab('Medications');
  await cold.getByRole('link', { name: 'Certificate' }).focus();
  await cold.evaluate(() => {
    scrollTo(0, 120);
    (window as unknown as { note(): void }).note();
  });
  await worker!.evaluate(() => (globalThis as unknown as { letGo(): void }).letGo());

  // The tap that came before there was code is answered.
  await expect(my.row('Carprofen 75 mg')).toBeVisible();
  const seen = await cold.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect(seen.focused).toBe('Certificate');
  expect(seen.drawn.length).toBeGreaterThan(200);
  expect(seen.app).toEqual(seen.drawn);
  expect(seen.places[1]).toEqual(seen.places[0]);
  expect(seen.scroll).toEqual([120, 120]);
});

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sam, menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: /Have you visited/ })).toBeVisible();
};

for (const [where, leave] of [
  ['here', (page: Page) => signOut(page)],
  [
    'without a network',
    (page: Page) =>
      page
        .context()
        .setOffline(true)
        .then(() => signOut(page)),
  ],
  [
    'in another tab',
    async (page: Page, path: string) => {
      const other = await page.context().newPage();
      await other.goto(path);
      await expect(other.getByRole('heading', { name: 'My Appointments' })).toBeVisible();
      await signOut(other);
    },
  ],
] as const) {
  test(`after a sign-out ${where} nothing is drawn`, async ({ page, context, server, addClinic }) => {
    const owner = someOwner();
    const clinic = await addClinic(clinicOf(owner));
    await toSaved(page, server, clinic, owner);
    await leave(page, `/${clinic}/appointments`);
    await expectNothing(context, `/${clinic}/pets`);
    await expectNothing(context, `/${clinic}/appointments`);
  });
}

/** Notes the clinic's colour and the skin of each frame that is painted, in the page that it runs in. */
const noteLooks = () => {
  const looks: string[] = [];
  Object.assign(window, { looks });
  const note = () => {
    const { documentElement: root, body } = document;
    if (body) looks.push(`${getComputedStyle(root).getPropertyValue('--clinic').trim()} ${root.dataset['skin'] ?? ''}`);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
};

test('no page that opens without a network is painted in another colour or skin first', async ({
  page,
  context,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const shop = { ...clinicOf(owner).shop, metadata: { brandColor: '#7c2d12' } };
  const clinic = await addClinic({ ...clinicOf(owner), shop });
  await toSaved(page, server, clinic, owner);
  await page.getByRole('button', { name: 'Sam, menu' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await page.close();
  await context.setOffline(true);
  await context.addInitScript(noteLooks);
  for (const path of ['', '/account', '/pets/maple/certificate', '/pets', '/pets?utm_source=mail']) {
    const cold = await context.newPage();
    await cold.goto(`/${clinic}${path}`);
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await cold.evaluate(() => [...new Set((window as unknown as { looks: string[] }).looks)])).toEqual([
      '#7c2d12 dark',
    ]);
    await cold.close();
  }
});

test('a sign-out that was begun and did not come to its end draws nothing, and the next visit ends it', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  // What the leaving page still asks is refused.
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await toSaved(page, server, clinic, owner);
  // The page comes to its end as it begins to delete.
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new Error('gone');
    };
  });
  await page.getByRole('button', { name: 'Sam, menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: /Have you visited/ })).toBeVisible();
  await page.close();
  await context.setOffline(true);
  await expectNothing(context, `/${clinic}/pets`);

  const next = await context.newPage();
  await next.goto(`/${clinic}/pets`);
  await expect.poll(() => next.evaluate(rowsOf, ['sessions', 'readers', 'records', 'clinics'])).toBe('[]');
});

test('the owner’s clinic shows the rows, and another clinic none of them', async ({
  page,
  context,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const [clinic, another] = [await addClinic(clinicOf(owner)), await addClinic(clinicOf(owner))];
  await page.goto(`/${another}`);
  await toSaved(page, server, clinic, owner);
  await context.setOffline(true);
  await expectNothing(context, `/${another}/pets`);
  const cold = await scriptless(context);
  await cold.goto(`/${clinic}/pets?pet=maple`);
  await expect(new MyPets(cold).row('Rabies')).toBeVisible();
});

test('a visitor has nothing of it: no file, and the shell', async ({ page, context, addClinic }) => {
  const clinic = await addClinic();
  await page.goto(`/${clinic}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  expect(await page.evaluate(hasDrawing)).toBe(false);
  await expectNothing(context, `/${clinic}/pets`);
});

test('a page that the worker does not draw keeps room for what is read from the device', async ({
  page,
  context,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOfSam(owner));
  await toSaved(page, server, clinic, owner);
  await page.goto(`/${clinic}/appointments`);
  const visit = await page.locator('main li a').first().getAttribute('href');
  await page.close();
  await context.setOffline(true);

  for (const path of [visit!, `/${clinic}/account`]) {
    const cold = await context.newPage();
    // What is read comes some frames after the first draw, as it does on a slow phone.
    await (await context.newCDPSession(cold)).send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await cold.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        // Buttons of the bar come beside what is there, which stays in its place.
        for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
          for (const { node } of sources)
            if (document.querySelector('main')?.contains(node)) moved.push(node?.textContent ?? '');
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await cold.goto(path);
    await expect(cold.getByText(/^Saved on /)).toBeVisible();
    await cold.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
    expect(await cold.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    await cold.close();
  }
});

test('the frame that comes with a part of the style looks as it does with the whole', async ({ page }) => {
  const name = (await readdir('dist/assets/owner')).find((file) => file.startsWith('draw-') && file.endsWith('.js'));
  const text = await readFile(`dist/assets/owner/${name}`, 'utf8');
  // As the worker runs it.
  const { drawFrame } = new Function(`${text};return drawing`)() as { drawFrame: (saved: object) => string };
  const shop = {
    id: 'oak',
    name: 'Oakwood Veterinary',
    phone: '+15125550100',
    phoneNumber: '5125550100',
    phoneCode: '1',
    avatar: null,
    address: null,
    url: null,
    timezone: 'America/Chicago',
    metadata: { brandColor: '#b4235a' },
    location: [],
    feature_settings: { pet_portal_enabled: true },
  };
  const unlike: string[] = [];
  for (const width of [320, 390, 768, 1000, 1280])
    for (const look of ['light', 'dark', 'forced'])
      for (const place of ['pets', 'appointments']) {
        const whole = drawFrame({
          page: place,
          search: '',
          isOnline: width === 768,
          look: { id: 'look', skin: look === 'dark' ? 'dark' : 'light', narrow: width === 1000, clockOffset: 0 },
          copies: {},
          reader: { id: 'sam', firstName: 'Sam', is_guest: false },
          shop,
        });
        await page.setViewportSize({ width, height: 700 });
        await page.emulateMedia({ forcedColors: look === 'forced' ? 'active' : 'none', reducedMotion: 'reduce' });
        const pictures: Buffer[] = [];
        for (const html of [whole.slice(0, whole.indexOf('</h1>') + '</h1>'.length), whole]) {
          await page.setContent(html);
          await expect(page.locator('h1')).toBeVisible();
          pictures.push(await page.screenshot({ animations: 'disabled' }));
        }
        if (!pictures[0]!.equals(pictures[1]!)) unlike.push(`${place} at ${width} px, ${look}`);
      }
  expect(unlike).toEqual([]);
});
