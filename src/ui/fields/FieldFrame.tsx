import { useId, type ReactNode } from 'react';
import { AlertIcon } from '../icons/booking';
import * as field from './Field.module.css';

export interface FieldProps {
  label: string;
  name?: string | undefined;
  /** A word at the label's right, "Optional" for instance. */
  mark?: string | undefined;
  hint?: ReactNode;
  /** A sentence that says what to do next; null or '' while there is none. */
  error?: string | null | undefined;
  disabled?: boolean | undefined;
}

/** Ids and ARIA attributes that tie a control to its label, error and hint. */
export function useField({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    aria: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined },
  } as const;
}

interface FieldFrameProps extends FieldProps {
  id: string;
  children: ReactNode;
  /** Words at the right below the control. */
  count?: ReactNode;
}

/** Label above, control, error, hint: what every field shares. */
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

/** The error below a control; ids match those of useField. */
export function FieldError({ id, error }: { id: string; error?: string | null | undefined }) {
  if (!error) return null;
  return (
    <p className={field.error} id={`${id}-error`}>
      <AlertIcon size={18} />
      <span>{error}</span>
    </p>
  );
}
