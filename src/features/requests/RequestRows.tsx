import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ApiRoot, ApiServices } from '../../api/baseQuery';
import { selectIsOnline } from '../../api/connection';
import type { Shop } from '../../contract/shop';
import { formatDateTime } from '../../domain/clinicTime';
import { shopPhone } from '../../domain/shop/phone';
import type { Entry } from '../../offline/outbox/entry';
import { isOld } from '../../offline/outbox/rules';
import { discard, sendAgain } from '../../offline/outbox/store';
import { failedText, nameOf, STILL_WANTED } from '../../offline/outbox/texts';
import { Button } from '../../ui/Button';
import { AlertIcon, CheckIcon, ClockIcon } from '../../ui/icons/booking';
import { Notice } from '../../ui/Notice';
import { StatusPill } from '../../ui/StatusPill';
import { allowNotice, canOfferNotice } from './background';
import { pump } from './pump';
import './requests.css';

export interface RequestRowsProps {
  shop: Shop;
  /** Some or all of `useOutbox()`'s entries. */
  entries: readonly Entry[];
  /** A heading above the rows, where the page has none. */
  title?: string | undefined;
}

/** How requests stand: waiting to send, sent with the clinic's receipt, or in need of the owner (D-304). Nothing when there are none. */
export function RequestRows({ shop, entries, title }: RequestRowsProps) {
  if (entries.length === 0) return null;
  return (
    <section className="requests" aria-label={title ? undefined : 'Requests'}>
      {title && <h2>{title}</h2>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} shop={shop} />
          </li>
        ))}
      </ul>
      {entries.some(({ state }) => state === 'waiting') && <NoticeOffer />}
    </section>
  );
}

function Row({ entry, shop }: { entry: Entry; shop: Shop }) {
  const dispatch = useDispatch<ThunkDispatch<ApiRoot, ApiServices, UnknownAction>>();
  const isOnline = useSelector(selectIsOnline);
  const [now] = useState(() => Date.now());
  const again = async () => {
    await sendAgain(entry.id, Date.now());
    if (isOnline) await dispatch(pump(true));
  };
  const actions = (go: string) => (
    <span className="requests__actions">
      <Button kind="quiet" small onClick={() => void again()}>{go}</Button>
      <Button kind="quiet" small onClick={() => void discard(entry.id)}>Discard</Button>
    </span>
  );
  if (entry.state === 'failed') return <Notice kind="error" action={actions('Try again')}>{failedText(entry, shopPhone(shop)?.shown ?? shop.phone)}</Notice>;
  if (entry.state === 'waiting' && isOld(entry, now)) {
    return <Notice kind="due" icon={<AlertIcon size={22} />} title={nameOf(entry)} action={actions('Send')}>{STILL_WANTED}</Notice>;
  }
  const { receipt } = entry;
  return (
    <div className="request">
      <b>{nameOf(entry)}</b>
      {entry.about.petName && <span className="note">{entry.about.petName}</span>}
      {receipt ? (
        <>
          <StatusPill tone="good" icon={<CheckIcon size={16} />}>Sent</StatusPill>
          <span className="note num">{`Receipt ${receipt.id}, ${formatDateTime(new Date(receipt.created_at), shop.timezone)}`}</span>
        </>
      ) : (
        <StatusPill tone="waiting" icon={<ClockIcon size={16} />}>Waiting to send</StatusPill>
      )}
    </div>
  );
}

/** Offered while something waits, where the browser sends behind a closed page (D-305). */
function NoticeOffer() {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => void canOfferNotice().then(setOffered, () => undefined), []);
  if (!isOffered) return null;
  return (
    <Button kind="quiet" small onClick={() => void allowNotice().finally(() => setOffered(false))}>
      Notify me when it is sent
    </Button>
  );
}
