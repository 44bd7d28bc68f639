import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { painted } from '../behaviour/painted';
import * as tap from '../actions/Tap.module.css';
import * as css from './Menu.module.css';

export interface MenuProps {
  /** Accessible name of the button, when its content is not enough. */
  label?: string | undefined;
  /** What the button shows. */
  face: ReactNode;
  /** Links and buttons; the menu closes when one of them is used. */
  children: ReactNode;
}

/** Shows a button that opens a panel of links; Escape, a click elsewhere or moving focus out closes it. */
export function Menu({ label, face, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();

  useEffect(() => {
    const element = root.current;
    if (!open || !element) return undefined;
    const close = () => setOpen(false);
    const isInside = (target: EventTarget | null) => target instanceof Node && element.contains(target);
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', (event) => !isInside(event.target) && close(), { signal });
    element.addEventListener('focusout', (event) => event.relatedTarget && !isInside(event.relatedTarget) && close(), {
      signal,
    });
    // Closes after the click was handled: React handles it later than this listener, and a removed panel has no
    // handlers.
    element.addEventListener(
      'click',
      (event) => event.target instanceof Element && event.target.closest('a, button') && setTimeout(close),
      { signal },
    );
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        close();
        button.current?.focus();
      },
      { signal },
    );
    return () => listening.abort();
  }, [open]);

  return (
    <div className={css.menu} data-extra="" ref={root}>
      <button
        type="button"
        ref={button}
        className={tap.tap}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div className={css.panel} data-ground="sheet" id={panel}>
          {children}
        </div>
      )}
    </div>
  );
}

export interface SegmentsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Keeps the choice at once: the page may be left before anything is drawn. */
  onPick?: ((value: Value) => void) | undefined;
  /** Draws what is chosen, after the choice itself is painted. */
  onChange: (value: Value) => void;
}

/** Shows a few exclusive options side by side, as radio buttons; what the chosen one shows is drawn once it is seen to be chosen. */
export function Segments<Value extends string>({
  label,
  name,
  value,
  options,
  onPick,
  onChange,
}: SegmentsProps<Value>) {
  const [ahead, setAhead] = useState<Value | null>(null);
  const choose = async (chosen: Value) => {
    setAhead(chosen);
    onPick?.(chosen);
    await painted();
    setAhead((latest) => (latest === chosen ? null : latest));
    onChange(chosen);
  };
  return (
    <fieldset className={css.segments} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === (ahead ?? value)}
            onChange={() => void choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
