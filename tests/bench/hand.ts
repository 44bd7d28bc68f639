import { setTimeout as wait } from 'node:timers/promises';
import type { OwnPhone } from './ownPhone';

/**
 * An element by its selector and what it is called: what its label or its own words say. Of several that are shown the
 * `nth` is meant, from 0.
 */
export type Target = { of: string; called?: string | RegExp; nth?: number };

/** How an owner taps and types; each is named in the trace. */
export type Hand = {
  tap: (what: string, target: Target) => Promise<void>;
  type: (what: string, field: Target, text: string) => Promise<void>;
  key: (what: string, key: string) => Promise<void>;
  /** Chooses a value of a list, which is the browser's own and not measured. */
  choose: (list: Target, value: string) => Promise<void>;
  /** Waits until the element is shown, or is no more. */
  see: (target: Target) => Promise<void>;
  miss: (target: Target) => Promise<void>;
};

export const button = (called: string | RegExp, nth = 0): Target => ({ of: 'button', called, nth });
export const link = (called: string | RegExp, nth = 0): Target => ({ of: 'a', called, nth });
export const field = (called: string | RegExp): Target => ({ of: 'input, textarea, select', called });
export const label = (called: string | RegExp): Target => ({ of: 'label', called });

/** How long a finger and a key stay down, milliseconds. */
const downMs = 80;
/** How often the page is looked at for what is waited for, milliseconds, and for how long. */
const lookMs = 50;
const patienceMs = 30_000;

/**
 * Finds an element that is shown, in the page that it runs in. No function in it has a name: what runs these files would
 * have it named by a function that the page lacks.
 */
function shownElement(of: string, called: string | null, flags: string | null, nth: number): Element | undefined {
  return [...document.querySelectorAll(of)].filter((element) => {
    if (called === null || !element.checkVisibility()) return element.checkVisibility();
    const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return [element.getAttribute('aria-label'), ...[...by, ...labels, element].map((each) => each?.textContent)]
      .map((text) => (text ?? '').replaceAll(/\s+/g, ' ').trim())
      .some((text) => (flags === null ? text === called : new RegExp(called, flags).test(text)));
  })[nth];
}

/** The middle of an element, in pixels of the window, in the page that it runs in; null while something else covers it. */
function middleOf(element: Element): [number, number] | null {
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle: [number, number] = [x + width / 2, y + height / 2];
  const top = document.elementFromPoint(...middle);
  return element.contains(top) ? middle : null;
}

/** The hand on a phone; `mark` names what it does next. */
export function handOn({ session, read }: OwnPhone, mark: (text: string) => Promise<void>): Hand {
  const found = ({ of, called, nth = 0 }: Target): string => {
    const [name, flags] = called instanceof RegExp ? [called.source, called.flags] : [called ?? null, null];
    return `(${shownElement})(${[of, name, flags, nth].map((each) => JSON.stringify(each)).join()})`;
  };
  const until = async (target: Target, isShown: boolean) => {
    for (let left = patienceMs; left > 0; left -= lookMs) {
      if ((await read<boolean>(`!!${found(target)}`)) === isShown) return;
      await wait(lookMs);
    }
    const words = await read<string>('document.body.innerText');
    const state = `${isShown ? 'not ' : ''}there for ${patienceMs} ms`;
    throw new Error(`${target.of} ${target.called ?? ''} was ${state}. The page says:\n${words}`);
  };
  /** The middle of what has come to rest and lies under nothing else, as a message over it that goes. */
  const resting = async (target: Target) => {
    let last = '';
    for (let left = patienceMs; left > 0; left -= lookMs) {
      await still();
      const place = await read<[number, number] | null>(`(${middleOf})(${found(target)})`);
      if (place && String(place) === last) return place;
      last = String(place);
      await wait(lookMs);
    }
    throw new Error(`${target.of} ${target.called ?? ''} moved or was covered for ${patienceMs} ms.`);
  };
  const still = () => read('new Promise((idle) => requestIdleCallback(() => idle(), { timeout: 3000 }))');
  const shown = () => read('new Promise((is) => requestAnimationFrame(() => requestAnimationFrame(() => is())))');
  const press = async (key: string) => {
    const isText = key.length === 1;
    const stroke = {
      key,
      windowsVirtualKeyCode: key === 'Escape' ? 27 : /^[a-z0-9 ]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0,
    };
    await session.send('Input.dispatchKeyEvent', {
      ...stroke,
      ...(isText ? { type: 'keyDown', text: key, unmodifiedText: key } : { type: 'rawKeyDown' }),
    });
    await wait(downMs);
    await session.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyUp' });
  };
  const tap = async (what: string, target: Target) => {
    // What is drawn anew meanwhile can no longer be scrolled to.
    await until(target, true);
    await still();
    await read(`${found(target)}.scrollIntoViewIfNeeded()`);
    const [x, y] = await resting(target);
    await mark(what);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await wait(downMs);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await shown();
  };
  return {
    tap,
    type: async (what, target, text) => {
      await tap(what, target);
      await mark(`a key in ${what}`);
      // As a hand does, which lets go and goes on when it sees the letter: what is typed within one frame is counted twice.
      for (const key of text) {
        await press(key);
        await shown();
      }
    },
    key: async (what, pressed) => {
      await still();
      await mark(what);
      await press(pressed);
      await shown();
    },
    choose: async (list, value) => {
      await until(list, true);
      await read(
        `((list) => { list.value = ${JSON.stringify(value)}; list.dispatchEvent(new Event('change', { bubbles: true })); })(${found(list)})`,
      );
    },
    see: (target) => until(target, true),
    miss: (target) => until(target, false),
  };
}
