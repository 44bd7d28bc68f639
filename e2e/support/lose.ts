import type { Page } from '@playwright/test';
import * as limits from '../../src/limits';
import type { Booking } from './booking';
import { expect } from './fixtures';

type Lost = { booking: Booking; count(): number };

/** Loses the next call of a path, and counts the calls whose failure the page has seen. */
export async function lose(booking: Booking, path: string, isAnswered: boolean): Promise<Lost> {
  const { page } = booking;
  let failed = 0;
  page.on('requestfailed', (request) => void (failed += Number(new URL(request.url()).pathname === `/api/${path}`)));
  await page.route(
    `**/api/${path}`,
    async (route) => {
      if (isAnswered) await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  return { booking, count: () => failed };
}

/**
 * Expects that the call was lost and that the page is connected again: it asks again after its first wait, which the
 * test's clock shortens (D-01), or another call was answered.
 */
export async function recovered({ booking: { page, offlineBanner }, count }: Lost): Promise<void> {
  await expect.poll(count).toBe(1);
  await expect(async () => {
    await page.clock.fastForward(limits.probeFirstMs);
    await expect(offlineBanner).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/**
 * Lets a call fail until 'Try again' is pressed. A fixed moment would not do: the page also repeats the call by itself
 * when the owner's session is refreshed, and could succeed before the press.
 */
export async function failUntilTriedAgain(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    const tried = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Try again')
        document.documentElement.dataset.triedAgain = '';
    };
    addEventListener('click', tried, true);
  });
  await page.route(url, async (route) => {
    const isTried = await page.evaluate(() => 'triedAgain' in document.documentElement.dataset);
    if (isTried) await route.fallback();
    else await route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'No' } });
  });
}
