import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import './Menu.css';

export interface MenuProps {
  /** Accessible name of the button, when its picture says too little. */
  label?: string | undefined;
  /** What the button shows. */
  face: ReactNode;
  /** Links and actions; the menu closes when one is used. */
  children: ReactNode;
}

/** A button that discloses a panel of links; Escape, a click elsewhere or leaving by keyboard closes it. */
export function Menu({ label, face, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const left = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    <div className="menu" ref={root} onKeyDown={escape} onBlur={left}>
      <button type="button" ref={button} className="tap" aria-label={label} aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
        {face}
      </button>
      {open && (
        <div
          className="menu__panel on-sheet"
          id={panel}
          onClick={(event) => event.target instanceof Element && event.target.closest('a, .menu__action') && setOpen(false)}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export interface SegmentsProps<Value extends string> {
  /** Name of the group. */
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A few exclusive words side by side, radio buttons underneath. */
export function Segments<Value extends string>({ label, name, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
