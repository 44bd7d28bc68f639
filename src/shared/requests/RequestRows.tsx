import type { ReactNode } from 'react';
import { useServerClock } from '../../state/clock';
import { selectIsOnline } from '../../state/connection';
import { useServerTime } from '../../state/useServerTime';
import type { Shop } from '../../contract/shop';
import { formatWhen } from '../../domain/clinicTime';
import type { Entry, Wish } from '../../offline/outbox/entry';
import { needsOwner } from '../../offline/outbox/rules';
import { discard, sendAgain } from '../../offline/database/outboxStore';
import { failedText, nameOf, NOT_AHEAD, SENT_LATER, STILL_WANTED } from '../../offline/outbox/texts';
import { Button } from '../../ui/actions/Button';
import { CheckIcon, HourglassIcon } from '../../ui/icons/booking';
import { BangIcon } from '../../ui/icons/portal';
import { Notice } from '../../ui/feedback/Notice';
import { useToday } from '../../state/useToday';
import { pump } from './sendWaiting';
import { PushOffer } from '../push/PushOffer';
import { TooManyText } from '../clinic/TooMany';
import { useAppDispatch, useAppSelector } from '../../state/store';
import { PhoneSentence } from '../clinic/PhoneSentence';
import * as common from '../../ui/layout/common.module.css';
import * as css from './requests.module.css';

export interface RequestRowsProps {
  shop: Shop;
  /** Some or all of `useOutbox()`'s entries. */
  entries: readonly Entry[];
  /** A heading above the rows; with it the rows may belong to several pets and name them. */
  title?: string | undefined;
  /** What more is known of a request, in words; null for nothing. */
  note?: ((entry: Entry) => string | null) | undefined;
  /** Whether the appointment whose waitlist they ask for is not to come any more: then joining can never succeed. */
  isOver?: boolean | undefined;
}

/**
 * Shows the state of requests: waiting, sent with the clinic's receipt, or needing the owner (D-304). Nothing if there
 * are none.
 */
export function RequestRows({ shop, entries, title, note, isOver = false }: RequestRowsProps) {
  const [time] = useServerTime();
  const now = time.getTime();
  if (entries.length === 0) return null;
  return (
    <section className={css.requests} aria-label={title ? undefined : 'Requests'}>
      {title && <h2>{title}</h2>}
      <ul>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            shop={shop}
            now={now}
            isNamed={title !== undefined}
            note={note?.(entry) ?? null}
            isFutile={isOver && entry.kind === 'joinWaitlist' && needsOwner(entry, now)}
          />
        ))}
      </ul>
      <PushOffer isWaiting={entries.some((entry) => entry.state === 'waiting' && !needsOwner(entry, now))} />
    </section>
  );
}

const looks = {
  failed: { icon: <BangIcon size={28} />, words: 'Needs attention' },
  old: { icon: <BangIcon size={28} />, words: 'Needs attention' },
  waiting: { icon: <HourglassIcon size={20} />, words: 'Waiting to send' },
  sent: { icon: <CheckIcon size={20} />, words: 'Sent' },
} as const;

interface RowProps {
  entry: Entry;
  shop: Shop;
  now: number;
  isNamed: boolean;
  note: string | null;
  /** No try can succeed: it can only be taken away. */
  isFutile: boolean;
}

function Row({ entry, shop, now, isNamed, note, isFutile }: RowProps) {
  const today = useToday(shop.timezone);
  const state = entry.state === 'waiting' && needsOwner(entry, now) ? 'old' : entry.state;
  const isCapped = state === 'waiting' && entry.held?.said !== undefined && entry.held.until > now;
  const { icon, words } = looks[state];
  const asked = `${isNamed && entry.about.petName ? `For ${entry.about.petName}, asked` : 'Asked'} ${formatWhen(new Date(entry.createdAt), shop.timezone, today)}`;
  return (
    <li className={css.request} data-state={state}>
      <span className={css.mark}>{icon}</span>
      <b>{nameOf(entry)}</b>
      <span className={css.state}>{words}</span>
      {entry.receipt && (
        <p
          className={common.num}
        >{`Receipt ${entry.receipt.id}, ${formatWhen(new Date(entry.receipt.created_at), shop.timezone, today)}`}</p>
      )}
      {note && <p className={common.num}>{note}</p>}
      {(state === 'waiting' || state === 'old') && <p className={common.num}>{asked}</p>}
      {isCapped && (
        <p role="alert">
          <TooManyText text={entry.held?.said ?? ''} />
        </p>
      )}
      {isCapped && <p>{SENT_LATER}</p>}
      {isFutile && <p>{NOT_AHEAD}</p>}
      {state === 'old' && !isFutile && <p className={css.question}>{STILL_WANTED}</p>}
      {state === 'failed' && !isFutile && (
        <p role="alert">
          <FailedText of={entry} shop={shop} />
        </p>
      )}
      {(state === 'failed' || state === 'old' || isCapped) && (
        <Actions id={entry.id} go={isCapped || isFutile ? null : state === 'failed' ? 'Try again' : 'Send'} />
      )}
    </li>
  );
}

/** The refusal's text, with the clinic's phone number as a link (D-05). */
function FailedText({ of, shop }: { of: Pick<Wish, 'kind' | 'about'>; shop: Shop }) {
  const [before = '', after = ''] = failedText(of, '\n').split('\n');
  return <PhoneSentence shop={shop} before={before} after={after} />;
}

/** Shown by the screen that made a request, if the clinic refused it and the browser cannot save a row for it. */
export const RefusedNotice = ({
  action,
  ...given
}: {
  of: Pick<Wish, 'kind' | 'about'>;
  shop: Shop;
  action?: ReactNode;
}) => (
  <Notice kind="error" action={action}>
    <FailedText {...given} />
  </Notice>
);

function Actions({ id, go }: { id: string; /** Null where it goes by itself, or cannot. */ go: string | null }) {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const clock = useServerClock();
  const again = async () => {
    await sendAgain(id, clock());
    if (isOnline) await dispatch(pump(true));
  };
  return (
    <div className={css.actions}>
      {go !== null && (
        <Button kind="quiet" small onClick={() => void again()}>
          {go}
        </Button>
      )}
      <Button kind="plain" small onClick={() => void discard(id)}>
        Discard
      </Button>
    </div>
  );
}
