import { useEffect, useState } from 'react';
import { selectIsOnline } from '../../state/connection';
import { useAppDispatch, useAppSelector } from '../../state/store';
import { Button } from '../../ui/actions/Button';
import { needsShareSheet } from '../install/installOffer';
import { allowNotice, askKey, canOfferNotice, refusal, subscribe, type Outcome } from './push';
import * as common from '../../ui/layout/common.module.css';

/**
 * Offers to be told on this device, once something is on its way (D-440); on iOS, where only an installed portal can,
 * it says how. While a request waits, browsers that send it after the page is closed offer to tell of that, too (D-305).
 */
export function PushOffer({ isWaiting = false, onUsed }: { isWaiting?: boolean; onUsed?: () => void }) {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const [key, setKey] = useState<string | null>(null);
  const [isOffered, setOffered] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    const look = async () => {
      const isDenied = 'Notification' in window && Notification.permission === 'denied';
      const found = isDenied || !isOnline ? null : await dispatch(askKey());
      setKey(found);
      setOffered(found !== null || (isWaiting && (await canOfferNotice())));
    };
    void look().catch(() => undefined);
  }, [dispatch, isOnline, isWaiting]);
  if (said !== null && !isOffered)
    return (
      <p className={common.soft} ref={takeFocus} tabIndex={-1}>
        {said}
      </p>
    );
  if (!isOffered) return null;
  if (key !== null && !('PushManager' in window))
    return needsShareSheet() && <p>To be told on this phone, tap Share, then Add to Home Screen, and open it there.</p>;
  const allow = async () => {
    onUsed?.();
    const outcome = await (key === null ? allowNotice() : dispatch(subscribe(key))).catch(refusal);
    setSaid(words[outcome]);
    if (outcome === 'on' || outcome === 'denied') setOffered(false);
  };
  return (
    <>
      <Button kind="plain" small onClick={() => void allow()}>
        {key === null ? 'Notify me when it is sent' : 'Notify me on this device'}
      </Button>
      {said && (
        <p className={common.soft} role="alert">
          {said}
        </p>
      )}
    </>
  );
}

/** The button that was pressed is gone: what stands in its place takes the focus, once, and so is read. */
const takeFocus = (place: HTMLElement | null): void => place?.focus({ preventScroll: true });

/** What is said after the press; the offer stays where another press may help. */
const words: Readonly<Record<Outcome, string | null>> = {
  on: 'You will be notified on this device.',
  denied: 'This browser blocks notifications from us. You can allow them in its settings for this page.',
  failed: 'Notifications could not be switched on in this browser.',
  unheard: 'That did not reach us. Please try again.',
  unanswered: null,
};
