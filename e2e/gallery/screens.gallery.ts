import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from '../support/fixtures';
import { provoked, walks } from '../support/walk';
import { devtoolsOf, look } from '../support/whole';
import { folder, writeIndex } from './pictures';

const widths = [360, 390, 768, 992, 1280];
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'text at 200 %': { colorScheme: 'light', text: 32 },
} as const;

/** Shows a screen in full: a window as high as the page, so that what is sticky stands at its end. */
async function picture(page: Page, path: string, width: number, text: number | undefined): Promise<void> {
  const view = { width, ...(text && { text }) };
  await look(page, { ...view, height: 844 });
  const height = await page.evaluate(() =>
    document.querySelector('dialog[open]') ? 844 : Math.max(844, document.documentElement.scrollHeight),
  );
  await look(page, { ...view, height });
  // Playwright's own pictures forget the size of text.
  const { data } = await (await devtoolsOf(page)).send('Page.captureScreenshot', { format: 'jpeg', quality: 80 });
  await writeFile(path, Buffer.from(data, 'base64'));
}

test.beforeAll(() => mkdir(folder, { recursive: true }));

for (const [name, walk] of Object.entries(walks))
  test(name, async ({ page, context, server, addClinic, complaints }) => {
    complaints.expect(...provoked);
    for (const old of await readdir(folder))
      if (old.startsWith(`${name} `)) await rm(join(folder, old), { recursive: true });
    await walk({
      page,
      context,
      server,
      addClinic,
      seen: async (screen) => {
        const own = join(folder, screen);
        await mkdir(own, { recursive: true });
        for (const [which, { colorScheme, ...more }] of Object.entries(looks)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const width of widths)
            await picture(page, join(own, `${which}, ${width}.jpg`), width, 'text' in more ? more.text : undefined);
        }
        await page.emulateMedia({ colorScheme: 'light' });
        await look(page, { width: 390, height: 844 });
      },
    });
  });

test.afterAll(writeIndex);
