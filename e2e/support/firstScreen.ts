import type { Page } from '@playwright/test';

/** One fetch of a page; sizes in bytes, without and with headers. */
export type Fetched = { name: string; kind: string; encodedBodySize: number; transferSize: number };

/** What the first screen of an open page fetched: all up to the load event, and the code that it starts once it is painted. */
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
