import type { CDPSession, Locator, Page } from '@playwright/test';

/** How a screen may be looked at: its size in CSS pixels, the size of text set in the browser, and wider spacing. */
export type View = { width: number; height: number; text?: number; isSpaced?: boolean };

/** The spacing that every text must bear (WCAG 1.4.12). */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }' +
  'p { margin-bottom: 2em !important }';

const devtools = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the page's one session with the developer tools: what it emulates lasts as long as the session. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = devtools.get(page) ?? page.context().newCDPSession(page);
  devtools.set(page, session);
  return session;
}

/** Shows the page in a view, and waits until it is laid out. */
export async function look(page: Page, { width, height, text = 16, isSpaced = false }: View): Promise<void> {
  await (await devtoolsOf(page)).send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text } });
  await page.setViewportSize({ width, height });
  await page.evaluate(
    async ([css]) => {
      // A sheet made by script: the page's policy refuses a style element.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css ?? '');
      document.adoptedStyleSheets = css ? [sheet] : [];
      // What is cut offers the rest once it has been measured, which takes the page some frames.
      for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
      const ending = document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
    },
    [isSpaced ? spacing : null] as const,
  );
}

/** Lists what of a page's text is cut, lies outside the screen or on other text: nothing may be lost (WCAG 1.4.10). */
export const losses = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    // Three lines of text, pixels.
    const least = 64;
    const host = [...document.querySelectorAll('dialog[open]:not([data-leaving])')].at(-1) ?? document.body;
    const say = (what: string, text: string) => found.push(`${what}: “${text.trim().slice(0, 60)}”`);
    if (document.documentElement.scrollWidth > innerWidth + 1) say('wider than the screen', document.title);
    // What scrolls in a dialog is not lost, but a dialog must not scroll sideways.
    if (host.scrollWidth > host.clientWidth + 1) say('scrolls sideways', host.textContent ?? '');
    type Piece = { text: string; rect: DOMRect; element: Element; layer: Element | null };
    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (!element || text.trim() === '' || /^(STYLE|SCRIPT|OPTION|TITLE)$/.test(element.tagName)) continue;
      if (element.closest('svg') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      let rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (rects.length === 0) continue;
      let layer: Element | null = null;
      let isForReaders = false;
      let isScrolled = false;
      let isScrolledDown = false;
      let cutBy: Element | null = null;
      for (let box: Element | null = element; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        const own = box.getBoundingClientRect();
        if (own.width <= 1 && own.height <= 1) isForReaders = true;
        const isFloating = style.position === 'absolute' && style.zIndex !== 'auto';
        if (style.position === 'fixed' || style.position === 'sticky' || isFloating) layer = box;
        if (style.clipPath === 'inset(50%)') isForReaders = true;
        if (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth) isScrolled = true;
        if (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight) {
          isScrolledDown = true;
          if (box.clientHeight < least) say('scrolls in too little room', box.textContent ?? '');
          rects = rects.filter(({ top, bottom }) => top >= own.top - 4 && bottom <= own.bottom + 4);
        }
        const cutsX = /hidden|clip/.test(style.overflowX);
        const cutsY = /hidden|clip/.test(style.overflowY) && !isScrolledDown;
        if (!isScrolled && (cutsX || cutsY))
          for (const rect of rects) {
            if (cutsX && (rect.left < own.left - 1 || rect.right > own.right + 1)) cutBy = box;
            // Half a line's leading may lie outside: letters do not.
            if (cutsY && (rect.top < own.top - 4 || rect.bottom > own.bottom + 4)) cutBy = box;
          }
      }
      if (isForReaders) continue;
      // A row of a list opens what it names, where all of it stands; but its times, numbers and initials are whole.
      const isNeeded = /\d:\d\d[ap]m|\d-\d{4}|^\s*\S\s*$/.test(text);
      if (cutBy && ((element.closest('[role=option]') && !isNeeded) || element.closest('[title]'))) continue;
      // What folds says so, and shows the rest on request.
      if (cutBy?.parentElement?.querySelector(':scope > [aria-expanded=false]')) continue;
      if (cutBy) say('cut', text);
      if (!isScrolled && rects.some(({ left, right }) => left < -1 || right > innerWidth + 1)) say('outside', text);
      for (const rect of rects) pieces.push({ text, rect, element, layer });
    }
    for (const [n, one] of pieces.entries())
      for (const other of pieces.slice(n + 1)) {
        if (one.layer !== other.layer || one.element === other.element) continue;
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        const lower = Math.min(one.rect.height, other.rect.height);
        if (across > 2 && down > lower * 0.4) say(`on “${one.text.trim().slice(0, 30)}”`, other.text);
      }
    // Nobody can scroll in a field that is off, so all of its text must be seen.
    for (const field of host.querySelectorAll<HTMLInputElement>(':is(input, textarea):disabled'))
      if (field.scrollWidth > field.clientWidth + 1 || field.scrollHeight > field.clientHeight + 1)
        say('cut in its field', field.value);
    for (const control of host.querySelectorAll('a, button, input, select, textarea')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true]')) continue;
      const { left, right, width, height } = control.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      let isScrolled = false;
      for (let box = control.parentElement; box; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) isScrolled = true;
      if (!isScrolled && (left < -1 || right > innerWidth + 1))
        say('control outside', control.getAttribute('aria-label') ?? control.textContent ?? control.tagName);
    }
    return [...new Set(found)];
  });

