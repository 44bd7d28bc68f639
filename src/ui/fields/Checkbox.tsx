import type { ReactNode, Ref } from 'react';
import { FieldError, useField } from './FieldFrame';
import * as field from './Field.module.css';
import * as css from './Tick.module.css';

export interface CheckboxProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  name?: string | undefined;
  error?: string | null | undefined;
  /** Shows the error above the box, where the box answers it. */
  isErrorAbove?: boolean;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function Checkbox({ children, checked, onChange, error, isErrorAbove, disabled, ...rest }: CheckboxProps) {
  const { id, aria } = useField({ error, hint: undefined });
  const said = <FieldError id={id} error={error} />;
  return (
    <div className={error ? field.bad : undefined}>
      {isErrorAbove && said}
      <label className={disabled ? `${css.tick} ${css.off}` : css.tick}>
        <input
          {...rest}
          {...aria}
          type="checkbox"
          className={css.box}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {!isErrorAbove && said}
    </div>
  );
}
