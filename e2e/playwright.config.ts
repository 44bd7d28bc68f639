import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from '../tests/support/browser';

// Every worker reads this file again; the first reading may install the browser, the others take what it found.
process.env['CHROME_PATH'] = findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  forbidOnly: true,
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-US',
    // Not the clinic's zone: what is shown must be the clinic's time all the same.
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    trace: 'off',
    launchOptions: { executablePath: process.env['CHROME_PATH'], args: browserArguments },
  },
});
