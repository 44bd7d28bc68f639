import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { PortalServer } from '../../e2e/support/server';
import { browserArguments, findBrowser } from '../support/browser';
import type { Overrides } from '../support/clinicFile';

export const clinicId = 'oak';

/** A phone, as Lighthouse's is. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** A browser process on a profile folder, of another size than a phone's if given. */
export const openPhone = (
  profile: string,
  { args = [], ...size }: { args?: string[] } & Partial<typeof phone> = {},
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: (process.env['CHROME_PATH'] ??= findBrowser()),
    args: [...browserArguments, ...args],
    ...phone,
    ...size,
  });

export async function withServer<T>(clinic: Overrides, work: (server: PortalServer) => Promise<T>): Promise<T> {
  const server = await PortalServer.start([{ ...clinic, shop: { ...clinic.shop, id: clinicId } }]);
  try {
    return await work(server);
  } finally {
    await server.remove();
  }
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A page of a phone with a new profile. */
export const withPhone = <T>(work: (page: Page) => Promise<T>): Promise<T> =>
  withFolder(async (profile) => {
    const context = await openPhone(profile);
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  });

export const hasWorker = async (page: Page): Promise<void> =>
  void (await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated'));
