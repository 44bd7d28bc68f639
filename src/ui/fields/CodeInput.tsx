import { Fragment, type ClipboardEvent, type Ref, type SyntheticEvent } from 'react';
import { FieldError, useField } from './FieldFrame';
import * as css from './CodeInput.module.css';

export interface CodeInputProps {
  /** Accessible name, "6-digit code". */
  label: string;
  /** The digits typed so far. */
  value: string;
  onChange: (digits: string) => void;
  /** Called once with all digits when the last one is entered, by typing, paste or autofill. */
  onComplete?: ((digits: string) => void) | undefined;
  /** Returns the digits of a pasted text, or null to ignore the paste. */
  readPaste: (text: string) => string | null;
  length?: number | undefined;
  error?: string | null | undefined;
  /** Whether the code is being tried. */
  busy?: boolean | undefined;
  /** The id of what says where the code went. */
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * Shows digit cells in two groups over one native input, so that keyboards, autofill and screen readers see a
 * single field.
 */
export function CodeInput({
  label,
  value,
  onChange,
  onComplete,
  readPaste,
  length = 6,
  error,
  busy,
  describedBy,
  disabled,
  name,
  ref,
}: CodeInputProps) {
  const { id, aria } = useField({ error, hint: undefined });

  const take = (digits: string) => {
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const digits = readPaste(event.clipboardData.getData('text'));
    if (digits !== null) take(digits.slice(0, length));
  };
  // The input's text is invisible: a caret in the middle would insert digits in an unexpected place. All of it may be
  // selected, to be deleted or typed over.
  const keepCaretAtEnd = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    const end = input.value.length;
    if (input.selectionEnd !== end || (input.selectionStart !== end && input.selectionStart !== 0))
      input.setSelectionRange(end, end);
  };

  const half = length / 2;
  const next = Math.min(value.length, length - 1);
  return (
    <>
      <div
        className={`${css.code}${error ? ` ${css.bad}` : ''}${disabled ? ` ${css.off}` : ''}`}
        aria-busy={busy || undefined}
      >
        <input
          {...aria}
          aria-describedby={[aria['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
          ref={ref}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          aria-label={label}
          value={value}
          disabled={disabled}
          onChange={(event) => take(event.target.value.replace(/\D/g, '').slice(0, length))}
          onPaste={paste}
          onSelect={keepCaretAtEnd}
        />
        {Array.from({ length }, (_, place) => (
          <Fragment key={place}>
            {place === half && <span className={css.dash} aria-hidden="true" />}
            <span className={place === next ? `${css.cell} ${css.cellNext}` : css.cell} aria-hidden="true">
              {value[place]}
            </span>
          </Fragment>
        ))}
      </div>
      <div role="alert">
        <FieldError id={id} error={error} />
      </div>
    </>
  );
}
