import { useId, type Ref } from 'react';
import * as css from './TrayParts.module.css';

/** The longest text that an answer takes, characters (AnswerBody). */
const longest = 500;

/** Shows a field for words of one's own. */
export function OwnWords({
  label,
  value,
  isNeeded,
  field,
  onChange,
}: {
  label: string;
  value: string;
  isNeeded?: boolean | undefined;
  field?: Ref<HTMLTextAreaElement>;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>
        {label} <i>{isNeeded ? 'Needed' : 'Optional'}</i>
      </label>
      <textarea
        ref={field}
        id={id}
        className={css.input}
        rows={2}
        maxLength={longest}
        value={value}
        aria-required={isNeeded || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
