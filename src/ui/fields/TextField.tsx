import type { ClipboardEventHandler, HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { FieldFrame, useField, type FieldProps } from './FieldFrame';
import * as field from './Field.module.css';
import * as common from '../layout/common.module.css';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  /** Called before a paste, which `maxLength` would cut. */
  onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined;
  type?: 'text' | 'tel' | 'email' | 'password' | 'date' | undefined;
  inputMode?: 'text' | 'tel' | 'email' | 'numeric' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoCapitalize?: 'none' | 'words' | 'sentences' | undefined;
  enterKeyHint?: 'next' | 'done' | 'send' | 'go' | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** Earliest and latest date of a date field, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
  readOnly?: boolean | undefined;
  spellCheck?: boolean | undefined;
  required?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Shows a line of text. Phones, codes, dates and prices get tabular figures. */
export function TextField({
  label,
  mark,
  hint,
  error,
  refusedBy,
  value,
  onChange,
  type = 'text',
  required,
  ...rest
}: TextFieldProps) {
  const { id, aria } = useField({ hint, error, refusedBy });
  const figures = type === 'tel' || type === 'date' || rest.inputMode === 'numeric' || rest.inputMode === 'tel';
  return (
    <FieldFrame id={id} label={label} mark={mark} hint={hint} error={error}>
      <input
        {...rest}
        {...aria}
        type={type}
        className={figures ? `${field.input} ${common.num}` : field.input}
        value={value}
        aria-required={required || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
