import { useId, type ReactNode, type Ref } from 'react';
import { PickIcon } from '../icons/booking';
import * as css from './ChoiceRow.module.css';

interface ChoiceOption {
  value: string;
  /** The native list shows this one line: name, duration and cost for instance. */
  label: string;
  disabled?: boolean | undefined;
}

export interface ChoiceRowProps {
  label: string;
  /** '' while nothing is chosen. */
  value: string;
  options: readonly ChoiceOption[];
  onChange: (value: string) => void;
  /** Shown, and offered as the empty choice, while nothing is chosen. */
  placeholder: string;
  /** What the row shows for the chosen value, when that is shorter than its option's label. */
  shown?: ReactNode;
  icon?: ReactNode;
  /** Facts about the chosen value, below it; a `<b>` in it is its first line. */
  meta?: ReactNode;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** A labelled line with a native select lying over it. Put several in an element of class `rows`. */
export function ChoiceRow({
  label,
  value,
  options,
  onChange,
  placeholder,
  shown,
  icon,
  meta,
  disabled,
  name,
  ref,
}: ChoiceRowProps) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <div className={disabled ? `${css.choicerow} ${css.locked}` : css.choicerow}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={chosen ? css.value : `${css.value} ${css.valueEmpty}`} aria-hidden="true">
        {chosen && icon}
        <span>{chosen ? (shown ?? chosen.label) : placeholder}</span>
      </div>
      <PickIcon size={20} />
      {meta && chosen && (
        <div className={css.meta} id={`${id}-meta`}>
          {meta}
        </div>
      )}
      <select
        id={id}
        ref={ref}
        name={name}
        value={chosen ? value : ''}
        disabled={disabled}
        aria-describedby={meta && chosen ? `${id}-meta` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {!chosen && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
