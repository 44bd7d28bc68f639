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

/** The offline banner with the number of waiting requests (D-06). */
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

/**
 * Shown while requests wait and nobody is signed in (D-05). It says only that there are some, and during a sign-in it
 * has no button.
 */
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

/**
 * Shown above the saved records of a session that ran out (D-01), also for requests that wait for a sign-in (D-05).
 * Signing in leads back here (D-09).
 */
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

/** Whether any owner's requests wait at a clinic. */
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
