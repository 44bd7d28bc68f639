import { useId, type ReactNode } from 'react';
import { AlertIcon } from '../icons/booking';
import * as field from './Field.module.css';

export interface FieldProps {
  label: string;
  name?: string | undefined;
  /** A word at the right of the label, such as "Optional". */
  mark?: string | undefined;
  hint?: ReactNode;
  /** A sentence that says what to do; null or '' for no error. */
  error?: string | null | undefined;
  /** The id of an element that says what is wrong with the field, where that is said of several fields together. */
  refusedBy?: string | undefined;
  disabled?: boolean | undefined;
}

/** Makes the ids and ARIA attributes that connect a control with its label, error and hint. */
export function useField({ hint, error, refusedBy }: Pick<FieldProps, 'hint' | 'error' | 'refusedBy'>) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : refusedBy, hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    aria: { id, 'aria-invalid': error || refusedBy ? true : undefined, 'aria-describedby': describedBy || undefined },
  } as const;
}

interface FieldFrameProps extends FieldProps {
  id: string;
  children: ReactNode;
  /** Text at the right below the control. */
  count?: ReactNode;
}

/** Shows what all fields share: label, control, error, hint. */
export function FieldFrame({ id, label, mark, hint, error, count, children }: FieldFrameProps) {
  return (
    <div className={error ? `${field.field} ${field.bad}` : field.field}>
      <label className={field.label} htmlFor={id}>
        <span>{label}</span>
        {mark && <span className={field.mark}>{mark}</span>}
      </label>
      <div className={field.box}>{children}</div>
      <FieldError id={id} error={error} />
      {(hint || count) && (
        <div className={field.foot}>
          {hint && <span id={`${id}-hint`}>{hint}</span>}
          {count && <span className={field.count}>{count}</span>}
        </div>
      )}
    </div>
  );
}

/** Shows the error below a control; its id matches that of useField. */
export function FieldError({ id, error }: { id: string; error?: string | null | undefined }) {
  if (!error) return null;
  return (
    <p className={field.error} id={`${id}-error`}>
      <AlertIcon size={18} />
      <span>{error}</span>
    </p>
  );
}
