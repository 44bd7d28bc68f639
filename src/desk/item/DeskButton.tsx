import type { MouseEvent, ReactNode, Ref } from 'react';
import { passesFocus } from '../lostFocus';
import { Keycap } from './Keycap';
import * as css from './DeskButton.module.css';

export interface DeskButtonProps {
  /** 'filled' on at most one button of an item; 'final' for what cannot be taken back afterwards. */
  kind?: 'filled' | 'quiet' | 'plain' | 'danger' | 'final' | undefined;
  small?: boolean | undefined;
  icon?: ReactNode;
  /** The key that does the same, shown on the button: 'A', 'Enter'. Phones show none. */
  hotkey?: string | null | undefined;
  /** Presses do nothing and focus stays; `describedBy` names the element that says why. */
  isLocked?: boolean | undefined;
  describedBy?: string | undefined;
  expanded?: boolean | undefined;
  label?: string | undefined;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Shows a button of the desk, 40 high there and 48 on a phone, with the key that does the same. */
export function DeskButton({
  kind = 'filled',
  small,
  icon,
  hotkey,
  isLocked,
  describedBy,
  expanded,
  label,
  onClick,
  children,
  ref,
}: DeskButtonProps) {
  return (
    <button
      ref={ref ?? passesFocus}
      type="button"
      className={`${css.button}${small ? ` ${css.small}` : ''}`}
      data-kind={kind}
      aria-disabled={isLocked || undefined}
      aria-describedby={describedBy}
      aria-expanded={expanded}
      aria-label={label}
      aria-keyshortcuts={hotkey ?? undefined}
      onClick={(event) => (isLocked ? event.preventDefault() : onClick(event))}
    >
      {icon}
      <span>{children}</span>
      {hotkey && <Keycap>{hotkey}</Keycap>}
    </button>
  );
}

/** Shows a link that looks like a plain button, such as a number to call. */
export function DeskLink({
  href,
  icon,
  label,
  children,
}: {
  href: string;
  icon?: ReactNode;
  /** Its accessible name, where the words alone do not say enough. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <a className={css.button} data-kind="plain" href={href} aria-label={label}>
      {icon}
      <span>{children}</span>
    </a>
  );
}
