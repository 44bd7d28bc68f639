import type { ReactNode } from 'react';
import * as css from './Tick.module.css';

export interface RadioRowProps {
  /** The group's name. Rows with the same name exclude each other and belong in a fieldset with a legend. */
  name: string;
  value: string;
  checked: boolean;
  onChange: (value: string) => void;
  title: ReactNode;
  detail?: ReactNode;
  disabled?: boolean | undefined;
}

/** Shows one of several answers, with a line of detail. */
export function RadioRow({ name, value, checked, onChange, title, detail, disabled }: RadioRowProps) {
  return (
    <label className={css.option}>
      <input
        type="radio"
        className={css.dot}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(value)}
      />
      <span>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </span>
    </label>
  );
}
