import { useLayoutEffect, useReducer, useRef, type ClipboardEvent } from 'react';
import * as limits from '../../../limits';
import { caretAfterFormat, formatPhoneTyped } from '../../../domain/validation/phone';
import { asText } from '../../../domain/validation/rule';
import { Checkbox } from '../../../ui/fields/Checkbox';
import { SelectField, type SelectFieldProps } from '../../../ui/fields/SelectField';
import { TextField } from '../../../ui/fields/TextField';
import { useFormField, type FormTextProps } from '../../../shared/forms/fields';
import * as css from './forms.module.css';

export function FormSelect(
  given: Omit<SelectFieldProps, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'ref'> & { name: string },
) {
  const { value, error, change, onBlur, onFocus } = useFormField<string>(given.name);
  return (
    <SelectField {...given} value={asText(value)} error={error} onChange={change} onBlur={onBlur} onFocus={onFocus} />
  );
}

/**
 * Shows a phone field that groups digits 3-3-4 while typing and keeps the caret behind the same digit (RLOOK-02,
 * VAL-07).
 */
export function FormPhone({ phoneCode = limits.defaultPhoneCode, ...given }: FormTextProps & { phoneCode?: string }) {
  const { value, error, change, onBlur, onFocus } = useFormField<string>(given.name);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const take = (typed: string) => {
    const formatted = formatPhoneTyped(typed, phoneCode);
    caret.current = caretAfterFormat(typed, input.current?.selectionStart ?? typed.length, formatted);
    change(formatted);
    // Needed even when the digits stay the same: after a dash is deleted, the caret must move past it.
    redraw();
  };
  /** A pasted '+1 (512) 555-0134' is longer than the field allows, so only its digits are inserted (VAL-07). */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    const [from, to] = [selectionStart ?? before.length, selectionEnd ?? before.length];
    const pasted = event.clipboardData.getData('text');
    event.preventDefault();
    const isAlone = from === 0 && to === before.length;
    const formatted = formatPhoneTyped(isAlone ? pasted : before.slice(0, from) + pasted + before.slice(to), phoneCode);
    caret.current = isAlone
      ? formatted.length
      : caretAfterFormat(before.slice(0, from) + pasted, from + pasted.length, formatted);
    change(formatted);
    redraw();
  };
  useLayoutEffect(() => {
    const field = input.current;
    if (caret.current === null || !field || document.activeElement !== field) return;
    field.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={limits.phoneInputMax}
      {...given}
      ref={input}
      value={asText(value)}
      error={error}
      onChange={take}
      onPaste={paste}
      onBlur={onBlur}
      onFocus={onFocus}
    />
  );
}

export function FormCheckbox({ name, children }: { name: string; children: string }) {
  const { value, error, change, onBlur } = useFormField<boolean>(name);
  return (
    <Checkbox name={name} checked={value === true} error={error} onChange={change} onBlur={onBlur}>
      {children}
    </Checkbox>
  );
}

/**
 * Shows a checkbox to confirm a doubtful value; nothing when there is no doubt (VAL-15, VAL-19, D-136). The field
 * stores the doubt that was confirmed, so that a different one is asked again (D-82).
 */
export function FormDoubt({
  name,
  doubt,
  question,
  confirm,
}: {
  name: string;
  doubt: string | null;
  question: string;
  confirm: string;
}) {
  const { value, error, change, onBlur } = useFormField<string | null>(name);
  if (doubt === null) return null;
  return (
    <div className={css.doubt} role="group" aria-label={question}>
      {!error && <p aria-live="polite">{question}</p>}
      <Checkbox
        name={name}
        checked={value === doubt}
        error={error}
        isErrorAbove
        onChange={(isTicked) => change(isTicked ? doubt : null)}
        onBlur={onBlur}
      >
        {confirm}
      </Checkbox>
    </div>
  );
}
