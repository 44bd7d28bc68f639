import type { Page } from '@playwright/test';
import { clinicWithRequests, codeAsked, enterDesk, inviteTo, opened, pageAt, signInToDesk } from './support/deskPeople';
import { expect, test } from './support/fixtures';

/** What has the focus: its role, or element, and its words. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement!;
    return `${at.getAttribute('role') ?? at.localName}: ${at.ariaLabel ?? at.textContent}`;
  });

for (const [width, height] of [
  [390, 664],
  [640, 400],
] as const)
  test(`where an item covers the list the focus goes with the screen, ${width} px wide (WCAG 2.4.3)`, async ({
    page,
    server,
    addClinic,
  }) => {
    await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
    await page.setViewportSize({ width, height });
    await page.goto('/admin/inbox');
    await page.getByRole('option', { name: /^Moose/ }).focus();
    await page.keyboard.press('Enter');
    await expect(opened(page, 'Moose')).toBeVisible();
    await expect.poll(() => focused(page)).toBe('h2: Moose');
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(opened(page, 'Pepper')).toBeVisible();
    await expect.poll(() => focused(page)).toBe('h2: Pepper');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^option: Pepper/);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('h2: Moose');
    await page.goBack();
    await expect.poll(() => focused(page)).toMatch(/^option: Moose/);

    // An answer taken back from the list or from the next item opens what it was given to.
    await page.getByRole('option', { name: /^Moose/ }).click();
    await expect(opened(page, 'Moose')).toBeVisible();
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText(/Moose: accepted, told in/).first()).toBeVisible();
    await expect.poll(() => focused(page)).toBe('h2: Pepper');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(opened(page, 'Moose')).toBeVisible();
    await expect(page.getByText(/told in/)).toHaveCount(0);
    await expect.poll(() => focused(page)).toBe('h2: Moose');
  });

for (const [width, height] of [
  [320, 568],
  [390, 664],
  [1280, 800],
] as const)
  test(`a declined request that is taken back has the focus in its tray, ${width} px wide (WCAG 2.4.3)`, async ({
    page,
    server,
    addClinic,
  }) => {
    await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    const tray = page.getByRole('region', { name: /^Decline/ });
    await tray.getByRole('radio').first().check();
    await expect(tray.getByText(/will read/)).toBeVisible();
    await tray.getByLabel(/In your own words/).fill('We are full.');
    await expect(tray.getByText(/We are full\./).nth(1)).toBeVisible();
    await tray.getByRole('button', { name: /^Decline/ }).click();
    await expect(opened(page, 'Moose')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    const title = tray.getByRole('heading', { level: 3 });
    await expect(title).toBeFocused();
    // Once the message is read again too, it stays in sight, over whatever is behind.
    await expect(tray.getByText(/We are full\./).nth(1)).toBeVisible();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(
      await title.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    ).toBe(true);
    // A second press of the same key is not meant for the answer.
    await page.keyboard.press('Enter');
    await expect(page.getByText(/told in/)).toHaveCount(0);
    await expect(title).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opened(page, 'Pepper')).toBeFocused();
  });

test('on a phone each filter that Tab reaches is scrolled in whole (WCAG 2.4.11)', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/admin/inbox');
  await page.getByRole('option', { name: /^Pepper/ }).waitFor();
  const filters = page.getByRole('link', {
    name: /^(All|Requests|Refills|Waitlist|Text us|Payments|Records|Undelivered|Answered)/,
  });
  await filters.filter({ visible: true }).first().focus();
  for (let tabs = 0; tabs < 9; tabs++) {
    const at = page.locator(':focus');
    await expect
      .poll(
        async () => {
          const box = (await at.boundingBox())!;
          return [box.x >= 0, box.x + box.width <= 391];
        },
        { message: await focused(page) },
      )
      .toEqual([true, true]);
    await page.keyboard.press('Tab');
  }
});

for (const [width, height] of [
  [320, 568],
  [390, 664],
  [1280, 800],
] as const)
  test(`the inbox that opens takes the focus to its heading, ${width} px wide (WCAG 2.4.3)`, async ({
    page,
    server,
    addClinic,
  }) => {
    const [quiet, other] = [await addClinic(clinicWithRequests()), await addClinic({ shop: { name: 'Other Vets' } })];
    await page.setViewportSize({ width, height });

    // With one clinic, after the code.
    const one = await inviteTo(server, [quiet]);
    await page.goto('/admin');
    await codeAsked(page, one);
    await page.getByLabel(/-digit code/).fill(await server.code(one));
    await page.getByRole('option', { name: /^Pepper/ }).waitFor();
    await expect.poll(() => focused(page)).toBe('h1: Inbox');
    if (width === 1280) {
      // The rail stands before it, list, item and foot after it.
      await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
      const order: string[] = [];
      for (let tabs = 0; tabs < 12; tabs++) {
        await page.keyboard.press('Tab');
        order.push(await focused(page));
      }
      expect(order[0]).toMatch(/^option: (Moose|Pepper)/);
      expect(order.findIndex((place) => place.startsWith('button: Accept'))).toBeGreaterThan(
        order.findIndex((place) => place.startsWith('group:')),
      );
    }
    // From the staff page, whose heading it was before.
    await page.goto('/admin/inbox');
    await page.getByRole('option', { name: /^Pepper/ }).waitFor();
    await page.getByRole('link', { name: 'Staff' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('h1: Staff');
    await page.getByRole('link', { name: /^Inbox/ }).press('Enter');
    await expect.poll(() => focused(page)).toBe('h1: Inbox');

    // With several, after one was chosen.
    const hers = await pageAt(page, server);
    await hers.setViewportSize({ width, height });
    const two = await inviteTo(server, [quiet, other]);
    await hers.goto('/admin');
    await codeAsked(hers, two);
    await hers.getByLabel(/-digit code/).fill(await server.code(two));
    await expect.poll(() => focused(hers)).toBe('h1: Which clinic?');
    await hers.getByRole('button', { name: /^Quiet Vets/ }).press('Enter');
    await hers.getByRole('option', { name: /^Pepper/ }).waitFor();
    await expect.poll(() => focused(hers)).toBe('h1: Inbox');
    await hers.context().close();
  });

/** Whether what has the focus stands in the tray. */
const isInTray = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement!.closest('[data-part=tray]') !== null);

