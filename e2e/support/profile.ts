import { chromium, type BrowserContext } from '@playwright/test';
import { browserArguments } from '../../tests/support/browser';
import { noteToasts } from './toasts';

/** A browser with its data in a folder, as an owner's is: closed and opened again it has what it had. */
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
