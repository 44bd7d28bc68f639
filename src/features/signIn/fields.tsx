import { useState, type ReactNode } from 'react';
import { useField } from 'react-final-form';
import { asText } from '../../domain/validation/rule';
import { Checkbox } from '../../ui/fields/Checkbox';
import { TextField, type TextFieldProps } from '../../ui/fields/TextField';

/** Values as they are typed: final-form would make '' undefined. */
const asTyped = (value: unknown): unknown => value;

type Given = Omit<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'onFocus' | 'error' | 'ref'> & { name: string };

/** A text field of a form. What is typed wrongly is said on leaving the field, what is missing once the owner tried to go on. */
export function FormText(given: Given) {
  const { input, meta } = useField<string>(given.name, { parse: asTyped, format: asTyped });
  const refused: unknown = meta.dirtySinceLastSubmit ? undefined : meta.submitError;
  const isSaid = meta.submitFailed || (meta.touched && asText(input.value) !== '');
  return (
    <TextField
      {...given}
      value={asText(input.value)}
      error={isSaid ? asText(meta.error ?? refused) || null : null}
      onChange={(value) => input.onChange(value)}
      onBlur={() => input.onBlur()}
      onFocus={() => input.onFocus()}
    />
  );
}

/** Password fields, and the box that shows what is in them. */
export function Passwords({ children }: { children: (type: 'text' | 'password') => ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      {children(isShown ? 'text' : 'password')}
      <div className="signin__show">
        <Checkbox checked={isShown} onChange={setShown}>
          Show password
        </Checkbox>
      </div>
    </>
  );
}

/** A new password, twice (SIGNUP-11 to 15, FORGOT-09). */
export function NewPassword() {
  return (
    <Passwords>
      {(type) => (
        <>
          <FormText
            name="password"
            label="Password"
            type={type}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
          />
          <FormText
            name="confirm"
            label="Confirm password"
            type={type}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
          />
        </>
      )}
    </Passwords>
  );
}