/** The names of the buttons, links and headings that assistive technology is given. */
const given = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && ['button', 'link', 'heading'].includes(String(role?.value)))
    .map(({ name }) => String(name?.value));
};

for (const [width, height] of [
  [320, 568],
  [390, 664],
  [1280, 400],
] as const)
  test(`nothing that a sheet covers is reached, ${width} by ${height} (WCAG 2.4.11)`, async ({
    page,
    server,
    addClinic,
  }) => {
    await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
    await page.setViewportSize({ width, height });
    await page.goto('/admin/inbox');
    await page.getByRole('option', { name: /^Moose/ }).press('Enter');
    await expect(opened(page, 'Moose')).toBeVisible();
    expect(await given(page)).toContain('Moose');
    await page.getByRole('button', { name: 'Decline' }).press('Enter');
    await expect.poll(() => isInTray(page)).toBe(true);

    // Round the page and back: each stop is in the sheet, but for the browser's own, which is the body here.
    for (const key of ['Tab', 'Shift+Tab'])
      for (let tabs = 0; tabs < 12; tabs++) {
        await page.keyboard.press(key);
        expect((await isInTray(page)) || (await focused(page)).startsWith('body'), await focused(page)).toBe(true);
      }
    expect(await given(page)).toEqual(expect.arrayContaining(['Decline Moose’s visit', 'Decline']));
    expect((await given(page)).filter((name) => /^(Moose|Inbox|Previous|Next|Staff)/.test(name))).toEqual([]);

    // Escape and Back fold it, and the focus is at the item again.
    for (const fold of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Back' }).click(),
    ]) {
      await fold();
      await expect.poll(() => focused(page)).toBe('h2: Moose');
      expect(await given(page)).toContain('Moose');
      await page.keyboard.press('d');
      await expect.poll(() => isInTray(page)).toBe(true);
    }

    // Left open and come back to, it has the focus where no key answers: what it covers cannot have it.
    await page.keyboard.press('1');
    await expect(page.getByRole('radio', { checked: true })).toBeVisible();
    await page.goto('/admin/inbox');
    if (width < 1024) {
      await page.getByRole('option', { name: /^Pepper/ }).press('Enter');
      await expect.poll(() => focused(page)).toBe('h2: Pepper');
      await page.keyboard.press('ArrowUp');
    }
    await expect.poll(() => focused(page)).toMatch(/^button: Back/);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('h2: Moose');
    await expect(page.getByText(/told in/)).toHaveCount(0);
  });

