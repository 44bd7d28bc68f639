import { expect, type BrowserContext, type Page } from '@playwright/test';

/** Records each page's toasts, which may disappear before a test looks, and reports one that covers the next action. */
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

/** Returns the texts of a page's toasts since its last load, in order, including those that disappeared. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);

/** Expects a toast with the text, shown now or since the page was loaded. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect.poll(() => toastsOf(page)).toContain(text);
