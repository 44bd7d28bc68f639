import { useEffect, useState } from 'react';
import { selectIsOnline } from '../../state/connection';
import { useAppDispatch, useAppSelector } from '../../state/store';
import { Button } from '../../ui/actions/Button';
import { needsShareSheet } from '../install/installOffer';
import { allowNotice, askKey, canOfferNotice, subscribe } from './push';

/**
 * Offers to be told on this device, once something is on its way (D-440); on iOS, where only an installed portal can,
 * it says how. While a request waits, browsers that send it after the page is closed offer to tell of that, too (D-305).
 */
export function PushOffer({ isWaiting = false, onUsed }: { isWaiting?: boolean; onUsed?: () => void }) {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [key, setKey] = useState<string | null>(null);
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const look = async () => {
      const isDenied = 'Notification' in window && Notification.permission === 'denied';
      const found = isDenied || !isOnline ? null : await dispatch(askKey());
      setKey(found);
      setOffered(found !== null || (isWaiting && (await canOfferNotice())));
    };
    void look().catch(() => undefined);
  }, [dispatch, isOnline, isWaiting]);
  if (!isOffered) return null;
  if (key !== null && !('PushManager' in window))
    return needsShareSheet() && <p>To be told on this phone, tap Share, then Add to Home Screen, and open it there.</p>;
  const allow = () => {
    onUsed?.();
    // The offer stays where the server has not heard of it.
    return (key === null ? allowNotice() : dispatch(subscribe(key)))
      .catch(() => true)
      .then((isDone) => setOffered(!isDone));
  };
  return (
    <Button kind="plain" small onClick={() => void allow()}>
      {key === null ? 'Notify me when it is sent' : 'Notify me on this device'}
    </Button>
  );
}
