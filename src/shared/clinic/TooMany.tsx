import { useState } from 'react';
import type { Endpoint } from '../../contract/endpoint';
import { selectShop } from '../../state/clinic';
import { shopPhone } from '../../domain/shop/phone';
import { deviceNow } from '../../offline/clock';
import { capSentence, type Failure } from '../../domain/failure';
import { Notice } from '../../ui/feedback/Notice';
import { useAppSelector } from '../../state/store';
import { PhoneSentence } from './PhoneSentence';

/** A call in the store's cache. */
type Call = { endpointName?: string; startedTimeStamp?: number | undefined; error?: unknown };
type WithCalls = { api?: { mutations: Readonly<Record<string, Call | undefined>> } };

/**
 * Returns the clinic's sentence if the latest call with one of these names since `since` (milliseconds, device's clock)
 * exceeded a cap; null if it did not, or if a call is under way.
 */
function selectTooMany({ api }: WithCalls, names: readonly string[], since: number): string | null {
  const last = Object.values(api?.mutations ?? {})
    .flatMap((call) =>
      call && names.includes(call.endpointName ?? '') ? [{ ...call, at: call.startedTimeStamp ?? 0 }] : [],
    )
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => a.at - b.at)
    .at(-1);
  const failure = last?.error as Failure | undefined;
  return failure ? capSentence(failure) : null;
}

/**
 * Shows that a cap is reached and whom to call, until the next try or as long as the screen is open; a toast would
 * disappear too soon (D-404, D-112).
 */
export function TooMany({ of }: { of: readonly Endpoint[] }) {
  const [since] = useState(deviceNow);
  const text = useAppSelector((state) =>
    selectTooMany(
      state,
      of.map(({ name }) => name),
      since,
    ),
  );
  return text === null ? null : (
    <Notice kind="error">
      <TooManyText text={text} />
    </Notice>
  );
}

/** The clinic's sentence, with its phone number as a link. */
export function TooManyText({ text }: { text: string }) {
  const shop = useAppSelector(selectShop);
  const phone = shop && shopPhone(shop);
  const [before, after] = phone ? text.split(phone.shown) : [];
  if (!phone || after === undefined) return <>{text}</>;
  return <PhoneSentence shop={shop} before={before ?? ''} after={after} />;
}
