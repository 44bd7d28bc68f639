import { validate, type Struct } from 'superstruct';

/** A form's messages by field, as final-form's `validate` returns them; empty when all is well. */
export type FieldErrors = Record<string, string>;

/**
 * Runs a struct over a form's values and returns the first message of each field. Only this function connects
 * superstruct with final-form.
 */
export function fieldErrors<T, S>(struct: Struct<T, S>, values: unknown): FieldErrors {
  const [failed] = validate(values, struct);
  const errors: FieldErrors = {};
  for (const failure of failed?.failures() ?? []) {
    const key = failure.path.join('.');
    errors[key] ??= failure.message;
  }
  return errors;
}
