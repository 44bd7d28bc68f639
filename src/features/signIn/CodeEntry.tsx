import { useEffect, useState, type ReactNode } from 'react';
import { offlineReason, selectIsOnline } from '../../state/connection';
import { codePasted, codeRefusal, CODE_WRONG } from '../../domain/validation/code';
import { ticks } from '../../offline/clock';
import type { Failure } from '../../domain/failure';
import { Button, Tap } from '../../ui/actions/Button';
import { CodeInput } from '../../ui/fields/CodeInput';
import { problemOf } from './problems';
import { Shell } from './Shell';
import { useCodeEntry } from '../../shared/codes/useCodeEntry';
import { useAppSelector } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';
import * as css from './signIn.module.css';

export interface CodeEntryProps {
  heading: string;
  sentTo: string;
  onBack: () => void;
  /** Checks a code; null when it was right and the screen is being left. */
  check: (code: string) => Promise<Failure | null>;
  resend: () => Promise<Failure | null>;
  /** How long no other code can be requested, milliseconds. */
  resendAfter: number;
  /** Called after too many wrong codes (VERIF-11). */
  onExceeded: () => void;
}

/** Asks for a code that was sent: checks it at six digits, and offers another code after a pause (D-137). */
export function CodeEntry({ heading, sentTo, onBack, check, resend, resendAfter, onExceeded }: CodeEntryProps) {
  const isOnline = useAppSelector(selectIsOnline);
  const entry = useCodeEntry(async (digits) => {
    const failure = await check(digits);
    const refusal = failure && codeRefusal(failure);
    if (refusal === 'exceeded') onExceeded();
    return refusal === null || refusal === 'exceeded' ? 'moved' : refusal;
  }, isOnline);
  const { code, standing, input } = entry;
  useEffect(() => input.current?.focus({ preventScroll: true }), [input]);
  const lede: ReactNode = (
    <>
      We sent it to <b className={`${common.num} ${common.nowrap}`}>{sentTo}</b>
    </>
  );
  return (
    <Shell heading={heading} lede={lede} onBack={onBack}>
      <CodeInput
        ref={input}
        label="6-digit code"
        value={code}
        onChange={entry.type}
        onComplete={(digits) => void entry.send(digits)}
        readPaste={codePasted}
        busy={standing === 'checking'}
        error={standing === 'wrong' ? CODE_WRONG : null}
      />
      {entry.isWaiting && (
        <div className={css.go}>
          <Button onClick={() => void entry.send(code)} reason={isOnline ? null : offlineReason}>
            {standing === 'failed' ? 'Try again' : 'Continue'}
          </Button>
        </div>
      )}
      <Resend resend={resend} after={resendAfter} isOnline={isOnline} />
    </Shell>
  );
}

/** Shows the button for another code, with the seconds until it works (FORGOT-03). */
function Resend({
  resend,
  after,
  isOnline,
}: {
  resend: () => Promise<Failure | null>;
  after: number;
  isOnline: boolean;
}) {
  const [from, setFrom] = useState(ticks);
  const [left, setLeft] = useState(after);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const look = () => setLeft(Math.max(0, after - (ticks() - from)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [from, after]);
  const send = async () => {
    setSaid('');
    setSending(true);
    const failure = await resend();
    setSending(false);
    setSaid(failure ? (problemOf(failure).text ?? '') : 'A new code was sent.');
    if (!failure) setFrom(ticks());
  };
  const seconds = Math.ceil(left / 1000);
  return (
    <div className={css.otherwise}>
      <Tap
        accent
        className={seconds > 0 ? css.counting : undefined}
        disabled={seconds > 0 || isSending || !isOnline}
        onClick={() => void send()}
      >
        {seconds > 0 ? (
          <>
            {/* A name that changes each second would be read each second while the button has focus. */}
            <span className={common.num} aria-hidden="true">{`Resend code in ${seconds} s`}</span>
            <span className={common.vh}>Resend code in a moment</span>
          </>
        ) : (
          'Resend Code?'
        )}
      </Tap>
      <span role="status">{said}</span>
    </div>
  );
}
