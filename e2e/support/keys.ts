import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

/** An owner without mouse and touch. */
export class Keys {
  constructor(readonly page: Page) {}

  /** Tab until the focus is on it: what cannot be reached never is. Returns how many times Tab was pressed. */
  async to(target: Locator): Promise<number> {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return presses;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Not reached with Tab: ${String(target)}`);
  }
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await expect(target).toBeEnabled();
    await this.to(target);
    await this.page.keyboard.press(key);
  }
  /** Replaces what is in a field; on a native select it chooses what begins so. */
  async write(target: Locator, text: string): Promise<void> {
    await this.to(target);
    const isSelect = await target.evaluate(
      (element) => element instanceof HTMLSelectElement || (element as HTMLInputElement).type === 'date',
    );
    if (!isSelect) await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }
  button = (name: string | RegExp) => this.page.getByRole('button', { name, exact: true });
}
