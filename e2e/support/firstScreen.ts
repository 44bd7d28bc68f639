import type { Page } from '@playwright/test';

/** A file that a page fetched; sizes in bytes, without and with headers. */
export type Fetched = { name: string; kind: string; encodedBodySize: number; transferSize: number };

/**
 * Lists what the first screen fetched: everything up to the load event, and the code that it loads after the
 * first paint.
 */
export async function firstFetches(page: Page): Promise<Fetched[]> {
  const listed = (await page.locator('script[data-files]').getAttribute('data-files')) ?? '';
  const code = listed.split(' ').map((path) => new URL(path, page.url()).href);
  await page.waitForLoadState('load');
  const fetched = await page.waitForFunction((names) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    if (!navigation || !names.every((name) => resources.some((entry) => entry.name === name))) return null;
    const needed = resources.filter(
      (entry) => entry.startTime < navigation.loadEventStart || names.includes(entry.name),
    );
    return [navigation, ...needed].map(({ name, initiatorType, encodedBodySize, transferSize }) => ({
      name,
      kind: initiatorType,
      encodedBodySize,
      transferSize,
    }));
  }, code);
  return (await fetched.jsonValue())!;
}

/** Lists what the page itself has fetched until now, its worker's own requests aside. */
export const allFetches = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, initiatorType, encodedBodySize, transferSize } = entry as PerformanceResourceTiming;
      return { name, kind: initiatorType, encodedBodySize, transferSize };
    }),
  );
