import { chromium, type BrowserContext } from '@playwright/test';
import { browserArguments } from '../../tests/support/browser';
import { noteToasts } from './toasts';

/** Opens a browser with its data in a folder; closed and opened again, it still has its data. */
export async function openProfile(folder: string, baseURL: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
    args: browserArguments,
    baseURL,
    viewport: { width: 390, height: 844 },
  });
  await noteToasts(context);
  return context;
}
