import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** What a screen reader is given: a text that is said, what focus moves to, the tab's title. */
type Heard = { kind: 'said' | 'focus' | 'title'; text: string };

/** Someone who hears the page: what is announced, what has focus, and what the tab is called, in order. */
export class Reader {
  #read = 0;

  private constructor(readonly page: Page) {}

  /** Begins to listen; must be called before the page is opened. */
  static async of(page: Page): Promise<Reader> {
    await page.addInitScript(listen);
    return new Reader(page);
  }

  /**
   * Expects all of these to be heard after what was expected before, in their order; what else is heard in between does
   * not matter.
   */
  async hears(...expected: (string | RegExp)[]): Promise<void> {
    const matches = (text: string, wanted: string | RegExp) =>
      typeof wanted === 'string' ? text === wanted : wanted.test(text);
    let rest: string[] = [];
    let next = 0;
    await expect
      .poll(
        async () => {
          const all = await this.heard();
          let [at, found] = [this.#read, 0];
          while (found < expected.length && at < all.length)
            if (matches(all[at++] ?? '', expected[found] ?? '')) found++;
          [rest, next] = [all.slice(this.#read), at];
          return expected.slice(found).map(String);
        },
        { message: `heard: ${JSON.stringify(rest)}` },
      )
      .toEqual([])
      .catch((failure: unknown) => {
        throw new Error(`Not heard: ${expected.map(String).join(' | ')}\nHeard: ${rest.join(' | ')}`, {
          cause: failure,
        });
      });
    this.#read = next;
  }

  /** Expects focus on the heading of the screen, and the tab's title to name the screen and the clinic. */
  async isAt(heading: string | RegExp, title?: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: heading, level: 1 })).toBeFocused();
    if (title !== undefined) await expect(this.page).toHaveTitle(title);
  }

  /** Everything that was heard since the page was loaded: '“said”', 'focus: name', 'title: name'. */
  async heard(): Promise<string[]> {
    const heard = await this.page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
    return heard.map(({ kind, text }) => (kind === 'said' ? text : `${kind}: ${text}`));
  }

  /**
   * Expects focus not to have stood outside everything for longer than the page needs to place it, and no heading to have
   * been announced that was gone by then, or that had been read with the focus.
   */
  async neverLost(): Promise<void> {
    const { lost, stale } = await this.page.evaluate(() => {
      const { lost, stale } = window as unknown as Record<'lost' | 'stale', string[]>;
      return { lost, stale };
    });
    expect(lost, 'screens without focus').toEqual([]);
    expect(stale, 'headings announced though gone, or twice').toEqual([]);
  }
}

/**
 * Runs in the page: notes what is announced, what gets focus, titles, focus that fell to the body, and headings that are
 * announced out of place.
 */
function listen(): void {
  const heard: Heard[] = [];
  const lost: string[] = [];
  const stale: string[] = [];
  Object.assign(window, { heard, lost, stale });
  /** The headings of all screens so far. */
  const headings = new Set<string>();
  // The screen before stays in the page, hidden, while the next one's code comes.
  const headingNow = () => [...document.querySelectorAll('h1')].find((each) => each.checkVisibility());
  const check = (text: string) => {
    const heading = headingNow();
    const isNow = heading?.textContent === text;
    if (headings.has(text) && (!isNow || heading === document.activeElement)) stale.push(text);
  };
  const note = (kind: Heard['kind'], text: string | null | undefined) => {
    const plain = (text ?? '').replace(/\s+/g, ' ').trim();
    if (plain) heard.push({ kind, text: plain });
  };
  const live = '[role=log], [role=status], [role=alert], [aria-live]';
  /** A region that comes with its text says nothing, except an alert. */
  const known = new WeakSet<Element>();
  const said = new WeakMap<Element, string>();
  const look = (target: Node, added: Node | null) => {
    const element = target instanceof Element ? target : target.parentElement;
    const region = element?.closest(live);
    if (region && known.has(region)) {
      if (region.getAttribute('role') === 'log') {
        note('said', added?.textContent);
        check(added?.textContent ?? '');
      } else if (said.get(region) !== region.textContent) note('said', region.textContent);
      said.set(region, region.textContent ?? '');
    }
    if (!(added instanceof Element)) return;
    for (const alert of [added, ...added.querySelectorAll('*')].filter((each) => each.matches('[role=alert]'))) {
      if (!known.has(alert)) note('said', alert.textContent);
      said.set(alert, alert.textContent ?? '');
    }
  };
  const nameOf = (element: Element): string => {
    const named = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
    const own = /^(MAIN|DIV)$/.test(element.tagName) ? `(${element.tagName.toLowerCase()})` : element.textContent;
    const texts = named.length > 0 ? named.map((id) => document.getElementById(id)?.textContent) : labels;
    return element.getAttribute('aria-label') ?? (texts.length > 0 ? texts.join(' ') : own) ?? '';
  };
  let title = '';
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (addedNodes.length === 0) look(target, null);
      for (const added of addedNodes) look(target, added);
    }
    for (const region of document.querySelectorAll(live)) known.add(region);
    const heading = headingNow();
    if (heading) headings.add(heading.textContent);
    if (document.title !== title) note('title', (title = document.title));
  }).observe(document, { childList: true, subtree: true, characterData: true });
  document.addEventListener('focusin', ({ target }) => note('focus', nameOf(target as Element)));

  // Focus that was somewhere and stands on the body for half a second is lost, unless nothing is drawn that could have
  // it: each screen gives it to its heading, and while its code comes there is none (that it loads is said).
  let [hadFocus, since] = [false, 0];
  setInterval(() => {
    const isOnBody = !document.activeElement || document.activeElement === document.body;
    const heading = [...document.querySelectorAll('main h1')].find((each) => each.checkVisibility());
    if (!heading) since = 0;
    else if (!isOnBody) [hadFocus, since] = [true, 0];
    else if (hadFocus && ++since === 10) lost.push(heading.textContent);
  }, 50);
}
