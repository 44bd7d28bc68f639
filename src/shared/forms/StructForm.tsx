import type { ReactNode } from 'react';
import { Form } from 'react-final-form';
import type { Struct } from 'superstruct';
import { useWrongField } from '../../ui/fields/useWrongField';
import { fieldErrors, type FieldErrors } from '../../domain/validation/fieldErrors';

export interface StructFormProps<T extends object> {
  /** The rules of the values; their messages are shown at the fields. */
  struct: Struct<T, unknown>;
  initialValues: T;
  /** Receives values that meet the struct; returns messages by field if the server refused them. */
  onSubmit: (values: T) => Promise<FieldErrors | undefined>;
  children: (submitting: boolean) => ReactNode;
}

/** A final-form form whose rules are a superstruct struct. */
export function StructForm<T extends object>({ struct, initialValues, onSubmit, children }: StructFormProps<T>) {
  const { form, attempted } = useWrongField();
  return (
    <Form<T>
      onSubmit={onSubmit}
      initialValues={initialValues}
      validate={(values) => fieldErrors(struct, values)}
      subscription={{ submitting: true }}
      render={({ handleSubmit, submitting }) => (
        <form ref={form} noValidate onSubmit={(event) => void Promise.resolve(handleSubmit(event)).then(attempted)}>
          {children(submitting === true)}
        </form>
      )}
    />
  );
}
