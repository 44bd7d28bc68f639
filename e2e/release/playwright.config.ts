import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';

/** Tries the archive of a release behind each proxy and on each database: `npm run test:release`. */
export default defineConfig({ ...journeys, testDir: '.', testMatch: '*.try.ts', workers: 1 });
