import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { Endpoint } from '../../contract/endpoint';
import { selectShop, type ClinicState } from '../../state/clinic';
import { shopPhone } from '../../domain/shop/phone';
import { deviceNow } from '../../offline/clock';
import { capSentence, type Failure } from '../../domain/failure';
import { Notice } from '../../ui/feedback/Notice';

/** A call of the store's as it went, the latest of its kind last. */
type Made = { endpointName: string; status: string; startedTimeStamp: number; error?: unknown } | undefined;
type Root = { clinic: ClinicState; api?: { mutations: Readonly<Record<string, Made>> } };

/** What the clinic said when the last of these calls since `since`, milliseconds, was one too many; null when none was, or another one is on its way. */
function selectTooMany({ api }: Root, names: readonly string[], since: number): string | null {
  const made = Object.values(api?.mutations ?? {}).filter(
    (one) => one !== undefined && names.includes(one.endpointName) && one.startedTimeStamp >= since,
  );
  const last = made.reduce<Made>(
    (latest, one) => (one && one.startedTimeStamp >= (latest?.startedTimeStamp ?? 0) ? one : latest),
    undefined,
  );
  const failure = last?.error as Failure | undefined;
  return failure ? capSentence(failure) : null;
}

/** Says that a cap is reached and whom to call, for as long as the screen stands or until it is tried again; a toast would be gone too soon (D-404, D-112). */
export function TooMany({ of }: { of: readonly Endpoint[] }) {
  const [since] = useState(deviceNow);
  const text = useSelector((state: Root) =>
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

/** The clinic's sentence, its phone to be called. */
export function TooManyText({ text }: { text: string }) {
  const shop = useSelector(selectShop);
  const phone = shop && shopPhone(shop);
  const [before, after] = phone ? text.split(phone.shown) : [];
  if (!phone || after === undefined) return <>{text}</>;
  return (
    <>
      {before}
      <a className="nowrap" href={`tel:${phone.dial}`}>
        {phone.shown}
      </a>
      {after}
    </>
  );
}
