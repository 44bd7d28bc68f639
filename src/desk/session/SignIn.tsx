import { useState, type SubmitEvent } from 'react';
import { Button, Tap } from '../../ui/actions/Button';
import { useArrival } from '../../ui/behaviour/arrive';
import { CodeInput } from '../../ui/fields/CodeInput';
import { TextField } from '../../ui/fields/TextField';
import { Announced } from '../../ui/feedback/Announced';
import { CatPeek } from '../../ui/peek/CatPeek';
import { DogPeek } from '../../ui/peek/DogPeek';
import { failureOf, problemText } from '../api/api';
import { staffApi } from '../api/staff';
import { useAppDispatch, useAppSelector } from '../store';
import { hasPasskeys, signInByPasskey } from './passkeyCalls';
import { clinicWanted } from './kept';
import { selectEnded, signedIn } from './session';
import * as css from './SignIn.module.css';

/** Signs in by a passkey of the device, or by a code that is sent to the work e-mail (D-421). */
export function SignIn() {
  const dispatch = useAppDispatch();
  const ended = useAppSelector(selectEnded);
  const [email, setEmail] = useState('');
  const [length, setLength] = useState<number | null>(null);
  const [code, setCode] = useState('');
  const [says, setSays] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useArrival('Sign in', length);
  const run = async (task: () => Promise<string | null>) => {
    if (isBusy) return;
    setBusy(true);
    setSays(await task());
    setBusy(false);
  };
  const send = () =>
    run(async () => {
      const body = { email: email.trim() };
      const reply = await dispatch(staffApi.endpoints.sendStaffCode.initiate({ body }, { track: false }));
      const failure = failureOf(reply);
      if (failure || !reply.data) return failure && problemText(failure);
      setCode('');
      setLength(reply.data.length);
      return null;
    });
  const enter = (digits: string) =>
    run(async () => {
      const body = { email: email.trim(), code: digits };
      const reply = await dispatch(staffApi.endpoints.staffSignIn.initiate({ body }, { track: false }));
      const failure = failureOf(reply);
      if (failure || !reply.data) {
        setCode('');
        return failure && problemText(failure);
      }
      dispatch(signedIn({ ...reply.data, wanted: clinicWanted(location.search) }));
      return null;
    });
  const byPasskey = () =>
    run(async () => {
      const told = await dispatch(signInByPasskey());
      if ('says' in told) return told.says;
      dispatch(signedIn({ ...told.data, wanted: clinicWanted(location.search) }));
      return null;
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (length === null) void send();
    else if (code.length === length) void enter(code);
  };
  return (
    <main className={css.page}>
      <div className={css.pets} aria-hidden="true">
        <DogPeek size={112} />
        <CatPeek size={112} pose={length === null ? 'up' : 'down'} />
      </div>
      <form className={css.sheet} onSubmit={submit} noValidate>
        <h1>{length === null ? 'The desk' : 'Check your e-mail'}</h1>
        {ended === 'idle' && length === null && (
          <p>You were signed out after 12 hours without use. Your unsent answers are here.</p>
        )}
        {length === null ? (
          <>
            {hasPasskeys() && (
              <Button kind="quiet" onClick={() => void byPasskey()}>
                Sign in with a passkey
              </Button>
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
            <Button type="submit" busy={isBusy} disabled={email.trim() === ''}>
              Send a code
            </Button>
          </>
        ) : (
          <>
            <p>If {email.trim()} works at a clinic here, a code is on its way to it.</p>
            <CodeInput
              label={`${length}-digit code`}
              length={length}
              value={code}
              onChange={setCode}
              onComplete={(digits) => void enter(digits)}
              readPaste={(text) => text.replace(/\D/g, '').slice(0, length) || null}
              error={says}
              name="code"
            />
            <Tap accent onClick={() => setLength(null)}>
              Another e-mail
            </Tap>
          </>
        )}
        {says && <Announced className={css.said}>{says}</Announced>}
      </form>
    </main>
  );
}
