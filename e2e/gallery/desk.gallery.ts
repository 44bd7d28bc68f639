import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { deskWindow } from '../support/deskPeople';
import { deskWalks } from '../support/deskWalk';
import { test } from '../support/fixtures';
import { devtoolsOf, look } from '../support/whole';
import { folder, writeIndex } from './pictures';

/** The desk fills the window, whatever is in it: each column scrolls by itself. */
const sizes = [
  [390, 844],
  [800, 1000],
  [1280, 800],
  [1920, 1080],
] as const;

/** Takes the pictures of a state of the desk, in windows of that height where it scrolls in itself. */
async function seen(page: Page, name: string, whole?: number): Promise<void> {
  const own = join(folder, `desk ${name}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of sizes) {
      await look(page, { width, height: whole ?? height });
      const { data } = await (await devtoolsOf(page)).send('Page.captureScreenshot', { format: 'jpeg', quality: 80 });
      await writeFile(join(own, `${colorScheme}, ${width}.jpg`), Buffer.from(data, 'base64'));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await look(page, deskWindow);
}

// A desk has a mouse and keys, which its buttons name.
test.use({ hasTouch: false, isMobile: false });
test.beforeAll(() => mkdir(folder, { recursive: true }));
test.afterAll(writeIndex);

for (const [name, walk] of Object.entries(deskWalks))
  test(`desk: ${name}`, async ({ page, server, addClinic, complaints }) => {
    complaints.expect(/ERR_|status of|Failed to fetch dynamically/);
    await walk({ page, server, addClinic, seen });
  });
