import { useEffect, useState } from 'react';
import { offlineReason } from '../../../state/connection';
import { leaveSignUp } from '../../../api/leaveSignUp';
import { CANNOT_VERIFY, codeHeading, codePasted, CODE_SPENT, CODE_WRONG } from '../../../domain/validation/code';
import { shownContact, type ChangedContact } from '../../../domain/client/contacts';
import { codeChannel } from '../../../domain/validation/contact';
import { phoneShown } from '../../../domain/validation/phone';
import * as limits from '../../../limits';
import { useAnnounced } from '../../../ui/behaviour/announce';
import { Button, Tap } from '../../../ui/actions/Button';
import { CodeInput } from '../../../ui/fields/CodeInput';
import { CatPeek } from '../../../ui/peek/CatPeek';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { HeldTime } from '../hold/HeldTime';
import { selectChangedContact } from '../client/contactCode';
import { useBack, useBooking, useOwner } from '../useBooking';
import { CallScreen } from './CallClinic';
import { TooMany } from '../../../shared/clinic/TooMany';
import { submitted } from './submitted';
import { LeaveQuestion } from './LeaveQuestion';
import { useCodeEntry } from '../../../shared/codes/useCodeEntry';
import { useAppDispatch, useAppSelector } from '../../../state/store';
import * as common from '../../../ui/layout/common.module.css';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './forms.module.css';

/**
 * Step 6: asks for the code that was sent (VERIF-01 to VERIF-11, D-137). For a contact changed in the form, the owner
 * can keep the contact in use instead (D-402).
 */
export function Verification() {
  const { draft, endContactStep } = useBooking();
  const { owner, isClientKnown } = useOwner();
  const asked = useAppSelector(selectChangedContact);
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  // Keeps showing the contact that was just settled while the booking is saved.
  const contact = asked ?? (owner && last);
  // A resumed booking needs the owner's record to know which contact to ask for; if none is left to ask for, the form
  // is sent again.
  const isUndecided = owner !== null && Boolean(draft.askedContact) && !contact;
  const isOver = isUndecided && isClientKnown;
  useEffect(() => {
    if (isOver) void endContactStep();
  }, [isOver, endContactStep]);
  if (isUndecided)
    return (
      <Screen>
        <Above>
          <h1 className={screen.display}>One moment…</h1>
        </Above>
      </Screen>
    );
  const given = contact?.changed ?? draft.customer;
  const sent = codeChannel(given?.phoneNumber ?? '', given?.email ?? '');
  // The key resets the entered code when the contact changes.
  return <Code key={sent?.identifier} sent={sent} contact={contact} />;
}

function Code({ sent, contact }: { sent: ReturnType<typeof codeChannel>; contact: ChangedContact | null }) {
  const { draft, position, isOnline, submitCode, resendCode, keepContact } = useBooking();
  const back = useLeave();
  const entry = useCodeEntry(submitCode, isOnline, draft.verificationError === null ? 'typing' : 'exceeded');
  const { code, standing, input } = entry;
  const resend = useResend(resendCode);
  useAnnounced(resend.isSent ? 'A new code was sent.' : '');
  const isFromForm = position.step === 'verification' && position.origin === 'client-info';

  const isOver = standing === 'exceeded' && !contact;
  useEffect(() => input.current?.focus({ preventScroll: true }), [isOver, input]);

  if (isOver) return <CallScreen heading={CANNOT_VERIFY} />;
  // In all other cases nothing is saved or begun before the code.
  const isAgain = isFromForm && (draft.isSaved || draft.paymentRequestId !== null);

  return (
    <Screen onBack={back} hold={isFromForm ? <HeldTime /> : undefined}>
      <Above>
        <h1 className={screen.display}>{codeHeading(sent?.channel ?? 'phone')}</h1>
        {isAgain && <p className={screen.lede}>You were signed out. Enter the code to go on with your deposit.</p>}
        {sent && (
          <p className={screen.lede}>
            We sent a 6-digit code to{' '}
            <b className={`${common.num} ${common.nowrap}`}>
              {sent.channel === 'phone' ? phoneShown(sent.identifier) : sent.identifier}
            </b>
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
          onChange={entry.type}
          onComplete={(digits) => void entry.send(digits)}
          readPaste={codePasted}
          busy={standing === 'checking'}
          error={standing === 'wrong' ? CODE_WRONG : standing === 'exceeded' ? CODE_SPENT : null}
        />
        {entry.isWaiting && (
          <div className={css.codeGo}>
            <Button onClick={() => void entry.send(code)} reason={isOnline ? null : offlineReason}>
              {standing === 'failed' ? 'Try again' : 'Continue'}
            </Button>
          </div>
        )}
        <div className={css.codeSaid}>
          <TooMany of={submitted} />
        </div>
        <div className={css.codeResend}>
          <Tap
            accent
            disabled={resend.isLocked || !isOnline}
            onClick={() => void resend.send().then((isSent) => isSent && entry.type(''))}
          >
            Resend Code?
          </Tap>
        </div>
        {contact && (
          <div className={css.codeKeep}>
            <Button
              kind="quiet"
              busy={standing === 'checking'}
              reason={isOnline ? null : offlineReason}
              onClick={() => void entry.attempt(keepContact)}
            >
              Keep <span className={`${common.num} ${common.nowrap}`}>{shownContact(contact.used)}</span> for now
            </Button>
          </div>
        )}
      </Counter>
      <LeaveQuestion />
    </Screen>
  );
}

/** Returns the step back; leaving a sign-up ends it (D-406). */
function useLeave() {
  const { position } = useBooking();
  const dispatch = useAppDispatch();
  const back = useBack();
  const isSignUp = position.step === 'verification' && position.origin === 'sign-up';
  if (!back || !isSignUp) return back;
  return () => {
    void dispatch(leaveSignUp());
    back();
  };
}

/** Sends the code again; locked for 5 s after each send, including the one before this step (VERIF-05). */
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
    const isNew = await resendCode();
    setSent(isNew);
    setSends((count) => count + 1);
    return isNew;
  };
  return { isLocked, isSent, send };
}
