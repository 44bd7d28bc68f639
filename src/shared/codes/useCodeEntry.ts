import { useRef, useState } from 'react';
import type { CodeRefusal } from '../../domain/validation/code';
import { limits } from '../../limits';

/** How a code stands. */
export type CodeStanding = 'typing' | 'checking' | CodeRefusal;
/** What became of a try; `moved` when the screen is left. */
export type CodeOutcome = 'moved' | CodeRefusal;

/**
 * The entry of a code that was sent: what is typed, and how it stands. `check` tries a code and says what became of it. A code that was not right makes room for the next one; one that could not be
 * tried stays, to be sent again. Nothing is tried while offline, or while another try runs (VERIF-02, D-137).
 */
export function useCodeEntry(
  check: (code: string) => Promise<CodeOutcome>,
  isOnline: boolean,
  first: CodeStanding = 'typing',
) {
  const [code, setCode] = useState('');
  const [standing, setStanding] = useState<CodeStanding>(first);
  const input = useRef<HTMLInputElement>(null);

  /** Does what may fail or succeed as a try does, such as leaving without a code; resolves when it is over. */
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
    /** Whether the code is whole and no try runs, so that a button offers to send it. */
    isWaiting: code.length === limits.codeDigits && standing !== 'checking',
  };
}