/** The words of an element's texts that are broken or out of the window. */
export const brokenIn = (part: Locator, texts = 'span, h3'): Promise<string[]> =>
  part.evaluate((element, selector) => {
    const range = document.createRange();
    return [...element.querySelectorAll(selector)]
      .filter((one) => one.checkVisibility())
      .filter(({ firstChild }) => firstChild instanceof Text)
      .flatMap(({ firstChild }) =>
        [...(firstChild?.textContent ?? '').matchAll(/[\p{L}’]+/gu)].flatMap(({ index, 0: word }) => {
          range.setStart(firstChild!, index);
          range.setEnd(firstChild!, index + word.length);
          const rects = [...range.getClientRects()];
          return new Set(rects.map(({ top }) => top)).size > 1 || rects.some(({ top }) => top < 0) ? [word] : [];
        }),
      );
  }, texts);

/**
 * Lists controls that get the focus by Tab and are then covered by what is sticky, or lie outside the window
 * (WCAG 2.4.11).
 */
export async function coveredFocus(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const found: string[] = [];
  const met = await page.evaluateHandle(() => new WeakSet<Element>());
  let count = 0;
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(async (seen) => {
      // The browser scrolls to what is focused before the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const control = document.activeElement;
      if (!control || control === document.body) return null;
      const shown = control.closest('label, [data-part=code]') ?? control;
      const { left, top, right, bottom } = (control.clientWidth > 1 ? control : shown).getBoundingClientRect();
      const name =
        control.getAttribute('aria-label') ??
        (control as HTMLInputElement).name ??
        control.textContent ??
        control.tagName;
      const at = { isAgain: seen.has(control), name: name || control.tagName };
      seen.add(control);
      const isOutside = top < -1 || bottom > innerHeight + 1;
      const isLarge = bottom - top > innerHeight / 2;
      const isUnder = [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
        const upper = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2, y);
        const cover = upper?.closest('[data-part=foot], [data-part=bottombar]');
        return cover && !cover.contains(control);
      });
      return { ...at, fault: isUnder ? 'under the foot' : isOutside && !isLarge ? 'outside the window' : null };
    }, met);
    if (!focused) continue;
    if (focused.isAgain) break;
    count += 1;
    if (focused.fault) found.push(`${focused.name}: ${focused.fault}`);
  }
  if (count < 2) found.push('nothing is reached by Tab');
  return found;
}

/** Lists what stands over the page or is chosen and has nothing but a ground to show it: forced colours take grounds. */
export const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const groundOf = (element: Element): string => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const hasEdge = (element: Element, least: number): boolean =>
      [null, '::after', '::before'].some((part) => {
        const style = getComputedStyle(element, part);
        if (part !== null && style.content === 'none') return false;
        const ground = groundOf(element.parentElement ?? element);
        const border = parseFloat(style.borderBottomWidth) >= least && style.borderBottomStyle !== 'none';
        const outline = parseFloat(style.outlineWidth) >= least && style.outlineStyle !== 'none';
        return (border && style.borderBottomColor !== ground) || (outline && style.outlineColor !== ground);
      });
    const found: string[] = [];
    const menus = [...document.querySelectorAll('[aria-expanded=true][aria-controls]')].flatMap(
      (button) => document.getElementById(button.getAttribute('aria-controls') ?? '') ?? [],
    );
    for (const over of [...document.querySelectorAll('dialog[open]:not([data-leaving]), [data-part=toast]'), ...menus])
      if (isSeen(over) && ![over, over.parentElement ?? over].some((each) => hasEdge(each, 1)))
        found.push(`no edge: ${over.textContent?.slice(0, 40)}`);
    const chosen = document.querySelectorAll(
      'nav [aria-current], [role=radio][aria-checked=true], [aria-pressed=true], [role=option][aria-selected=true]',
    );
    const segments = [...document.querySelectorAll('fieldset label:has(input:checked)')];
    for (const one of [...chosen, ...segments]) {
      if (!isSeen(one)) continue;
      const input = one.querySelector('input');
      // A box or dot that the browser draws itself.
      if (input && getComputedStyle(input).appearance !== 'none' && getComputedStyle(input).opacity !== '0') continue;
      if (![one, ...one.querySelectorAll('span')].some((each) => hasEdge(each, 2)))
        found.push(`not seen to be chosen: ${one.getAttribute('aria-label') ?? one.textContent}`);
    }
    return found;
  });
