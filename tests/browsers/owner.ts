import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from './browser';

const patienceMs = 30_000;
const quoted = JSON.stringify;

/** Whoever sits before a browser: reads what is on the screen and waits for what shall come. */
export class Owner {
  constructor(
    private readonly page: Page,
    private readonly origin: string,
  ) {}

  goto(path: string): Promise<void> {
    return this.page.goto(this.origin + path);
  }

  /** The text is on the screen. */
  async sees(text: string): Promise<void> {
    await this.#until(
      `document.body.innerText.replace(/\\s+/g, ' ').includes(${quoted(text)})`,
      `"${text}" on the screen`,
    );
  }

  /** The text is on the screen no more. */
  async seesNoMore(text: string): Promise<void> {
    await this.#until(
      `!document.body.innerText.replace(/\\s+/g, ' ').includes(${quoted(text)})`,
      `end of "${text}" on the screen`,
    );
  }

  /** Taps the button, tab or row with that text; in the open dialog when there is one. */
  async taps(text: string): Promise<void> {
    const named = `[self::button or self::label][contains(normalize-space(.), ${quoted(text)})]`;
    await this.#act(`//*${named}`, isWithinReach, (path) => this.page.click(path));
  }

  /** Types into the field with that label. */
  async types(label: string, text: string): Promise<void> {
    const named = `[@aria-label=${quoted(label)} or @id=//label[starts-with(normalize-space(.), ${quoted(label)})]/@for]`;
    await this.#act(`//input${named}`, isShown, (path) => this.page.type(path, text));
  }

  /** The worker answers for the page, and the clinic and that many lists of records are on the device. */
  async hasSaved(records: number): Promise<void> {
    await this.#until(`(${isReady})(${records})`, `the worker and ${records} saved lists`);
  }

  /** Exactly these notifications are shown, each as its title and text in one line. */
  async isNotified(...lines: string[]): Promise<void> {
    await this.#until(
      `(${notificationLines}).then((shown) => shown === ${quoted(lines.join('\n'))})`,
      lines.join(', ') || 'notification',
    );
  }

  async #act(path: string, isReadyFor: string, act: (path: string) => Promise<void>): Promise<void> {
    const target = `(//dialog[@open]${path} | //body[not(.//dialog[@open])]${path})`;
    const found = `document.evaluate(${quoted(target)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue`;
    await this.#until(`((element) => element !== null && (${isReadyFor})(element))(${found})`, path);
    await act(`${target}[1]`);
  }

  async #until(condition: string, what: string): Promise<void> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause(50)) {
      if ((await this.page.evaluate(condition)) === true) return;
    }
    throw new Error(`No ${what}. The screen shows:\n${String(await this.page.evaluate('document.body.innerText'))}`);
  }
}

/** These run in the page. */
const isShown = '(element) => !element.disabled && element.getClientRects().length > 0';

/** Nothing lies over its middle, and nothing moves any more: a dialog slides in. */
const isWithinReach = `(element) => {
  if (element.disabled || document.getAnimations().some((each) => each.playState === 'running' && each.effect?.getComputedTiming().iterations !== Infinity)) return false;
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}`;

const notificationLines = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((shown) => shown.map(({ title, body }) => title + ': ' + body).join('\\n'))`;

const isReady = `async (wanted) => {
  if (navigator.serviceWorker.controller?.state !== 'activated') return false;
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('portal');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const count = (table) => new Promise((resolve, reject) => {
    const counting = db.transaction(table).objectStore(table).count();
    counting.onsuccess = () => resolve(counting.result);
    counting.onerror = () => reject(counting.error);
  });
  const [records, clinics] = [await count('records'), await count('clinics')];
  db.close();
  return records >= wanted && clinics > 0;
}`;
