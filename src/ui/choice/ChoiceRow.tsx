import { useId, type ReactNode, type Ref } from 'react';
import { PickIcon } from '../icons/booking';
import * as css from './ChoiceRow.module.css';

interface ChoiceOption {
  value: string;
  /** The option's one line in the native list, for instance name, duration and cost. */
  label: string;
  disabled?: boolean | undefined;
}

export interface ChoiceRowProps {
  label: string;
  /** The chosen value; '' for none. */
  value: string;
  options: readonly ChoiceOption[];
  onChange: (value: string) => void;
  /** The text while nothing is chosen, also the empty option of the list. */
  placeholder: string;
  /** The row's text for the chosen value, when it is shorter than the option's label. */
  shown?: ReactNode;
  icon?: ReactNode;
  /** Details of the chosen value, shown below it; a `<b>` in them is their first line. */
  meta?: ReactNode;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** Shows a labelled line with an invisible native select over it. Must be inside an element of class `rows`. */
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
