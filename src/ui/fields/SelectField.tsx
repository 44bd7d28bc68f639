import type { HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { FieldFrame, useField, type FieldProps } from './FieldFrame';
import { PickIcon } from '../icons/booking';
import * as field from './Field.module.css';

export interface SelectFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  options: readonly { value: string; label: string }[];
  /** The text of the empty option. */
  placeholder?: string | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  required?: boolean | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** Shows a native select that looks like the other fields. */
export function SelectField({
  label,
  mark,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder,
  required,
  ...rest
}: SelectFieldProps) {
  const { id, aria } = useField({ hint, error });
  return (
    <FieldFrame id={id} label={label} mark={mark} hint={hint} error={error}>
      <select
        {...rest}
        {...aria}
        className={field.input}
        value={value}
        aria-required={required || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <PickIcon size={20} />
    </FieldFrame>
  );
}
