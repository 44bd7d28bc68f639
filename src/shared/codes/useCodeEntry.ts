import { useRef, useState } from 'react';
import type { CodeRefusal } from '../../domain/validation/code';
import * as limits from '../../limits';

/** The state of the code entry. */
export type CodeStanding = 'typing' | 'checking' | CodeRefusal;
/** The outcome of a try; `moved` when the screen is left. */
export type CodeOutcome = 'moved' | CodeRefusal;

/**
 * Holds the entry of a code: the typed digits and their state. `check` tries a code and returns the outcome. A wrong
 * code is cleared for the next one; a code that could not be tried stays, to be sent again. Nothing is tried while
 * offline or during another try (VERIF-02, D-137).
 */
export function useCodeEntry(
  check: (code: string) => Promise<CodeOutcome>,
  isOnline: boolean,
  first: CodeStanding = 'typing',
) {
  const [code, setCode] = useState('');
  const [standing, setStanding] = useState<CodeStanding>(first);
  const input = useRef<HTMLInputElement>(null);

  /** Runs a task with a try's outcomes, such as leaving without a code; resolves when it is over. */
  const attempt = async (task: () => Promise<CodeOutcome>) => {
    if (standing === 'checking' || !isOnline) return;
    setStanding('checking');
    const outcome = await task();
    if (outcome === 'moved') return;
    setStanding(outcome);
    if (outcome === 'failed') return;
    setCode('');
    input.current?.focus();
  };
  return {
    code,
    standing,
    input,
    attempt,
    send: (digits: string) => attempt(() => check(digits)),
    type: (digits: string) => {
      if (standing === 'checking') return;
      setCode(digits);
      setStanding('typing');
    },
    /** Whether the code is complete and no try runs, so that a button offers to send it. */
    isWaiting: code.length === limits.codeDigits && standing !== 'checking',
  };
}
