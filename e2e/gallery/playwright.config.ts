import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';

/** Makes pictures of every screen and state: `npm run gallery`. */
export default defineConfig({ ...journeys, testDir: '.', testMatch: '*.gallery.ts', timeout: 900_000 });
