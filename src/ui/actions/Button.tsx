import { useId, type MouseEvent, type ReactNode, type Ref } from 'react';
import { LockIcon } from '../icons/frame';
import { Link } from './Link';
import * as tap from './Tap.module.css';
import * as css from './Button.module.css';

type ButtonKind = 'filled' | 'quiet' | 'plain' | 'danger';

interface Shape {
  /** 'filled' on at most one button of a screen. */
  kind?: ButtonKind | undefined;
  small?: boolean | undefined;
  /** Wide letter spacing, for texts in capitals. */
  caps?: boolean | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

export interface ButtonProps extends Shape {
  type?: 'button' | 'submit' | undefined;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  disabled?: boolean | undefined;
  /** Why the button is disabled, shown below it with a lock; the button stays reachable by keyboard. */
  reason?: string | null | undefined;
  /** Whether work is under way: presses are ignored, focus stays. */
  busy?: boolean | undefined;
  /** Id of the form that it submits, when it is outside the form. */
  form?: string | undefined;
  name?: string | undefined;
  describedBy?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Returns the class names of the look; the kind is an attribute, so that style sheets of parents can select by it. */
const classOf = ({ small, caps }: Pick<Shape, 'small' | 'caps'>) =>
  `${css.button}${small ? ` ${css.small}` : ''}${caps ? ` ${css.caps}` : ''}`;

export function Button({
  kind = 'filled',
  small,
  caps,
  icon,
  children,
  type = 'button',
  onClick,
  disabled,
  reason,
  busy,
  describedBy,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const locked = Boolean(reason);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (locked || busy) event.preventDefault();
    else onClick?.(event);
  };
  const describes = [locked ? reasonId : '', describedBy ?? ''].filter(Boolean).join(' ');
  const button = (
    <button
      {...rest}
      type={type}
      className={`${classOf({ small, caps })}${locked ? ` ${css.locked}` : ''}${busy && !locked ? ` ${css.busy}` : ''}`}
      data-kind={kind}
      onClick={press}
      disabled={disabled && !locked}
      aria-disabled={locked || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describes || undefined}
    >
      {locked ? <LockIcon size={20} /> : icon}
      <span>{children}</span>
    </button>
  );
  if (!locked) return button;
  return (
    <div>
      {button}
      <p className={css.reason} id={reasonId}>
        {reason}
      </p>
    </div>
  );
}

export interface LinkButtonProps extends Shape {
  href: string;
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  target?: '_blank' | undefined;
  /** The file name under which the address is saved instead of opened. */
  download?: string | undefined;
}

/** Shows a link that looks like a button. */
export function LinkButton({ kind = 'filled', small, caps, icon, children, target, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...rest}
      {...(target ? { target, rel: 'noopener' } : {})}
      className={classOf({ small, caps })}
      data-kind={kind}
    >
      {icon}
      <span>{children}</span>
    </Link>
  );
}

export interface TapProps {
  /** The accessible name, when no text is shown. */
  label?: string | undefined;
  icon?: ReactNode;
  children?: ReactNode;
  accent?: boolean | undefined;
  /** Whether it looks like a link in a text. */
  link?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  /** Presses are ignored, focus stays. */
  disabled?: boolean | undefined;
  className?: string | undefined;
  expanded?: boolean | undefined;
  controls?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Shows a small button with a text or an icon, with a touch area of 44 px. */
export function Tap({
  label,
  icon,
  children,
  accent,
  link,
  onClick,
  disabled,
  className = '',
  expanded,
  controls,
  ref,
}: TapProps) {
  return (
    <button
      ref={ref}
      type="button"
      onClick={disabled ? undefined : onClick}
      aria-disabled={disabled || undefined}
      className={`${tap.tap}${accent ? ` ${tap.accent}` : ''}${link ? ` ${tap.link}` : ''} ${className}`.trimEnd()}
      aria-label={label}
      aria-expanded={expanded}
      aria-controls={controls}
    >
      {icon}
      {children}
    </button>
  );
}
