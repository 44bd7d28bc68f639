import { useContext, useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useIsSheet } from '../isWide';
import { DeskButton } from '../item/DeskButton';
import type { Press } from '../item/opening';
import { useKey, useKeySwitch } from '../keys/keys';
import { passesFocus } from '../lostFocus';
import { TrayFocus } from './trayFocus';
import * as css from './Tray.module.css';

export interface TrayFrameProps {
  title: string;
  /** Beside the title: what is looked for, and for whom. */
  aside?: ReactNode;
  /** The button that sends, in its own words. */
  button: string;
  /** Red and filled, for what cannot be taken back once it has left. */
  isFinal?: boolean | undefined;
  /** Why it cannot be sent now, '' for a moment that needs no words; null where it can. */
  locked: string | null;
  /** Further buttons, between the first and 'Back'. */
  others?: ReactNode;
  /** Called with the press of the button, without one for a key. */
  onSend: (press?: Press) => void;
  onFold: () => void;
  /** A digit was pressed outside a text, 1 to 9. */
  onDigit?: ((digit: number) => void) | undefined;
  /** `O` was pressed outside a text. */
  onOffer?: (() => void) | undefined;
  /** Stands above the title. */
  notice?: ReactNode;
  /** Focus goes to the first field, of radios to the chosen one, and not to the tray itself. */
  hasFields?: boolean | undefined;
  children: ReactNode;
}

/** The keys that choose in a tray. */
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const isText = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('textarea, input:not([type=radio])');

/**
 * Shows a tray that grows out of the item's foot; on a phone a sheet over the lower 85%, below which nothing is reached.
 * Focus goes into it, `Esc` folds it, `Enter` outside buttons (on a date or another choice that is chosen already too)
 * and `Ctrl Enter` in a text send.
 */
export function Tray({
  title,
  aside,
  button,
  isFinal,
  locked,
  others,
  onSend,
  onFold,
  onDigit,
  onOffer,
  notice,
  hasFields = false,
  children,
}: TrayFrameProps) {
  const tray = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const { areOn } = useKeySwitch();
  const takesFocus = useContext(TrayFocus);
  const isSheet = useIsSheet();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const where = takesFocus();
    // Who was faster and has begun to write is not taken out of the field.
    if (tray.current?.contains(document.activeElement)) return;
    // What a sheet covers cannot have the focus; at 'Back' no key answers.
    if (!where && isSheet) back.current?.focus();
    if (!where) return;
    if (where === 'title') {
      heading.current?.focus();
      return;
    }
    const first =
      tray.current?.querySelector<HTMLElement>('input:checked') ??
      tray.current?.querySelector<HTMLElement>('input, textarea');
    ((hasFields && first) || tray.current)?.focus({ preventScroll: true });
  }, [hasFields, takesFocus, isSheet]);
  useLayoutEffect(() => passesFocus(tray.current), []);
  const send = (press?: Press) => {
    if (locked === null) onSend(press);
  };
  /** Takes a key that is pressed outside a text, whatever has focus; returns whether it means something here. */
  const take = (key: string): boolean => {
    if (key === 'Escape') onFold();
    else if (/^[1-9]$/.test(key) && onDigit) onDigit(Number(key));
    else if (key.toLowerCase() === 'o' && onOffer) onOffer();
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const sends =
      !isPlain ||
      (target instanceof HTMLElement &&
        !target.matches('button:not([role=radio][aria-checked=true]), a, textarea, h3'));
    if (key === 'Enter' && sends) send();
    else if (!isPlain || (key !== 'Escape' && (isText(target) || (key.length === 1 && !areOn))) || !take(key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // While the list or the item has focus, the tray has the keys all the same.
  useKey('Escape', 'Fold the answer', () => void take('Escape'));
  useKey('O', 'Offer other times', () => void take('o'), onOffer !== undefined);
  return (
    <>
      {onDigit && digits.map((digit) => <DigitKey key={digit} digit={digit} onPress={onDigit} />)}
      {/* A tap beside the sheet folds it, as Esc and 'Back' do, which keyboards have. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={css.veil} onClick={onFold} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={tray}
        className={css.tray}
        data-part="tray"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={-1}
        onKeyDown={press}
      >
        <div className={css.scroll}>
          {notice}
          <div className={css.title}>
            <h3 ref={heading} id={id} tabIndex={-1}>
              {title}
            </h3>
            {aside && <p className={css.aside}>{aside}</p>}
          </div>
          {children}
        </div>
        <div className={css.acts}>
          <DeskButton
            kind={isFinal ? 'final' : 'filled'}
            hotkey={isFinal ? null : 'Enter'}
            isLocked={locked !== null}
            describedBy={locked ? `${id}-locked` : undefined}
            onClick={send}
          >
            {button}
          </DeskButton>
          {others}
          <span className={css.grow} />
          <DeskButton ref={back} kind="plain" hotkey="Esc" onClick={onFold}>
            Back
          </DeskButton>
        </div>
        {locked && (
          <p className={css.locked} id={`${id}-locked`}>
            {locked}
          </p>
        )}
      </section>
    </>
  );
}

function DigitKey({ digit, onPress }: { digit: number; onPress: (digit: number) => void }) {
  useKey(String(digit), 'Choose', () => onPress(digit));
  return null;
}
