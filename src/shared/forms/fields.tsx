import { createContext, useContext, useReducer } from 'react';
import { useField, useForm } from 'react-final-form';
import { asText } from '../../domain/validation/rule';
import { TextField, type TextFieldProps } from '../../ui/fields/TextField';

/** Keeps values as typed: final-form would turn '' into undefined. */
const asTyped = (value: unknown): unknown => value;

/**
 * What a field is drawn anew for: what it shows. Neither focus nor a form that is being submitted changes that, and that
 * the field was left does only where something is wrong with it.
 */
const drawnFor = {
  value: true,
  error: true,
  modified: true,
  submitError: true,
  submitFailed: true,
  submitSucceeded: true,
  dirtySinceLastSubmit: true,
};

/** The server's refusals from before the form was shown again, by field; each is shown until its field changes. */
export const RefusedBefore = createContext<Readonly<Record<string, string>>>({});

/**
 * Connects a form's field to the components of src/ui. A wrong value is reported on leaving the field, a missing one
 * only after the owner tried to submit, a refusal by the server until the field changes.
 */
export function useFormField<T>(name: string) {
  const { input, meta } = useField<T>(name, { parse: asTyped, format: asTyped, subscription: drawnFor });
  const form = useForm();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const before = useContext(RefusedBefore)[name];
  const refused: unknown = meta.dirtySinceLastSubmit ? undefined : meta.submitError;
  const isBlank = asText(input.value) === '';
  const isSaid = meta.submitFailed || (form.getFieldState(name)?.touched && !isBlank);
  const wasRefused = meta.modified || meta.submitSucceeded ? undefined : before;
  const error = (isSaid ? asText(meta.error ?? refused) : '') || wasRefused || null;
  return {
    value: input.value,
    error,
    isValid: meta.error === undefined,
    change: (value: T) => input.onChange(value),
    onBlur: () => {
      input.onBlur();
      if (meta.error !== undefined) redraw();
    },
    onFocus: () => input.onFocus(),
  };
}

export type FormTextProps = Omit<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'ref'> & {
  name: string;
};

/** A text field of a form. */
export function FormText(given: FormTextProps) {
  const { value, error, change, onBlur, onFocus } = useFormField<string>(given.name);
  return (
    <TextField {...given} value={asText(value)} error={error} onChange={change} onBlur={onBlur} onFocus={onFocus} />
  );
}