test('beside the list a tray takes nothing away from Tab', async ({ page, server, addClinic }) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
  await page.getByRole('button', { name: 'Decline' }).press('Enter');
  await expect.poll(() => isInTray(page)).toBe(true);
  expect(await given(page)).toEqual(expect.arrayContaining(['Pepper', 'Staff', 'Decline Pepper’s visit']));
  await page.getByRole('option', { name: /^Moose/ }).focus();
  await expect.poll(() => focused(page)).toMatch(/^option: Moose/);
});

for (const [width, height] of [
  [390, 664],
  [1280, 800],
] as const)
  test(`the browser’s Back leaves “Which clinic” for the page that was open, ${width} px wide`, async ({
    page,
    server,
    addClinic,
  }) => {
    const [quiet, other] = [await addClinic(clinicWithRequests()), await addClinic({ shop: { name: 'Other Vets' } })];
    const email = await inviteTo(server, [quiet, other]);
    await page.setViewportSize({ width, height });
    await page.goto(`/admin/inbox?clinic=${quiet}`);
    await codeAsked(page, email);
    await page.getByLabel(/-digit code/).fill(await server.code(email));
    await page.getByRole('option', { name: /^Pepper/ }).waitFor();
    await page.getByRole('link', { name: 'Answered' }).filter({ visible: true }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Answered');
    const choose = async () => {
      if (width === 1280) return page.getByRole('button', { name: 'Quiet Vets, another clinic' }).click();
      await page.getByRole('button', { name: 'More' }).click();
      return page.getByRole('button', { name: 'Another clinic' }).click();
    };
    await choose();
    await expect(heading).toHaveText('Which clinic?');
    await page.goBack();
    await expect(heading).toHaveText('Answered');
    await expect.poll(() => focused(page)).toBe('h1: Answered');
    expect(new URL(page.url()).search).toBe('?show=answered');
    await page.goForward();
    await expect(heading).toHaveText('Which clinic?');
    await page.reload();
    await expect(heading).toHaveText('Which clinic?');

    // The other one is found at its inbox, and no Back leads to the choice again.
    await page.getByRole('button', { name: /^Other Vets/ }).click();
    await expect(heading).toHaveText('Inbox');
    expect(new URL(page.url()).pathname).toBe('/admin/inbox');
    await page.goBack();
    await expect(heading).toHaveText('Answered');
  });

test('the tab’s title names the filter, with what waits of all (WCAG 2.4.2)', async ({ page, server, addClinic }) => {
  await enterDesk(page, server, await addClinic(clinicWithRequests()), 'Ada');
  await expect(page).toHaveTitle('(2) Inbox – Quiet Vets');
  for (const name of ['Requests', 'Refills', 'Answered']) {
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(`(2) ${name} – Quiet Vets`);
  }
  // A page that is loaded anew, and one that is of no clinic.
  await page.goto('/admin/staff');
  await expect(page).toHaveTitle('Staff – Quiet Vets');
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await page.goto('/admin/clinics');
  await expect(page).toHaveTitle('Which clinic');
  await page.goBack();
  await expect(page).toHaveTitle('(2) Inbox – Quiet Vets');
});

test('the code that was asked for is typed at once, and where it went is told', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const email = await inviteTo(server, [await addClinic(clinicWithRequests())]);
  await page.goto('/admin');
  await codeAsked(page, email);
  const code = page.getByRole('textbox', { name: '6-digit code' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(`If ${email} works at a clinic here, a code is on its way to it.`);
  await expect(page.getByRole('log')).toHaveText('Check your e-mail');
  // What is wrong with a code is told before it.
  const right = await server.code(email);
  await page.keyboard.type(right === '000000' ? '111111' : '000000');
  await expect(code).toHaveAccessibleDescription(/.+ If .+ works at a clinic here, a code is on its way to it\.$/);
  await page.keyboard.type(right);
  await page.getByRole('option', { name: /^Pepper/ }).waitFor();
});
