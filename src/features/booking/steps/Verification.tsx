import { useEffect, useRef, useState } from 'react';
import { offlineReason } from '../../../api/connection';
import { CANNOT_VERIFY, codeHeading, codePasted, CODE_WRONG } from '../../../domain/validation/code';
import { codeChannel } from '../../../domain/validation/contact';
import { formatPhone } from '../../../domain/validation/phone';
import { limits } from '../../../limits';
import { Button, Tap } from '../../../ui/Button';
import { CodeInput } from '../../../ui/CodeInput';
import { CatPeek } from '../../../ui/peek/CatPeek';
import { Above, Counter, Peeks, Screen } from '../../../ui/Screen';
import { HeldTime } from '../HeldTime';
import { useBack, useBooking } from '../useBooking';
import { CallScreen } from './CallClinic';
import { LeaveQuestion } from './LeaveQuestion';
import './forms.css';

type Standing = 'typing' | 'checking' | 'wrong' | 'failed' | 'exceeded';

/** Step 6: the code that was sent (VERIF-01 to VERIF-11, D-137). */
export function Verification() {
  const { draft, position, isOnline, submitCode, resendCode } = useBooking();
  const back = useBack();
  const [code, setCode] = useState('');
  const [standing, setStanding] = useState<Standing>(draft.verificationError === null ? 'typing' : 'exceeded');
  const input = useRef<HTMLInputElement>(null);
  const resend = useResend(resendCode);
  const sent = codeChannel(draft.customer?.phoneNumber ?? '', draft.customer?.email ?? '');
  const isFromForm = position.step === 'verification' && position.origin === 'client-info';

  const isOver = standing === 'exceeded';
  useEffect(() => {
    if (isOver) document.getElementById('work')?.focus();
    else input.current?.focus({ preventScroll: true });
  }, [isOver]);

  const check = async (digits: string) => {
    if (standing === 'checking' || !isOnline) return;
    setStanding('checking');
    const outcome = await submitCode(digits);
    if (outcome === 'moved') return;
    setStanding(outcome);
    if (outcome === 'failed') return;
    setCode('');
    input.current?.focus();
  };
  const type = (digits: string) => {
    if (standing === 'checking') return;
    setCode(digits);
    setStanding('typing');
  };
  if (isOver) return <CallScreen heading={CANNOT_VERIFY} />;
  // Otherwise nothing is saved or begun before the code.
  const isAgain = isFromForm && (draft.isSaved || draft.paymentRequestId !== null);
  const isWaiting = code.length === limits.codeDigits && standing !== 'checking';

  return (
    <Screen onBack={back} hold={isFromForm ? <HeldTime /> : undefined}>
      <Above>
        <h1 className="display">{codeHeading(sent?.channel ?? 'phone')}</h1>
        {isAgain && <p className="lede">You were signed out. Enter the code to go on with your deposit.</p>}
        {sent && (
          <p className="lede">
            We sent a 6-digit code to <b className="num nowrap">{sent.channel === 'phone' ? formatPhone(sent.identifier) : sent.identifier}</b>
          </p>
        )}
      </Above>
      <Peeks middle>
        <CatPeek mood="watching" size={124} />
      </Peeks>
      <Counter>
        <CodeInput
          ref={input}
          label="6-digit code"
          value={code}
          onChange={type}
          onComplete={(digits) => void check(digits)}
          readPaste={codePasted}
          error={standing === 'wrong' ? CODE_WRONG : null}
        />
        {isWaiting && (
          <div className="code__go">
            <Button onClick={() => void check(code)} reason={isOnline ? null : offlineReason}>
              {standing === 'failed' ? 'Try again' : 'Continue'}
            </Button>
          </div>
        )}
        <div className="code__resend">
          <Tap accent disabled={resend.isLocked || !isOnline} onClick={() => void resend.send()}>
            Resend Code?
          </Tap>
          <span className="vh" role="status">{resend.isSent ? 'A new code was sent.' : ''}</span>
        </div>
      </Counter>
      <LeaveQuestion />
    </Screen>
  );
}

/** Sends the code again; locked for 5 s after each send, the first of which led here (VERIF-05). */
function useResend(resendCode: () => Promise<boolean>) {
  const [sends, setSends] = useState(0);
  const [isLocked, setLocked] = useState(true);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLocked(false), limits.resendMs);
    return () => clearTimeout(timer);
  }, [sends]);
  const send = async () => {
    setLocked(true);
    setSent(false);
    setSent(await resendCode());
    setSends((count) => count + 1);
  };
  return { isLocked, isSent, send };
}
