import { useEffect, useRef, useState } from 'react';
import { announce } from '../behaviour/announce';

/** Focuses a field and scrolls it to the middle of the screen; its error is read with it, or announced if it has focus. */
export function bringUp(field: HTMLElement | null | undefined): void {
  if (!field) return;
  if (field === document.activeElement) announce(document.getElementById(`${field.id}-error`)?.textContent ?? '');
  field.focus();
  field.scrollIntoView?.({ block: 'center' });
}

/**
 * Brings up the first field with an error after each attempt to submit, and on arrival where `isWrong`. Returns the form's
 * ref, what to call after an attempt, and how many there were.
 */
export function useWrongField(isWrong = false) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(isWrong ? 1 : 0);
  useEffect(() => {
    if (attempts > 0) bringUp(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [attempts]);
  return { form, attempts, attempted: () => setAttempts((count) => count + 1) };
}
