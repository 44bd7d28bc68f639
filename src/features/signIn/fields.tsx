import { useState, type ReactNode } from 'react';
import { Checkbox } from '../../ui/fields/Checkbox';
import { FormText } from '../../shared/forms/fields';
import * as css from './signIn.module.css';

/** Shows password fields with a checkbox that makes their text visible. */
export function Passwords({ children }: { children: (type: 'text' | 'password') => ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      {children(isShown ? 'text' : 'password')}
      <div className={css.show}>
        <Checkbox checked={isShown} onChange={setShown}>
          Show password
        </Checkbox>
      </div>
    </>
  );
}

/** Asks for a new password, twice (SIGNUP-11 to 15, FORGOT-09). */
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
