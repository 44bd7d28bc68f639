import { useState } from 'react';
import type { Endpoint } from '../../contract/endpoint';
import { selectShop } from '../../state/clinic';
import { shopPhone } from '../../domain/shop/phone';
import { deviceNow } from '../../offline/clock';
import { capSentence, type Failure } from '../../domain/failure';
import { Notice } from '../../ui/feedback/Notice';
import { useAppSelector } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';

/** A call of the store's as it went, the latest of its kind last. */
type Call = { endpointName?: string; startedTimeStamp?: number | undefined; error?: unknown };
type WithCalls = { api?: { mutations: Readonly<Record<string, Call | undefined>> } };

/**
 * What the clinic said when the last of the calls with these names since `since`, milliseconds by the device's clock, was
 * one too many; null when none was, or another one is on its way.
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

/** Says that a cap is reached and whom to call, for as long as the screen stands or until it is tried again; a toast would be gone too soon (D-404, D-112). */
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

/** The clinic's sentence, its phone to be called. */
export function TooManyText({ text }: { text: string }) {
  const shop = useAppSelector(selectShop);
  const phone = shop && shopPhone(shop);
  const [before, after] = phone ? text.split(phone.shown) : [];
  if (!phone || after === undefined) return <>{text}</>;
  return (
    <>
      {before}
      <a className={common.nowrap} href={`tel:${phone.dial}`}>
        {phone.shown}
      </a>
      {after}
    </>
  );
}
