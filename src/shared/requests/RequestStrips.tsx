import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SIGN_IN_TO_REFRESH } from '../../state/blocked';
import { offlineBanner } from '../../state/connection';
import { onOutboxChange } from '../../offline/tabs/channel';
import { allEntries } from '../../offline/database/outboxStore';
import { SIGN_IN_TO_SEND } from '../../offline/outbox/texts';
import { Banner } from '../../ui/feedback/Banner';
import { ClockIcon } from '../../ui/icons/booking';
import { CloudOffIcon } from '../../ui/icons/frame';
import { useOutbox } from './useOutbox';

/** The offline banner with how many requests wait (D-06). */
export function OfflineStrip() {
  const { waiting } = useOutbox();
  const count = waiting.length;
  return (
    <Banner icon={<CloudOffIcon />}>
      {count === 0
        ? offlineBanner
        : `${offlineBanner} ${count} ${count === 1 ? 'request is' : 'requests are'} waiting.`}
    </Banner>
  );
}

/** While requests wait and nobody is signed in (D-05); it tells no more than that there are some. Where signing in is under way, that is all. */
export function SignInStrip({ clinicId, isSigningIn }: { clinicId: string; isSigningIn: boolean }) {
  const navigate = useNavigate();
  if (!useIsWaiting(clinicId)) return null;
  return (
    <Banner
      icon={<ClockIcon />}
      action={isSigningIn ? null : { text: 'Sign in', onPress: () => void navigate(`/${clinicId}?redirect=pets`) }}
    >
      {SIGN_IN_TO_SEND}
    </Banner>
  );
}

/** Above the saved records of a session that ran out (D-01), and the requests that wait for the same (D-05). Signing in leads back to them (D-09). */
export function RefreshStrip({ clinicId, page }: { clinicId: string; page: 'pets' | 'appointments' }) {
  const navigate = useNavigate();
  const isWaiting = useIsWaiting(clinicId);
  return (
    <Banner
      icon={<ClockIcon />}
      action={{ text: SIGN_IN_TO_REFRESH, onPress: () => void navigate(`/${clinicId}?redirect=${page}`) }}
    >
      You have been signed out. These are your saved records.{isWaiting && ` ${SIGN_IN_TO_SEND}`}
    </Banner>
  );
}

/** Whether requests wait at a clinic, whosever. */
function useIsWaiting(clinicId: string): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const read = () =>
      void allEntries().then(
        (entries) => setWaiting(entries.some((entry) => entry.clinicId === clinicId && entry.state === 'waiting')),
        () => undefined,
      );
    read();
    return onOutboxChange(read);
  }, [clinicId]);
  return isWaiting;
}
