import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { NOT_TYPING, typedOn, type Stroke } from '../../domain/desk/typing';
import { ticks } from '../../offline/clock';
import { read, write } from '../../offline/marker';
import { openDialog } from '../../ui/behaviour/openDialog';
import { afterPaint, isTurnTaken } from './turn';

/** A key that does something now. `says` is its line in the list of keys. */
export type KeyEntry = { key: string; says: string; run: (event: KeyboardEvent) => void };

const OFF = 'desk-keys-off';
const registered: KeyEntry[] = [];

/** The keys that do something now, the latest first for each key, for the list of keys. */
export const keysNow = (): readonly KeyEntry[] => registered;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Whether a key press is for a single-key command: not while typing, in an open dialog, or with a modifier held. */
function isCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (openDialog() !== null) return false;
  // A function key is no text.
  return /^F\d/.test(event.key) || !isField(event.target);
}

/** What a letter that is pressed there is written into. */
function textAt(target: EventTarget | null): Stroke['into'] {
  if (!(target instanceof HTMLElement)) return null;
  if (target.matches('textarea') || target.isContentEditable) return 'text';
  return target.matches('select, input:not([type=radio], [type=checkbox])') ? 'line' : null;
}

/**
 * Keeps what is typed on after its field is gone from everything on the page: from the keys, and from a button that has
 * the focus since. Whoever presses a pointer, or leaves the text by a key, is not typing any more.
 */
function keepTextFromKeys(): () => void {
  let typedAt = NOT_TYPING;
  const stroke = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event;
    const on = typedOn(typedAt, { key, isChord: ctrlKey || metaKey, into: textAt(target), at: ticks() });
    typedAt = on.typedAt;
    if (!on.isText) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const point = () => {
    typedAt = NOT_TYPING;
  };
  // Before whatever else hears of them.
  document.addEventListener('keydown', stroke, true);
  document.addEventListener('pointerdown', point, true);
  return () => {
    document.removeEventListener('keydown', stroke, true);
    document.removeEventListener('pointerdown', point, true);
  };
}

/** Arrows are the page's own as long as nothing has focus that they would choose in or scroll. */
const isArrowElsewhere = ({ key, target }: KeyboardEvent): boolean =>
  key.startsWith('Arrow') && target instanceof HTMLElement && !target.matches('body, h1, h2, [data-column]');

/** Keys that walk go on while they are held; what is told to an owner is told by a press of its own. */
const isHeld = ({ repeat, key }: KeyboardEvent): boolean => repeat && key.length === 1 && !/^[jk]$/i.test(key);

/** The entry for a pressed key: letters in either case, the latest registered first. */
const entryFor = (pressed: string): KeyEntry | undefined =>
  registered.findLast(({ key }) => key === pressed || (key.length === 1 && key === pressed.toUpperCase()));

const KeysContext = createContext<{ areOn: boolean; setOn: (areOn: boolean) => void }>({
  areOn: true,
  setOn: () => undefined,
});

/** Listens for keys on the whole page; single keys can be switched off (WCAG 2.1.4), others such as F6 cannot. */
export function Keys({ children }: { children: ReactNode }) {
  const [areOn, setAreOn] = useState(() => read(OFF) === null);
  const setOn = (on: boolean) => {
    setAreOn(on);
    write(OFF, on ? null : '1');
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isCommand(event) || isArrowElsewhere(event) || (!areOn && event.key.length === 1)) return;
    // What was pressed before comes first: a digit is for the tray that is about to unfold.
    if (isTurnTaken() && event.key.length === 1) {
      event.preventDefault();
      if (!isHeld(event)) afterPaint(() => entryFor(event.key)?.run(event));
      return;
    }
    const entry = entryFor(event.key);
    if (!entry) return;
    // What has focus takes its own keys: a button is pressed with Enter.
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('a, button, summary'))
      return;
    event.preventDefault();
    if (!isHeld(event)) entry.run(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(keepTextFromKeys, []);
  return <KeysContext value={{ areOn, setOn }}>{children}</KeysContext>;
}

/** Whether single keys are on, and their switch. */
export const useKeySwitch = () => useContext(KeysContext);

/**
 * Does something when a key is pressed outside fields and dialogs, as long as the component is there and `isOn`. The
 * latest component that asks for a key has it. `key` as `KeyboardEvent.key`: 'A' for either case, 'Enter', 'F6'; `says`
 * is its line in the list of keys.
 */
export function useKey(key: string, says: string, run: (event: KeyboardEvent) => void, isOn = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return undefined;
    const entry: KeyEntry = { key, says, run: (event) => act(event) };
    registered.push(entry);
    return () => {
      registered.splice(registered.indexOf(entry), 1);
    };
  }, [key, says, isOn]);
}
