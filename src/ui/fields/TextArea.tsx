import type { Ref } from 'react';
import { FieldFrame, useField, type FieldProps } from './FieldFrame';
import * as field from './Field.module.css';
import * as common from '../layout/common.module.css';

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** The maximum number of characters; a counter appears when four fifths are used. */
  maxLength?: number | undefined;
  rows?: number | undefined;
  required?: boolean | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Shows a field of several lines, which grows with its text where the browser supports it. */
export function TextArea({
  label,
  mark,
  hint,
  error,
  value,
  onChange,
  maxLength,
  required,
  rows = 3,
  ...rest
}: TextAreaProps) {
  const { id, aria } = useField({ hint, error });
  const near = maxLength !== undefined && value.length >= maxLength * 0.8;
  return (
    <FieldFrame
      id={id}
      label={label}
      mark={mark}
      hint={hint}
      error={error}
      count={near && <Count used={value.length} of={maxLength} />}
    >
      <textarea
        {...rest}
        {...aria}
        className={field.input}
        rows={rows}
        maxLength={maxLength}
        value={value}
        aria-required={required || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}

function Count({ used, of }: { used: number; of: number }) {
  return (
    <>
      <span aria-hidden="true">
        {used}/{of}
      </span>
      <span className={common.vh} role="status">
        {of - used <= 20 ? `${of - used} characters left` : ''}
      </span>
    </>
  );
}
