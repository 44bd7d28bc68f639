import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { offlineBanner } from '../../api/connection';
import { onOutboxChange } from '../../offline/channel';
import { allEntries } from '../../offline/outbox/store';
import { SIGN_IN_TO_SEND } from '../../offline/outbox/texts';
import { Banner } from '../../ui/Banner';
import { ClockIcon } from '../../ui/icons/booking';
import { CloudOffIcon } from '../../ui/icons/frame';
import { useOutbox } from './useOutbox';

/** The offline banner with how many requests wait (D-06). */
export function OfflineStrip() {
  const { waiting } = useOutbox();
  const count = waiting.length;
  return <Banner icon={<CloudOffIcon />}>{count === 0 ? offlineBanner : `${offlineBanner} ${count} ${count === 1 ? 'request is' : 'requests are'} waiting.`}</Banner>;
}

/** While requests wait and nobody is signed in (D-05); it tells no more than that there are some. */
export function SignInStrip({ clinicId }: { clinicId: string }) {
  const navigate = useNavigate();
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const read = () =>
      void allEntries().then(
        (entries) => setNeeded(entries.some((entry) => entry.clinicId === clinicId && entry.state === 'waiting')),
        () => undefined,
      );
    read();
    return onOutboxChange(read);
  }, [clinicId]);
  if (!isNeeded) return null;
  return (
    <Banner icon={<ClockIcon />} action={{ text: 'Sign in', onPress: () => void navigate(`/${clinicId}?redirect=pets`) }}>
      {SIGN_IN_TO_SEND}
    </Banner>
  );
}
