import { expect, type BrowserContext, type Page } from '@playwright/test';

/** Toasts go by themselves, on a busy machine before anybody looks: each page notes what they say, and complains of one that covers the next action. */
export const noteToasts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const said: string[] = [];
    const noted = new WeakSet<Element>();
    Object.assign(window, { toasts: said });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-part=toast]')) {
        if (noted.has(toast)) continue;
        noted.add(toast);
        said.push(toast.textContent ?? '');
        const foot = (toast.closest('dialog') ?? document).querySelector('[data-part=foot]')?.getBoundingClientRect();
        const { top, bottom } = toast.getBoundingClientRect();
        if (foot && bottom > foot.top + 1 && top < foot.bottom - 1)
          console.error(`“${toast.textContent}” covers the foot.`);
      }
    }).observe(document, { childList: true, subtree: true });
  });

/** What the toasts of a page said, in order, those that are gone as well; it begins anew with each load. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);

/** A toast says it, or said it since the page was loaded. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect.poll(() => toastsOf(page)).toContain(text);
