import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { codeWords } from '../../domain/desk/codeWords';
import { emailProblem } from '../../domain/desk/emailWords';
import { greeting } from '../../domain/desk/greeting';
import { leftWords, lostWords } from '../../domain/desk/lost';
import { hasCode } from '../../domain/failure';
import { deviceNow } from '../../offline/clock';
import { Button, Tap } from '../../ui/actions/Button';
import { announce } from '../../ui/behaviour/announce';
import { useArrival } from '../../ui/behaviour/arrive';
import { CodeInput } from '../../ui/fields/CodeInput';
import { TextField } from '../../ui/fields/TextField';
import { Announced } from '../../ui/feedback/Announced';
import { KeyIcon } from '../../ui/icons/desk';
import { CatPeek } from '../../ui/peek/CatPeek';
import { DogPeek } from '../../ui/peek/DogPeek';
import { failureOf, problemText } from '../api/api';
import { staffApi } from '../api/staff';
import { useAppDispatch, useAppSelector } from '../store';
import { hasPasskeys, signInByPasskey } from './passkeyCalls';
import { clinicWanted } from './kept';
import { selectEnded, selectLeft, selectLost, signedIn } from './session';
import * as css from './SignIn.module.css';

/** Signs in by a passkey of the device, or by a code that is sent to the work e-mail (D-421). */
export function SignIn() {
  const dispatch = useAppDispatch();
  const ended = useAppSelector(selectEnded);
  const lost = useAppSelector(selectLost);
  const left = useAppSelector(selectLeft);
  const [email, setEmail] = useState('');
  const [length, setLength] = useState<number | null>(null);
  const [code, setCode] = useState('');
  /** How often the code that was sent last was refused, until another one is asked for. */
  const refusals = useRef(0);
  const [says, setSays] = useState<string | null>(null);
  const [keySays, setKeySays] = useState<string | null>(null);
  const [isSentAgain, setSentAgain] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hello] = useState(() => greeting(new Date(deviceNow()).getHours()));
  const hasUnsent = useUnsent(ended === 'idle');
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => codeField.current?.focus({ preventScroll: true }), [length]);
  const whereId = useId();
  useArrival(length === null ? 'Sign in' : 'Check your e-mail', length);
  const run = async (task: () => Promise<string | null>) => {
    if (isBusy) return;
    setBusy(true);
    setSays(await task());
    setBusy(false);
  };
  const send = (isAgain: boolean) =>
    run(async () => {
      const body = { email: email.trim() };
      const reply = await dispatch(staffApi.endpoints.sendStaffCode.initiate({ body }, { track: false }));
      const failure = failureOf(reply);
      if (failure || !reply.data) return failure && (emailProblem(failure) ?? problemText(failure));
      refusals.current = 0;
      setCode('');
      setLength(reply.data.length);
      setSentAgain(isAgain);
      if (isAgain) announce('Sent again.');
      return null;
    });
  const enter = (digits: string) =>
    run(async () => {
      const body = { email: email.trim(), code: digits };
      const reply = await dispatch(staffApi.endpoints.staffSignIn.initiate({ body }, { track: false }));
      const failure = failureOf(reply);
      if (failure || !reply.data) {
        setCode('');
        if (failure && hasCode(failure, 'InvalidCode')) return codeWords((refusals.current += 1));
        return failure && problemText(failure);
      }
      dispatch(signedIn({ ...reply.data, wanted: clinicWanted(location.search) }));
      return null;
    });
  const byPasskey = () =>
    run(async () => {
      const told = await dispatch(signInByPasskey());
      setKeySays('says' in told ? told.says : null);
      if ('says' in told) return null;
      dispatch(signedIn({ ...told.data, wanted: clinicWanted(location.search) }));
      return null;
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (length === null) void send(false);
    else if (code.length === length) void enter(code);
  };
  return (
    <main className={css.page}>
      <header className={css.head}>
        <h1>{length === null ? hello : 'Check your e-mail'}</h1>
        <p id={whereId}>
          {length !== null
            ? `If ${email.trim()} works at a clinic here, a code is on its way to it.`
            : ended === 'idle'
              ? `You were signed out after 12 hours.${hasUnsent ? ' Your unsent answers are here.' : ''}`
              : ended === 'ended'
                ? `Your session was ended. ${lostWords(lost)}`.trim()
                : ended === 'removed'
                  ? leftWords(left?.names ?? [], lost)
                  : 'Sign in to the desk of your clinic.'}
        </p>
      </header>
      <div className={css.sheet}>
        <form className={css.form} onSubmit={submit} noValidate>
          <div className={css.pets} aria-hidden="true">
            <DogPeek size={112} />
            <CatPeek size={112} pose={length === null ? 'up' : 'down'} />
          </div>
          {length === null ? (
            <>
              {hasPasskeys() && (
                <>
                  <Button icon={<KeyIcon size={20} />} onClick={() => void byPasskey()}>
                    Use your passkey
                  </Button>
                  {keySays && <Announced className={css.problem}>{keySays}</Announced>}
                  <p className={css.or}>or</p>
                </>
              )}
              <TextField
                label="Work e-mail"
                type="email"
                inputMode="email"
                autoComplete="username"
                autoCapitalize="none"
                value={email}
                onChange={setEmail}
                error={says}
              />
              <Button
                type="submit"
                kind={hasPasskeys() ? 'quiet' : 'filled'}
                busy={isBusy}
                disabled={email.trim() === ''}
              >
                Send me a code
              </Button>
              <p className={css.note}>
                You are signed out after 12 hours without work. Not invited yet? Ask whoever runs your clinic’s desk.
              </p>
            </>
          ) : (
            <>
              <div className={css.digits}>
                <CodeInput
                  ref={codeField}
                  describedBy={whereId}
                  label={`${length}-digit code`}
                  length={length}
                  value={code}
                  onChange={setCode}
                  onComplete={(digits) => void enter(digits)}
                  readPaste={(text) => text.replace(/\D/g, '').slice(0, length) || null}
                  error={says}
                  name="code"
                />
              </div>
              <div className={css.ways}>
                <Tap accent onClick={() => void send(true)}>
                  Send again
                </Tap>
                {isSentAgain && <p className={css.note}>Sent again.</p>}
                <Tap accent onClick={() => setLength(null)}>
                  Another e-mail
                </Tap>
              </div>
            </>
          )}
          {/* What is wrong with a code its field announces itself. */}
          {length === null && says && <Announced className={css.said}>{says}</Announced>}
        </form>
      </div>
    </main>
  );
}

/** Whether the device keeps half-written answers of who was signed in last. */
function useUnsent(isAsked: boolean): boolean {
  const personId = useAppSelector(({ session }) => session.lastPersonId);
  const [hasSome, setHasSome] = useState(false);
  useEffect(() => {
    if (!isAsked || !personId) return;
    void import('../kept/keeping')
      .then(({ halvesOf }) => halvesOf(personId))
      .then((halves) => setHasSome(halves.length > 0))
      .catch(() => undefined);
  }, [isAsked, personId]);
  return hasSome;
}
