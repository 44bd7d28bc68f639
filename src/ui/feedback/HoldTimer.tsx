import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { announce } from '../behaviour/announce';
import { NextIcon } from '../icons/booking';
import * as tap from '../actions/Tap.module.css';
import * as common from '../layout/common.module.css';
import * as css from './HoldTimer.module.css';

export interface HoldTimerProps {
  /** "Held for you" */
  caption: string;
  /** "Wed Nov 25, 2026, 10:30am" */
  when: string;
  /** The instant at which the hold ends, and the hold's whole length, milliseconds. */
  deadline: number;
  total: number;
  /** How long before its end the hold is urgent, milliseconds: shown red, with the extension. */
  urgent: number;
  /** Returns the time by the clock that the deadline refers to, milliseconds. */
  now: () => number;
  /** Called when the timer is pressed, for instance to return to the form; makes the timer a button. */
  onOpen?: (() => void) | undefined;
  /** The button's additional text for assistive technology. */
  openText?: string | undefined;
  /** The button to extend the hold, shown when it is urgent; Alt+K presses it wherever focus is. */
  extend?:
    | {
        text: string;
        onExtend: () => void;
        busy?: boolean | undefined;
        /** Why it cannot be extended now; pressing it says so. */
        reason?: string | null | undefined;
      }
    | null
    | undefined;
  onExpire?: (() => void) | undefined;
}

/** Shows the countdown of a hold to an absolute instant, so that sleep and reload cannot prolong it. */
export function HoldTimer({
  caption,
  when,
  deadline,
  total,
  urgent,
  now,
  onOpen,
  openText,
  extend,
  onExpire,
}: HoldTimerProps) {
  const left = useLeft(deadline, now, onExpire);
  const late = left <= urgent;
  const offer = late && left > 0 ? extend : null;
  const label = useId();
  const press = () => {
    if (offer?.reason) announce(offer.reason);
    else if (!offer?.busy) offer?.onExtend();
  };
  useSpoken({ left, deadline, total, what: `${caption} ${when}`, offer: offer?.reason ? undefined : offer?.text });
  useShortcut(Boolean(offer), press);
  const hold = useFocusAfter(deadline);
  const face = (
    <>
      <Dial part={left / total} />
      <span id={label}>
        {caption}
        <span className={css.holdWhen} data-part="held-time">
          {when}
        </span>
      </span>
      <span className={css.holdLeft}>
        <span role="timer" aria-labelledby={label}>
          {clock(left)}
        </span>
        {onOpen && <NextIcon size={20} />}
      </span>
    </>
  );
  const look = { className: css.hold, 'data-part': 'hold', 'data-urgent': late ? '' : undefined };
  return (
    <>
      {onOpen && !offer ? (
        <button type="button" {...look} ref={hold} onClick={onOpen}>
          {face}
          {openText && <span className={common.vh}>{openText}</span>}
        </button>
      ) : (
        <div {...look} ref={hold} role="group" aria-labelledby={label} tabIndex={-1}>
          {face}
          {offer && (
            <button
              type="button"
              className={`${tap.tap} ${tap.accent} ${css.holdExtend}`}
              aria-disabled={offer.busy || Boolean(offer.reason) || undefined}
              aria-describedby={offer.reason ? `${label}reason` : undefined}
              title={offer.reason ?? undefined}
              aria-keyshortcuts="Alt+K"
              onClick={press}
            >
              {offer.text}
            </button>
          )}
          {offer?.reason && (
            <span className={common.vh} id={`${label}reason`}>
              {offer.reason}
            </span>
          )}
        </div>
      )}
    </>
  );
}

/** Shows a ring whose arc is the share of time that is left, 0 to 1. */
function Dial({ part }: { part: number }) {
  return (
    <svg className={css.dial} viewBox="0 0 32 32" aria-hidden="true">
      <circle className={css.dialBed} cx="16" cy="16" r="13" />
      <circle
        className={css.dialGo}
        cx="16"
        cy="16"
        r="13"
        pathLength="100"
        strokeDasharray="100"
        strokeDashoffset={100 - Math.max(0, Math.min(1, part)) * 100}
      />
    </svg>
  );
}

/**
 * Returns the milliseconds until the deadline, updated each second; also correct after a sleeping tab missed updates.
 */
function useLeft(deadline: number, now: () => number, onExpire?: () => void): number {
  const [time, setTime] = useState(now);
  const left = Math.max(0, deadline - time);
  const over = left === 0;
  useEffect(() => {
    if (deadline <= now()) return undefined;
    const tick = () => setTime(now());
    tick();
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [deadline, now]);
  const expired = useEffectEvent(() => onExpire?.());
  useEffect(() => {
    if (over) expired();
  }, [over, deadline]);
  return left;
}

/** Formats milliseconds as "9:46", rounded up to whole seconds, so that 0:00 is the end. */
export function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Announces the hold when it begins, is extended or is shown on the next screen, and then how much of it is left. */
function useSpoken({
  left,
  deadline,
  total,
  what,
  offer,
}: {
  left: number;
  deadline: number;
  total: number;
  what: string;
  offer: string | undefined;
}): void {
  const said = spoken(left, total);
  const told = useRef({ what: '', deadline: 0 });
  const tell = useEffectEvent(() => {
    const { current: before } = told;
    const minutes = Math.max(1, Math.round(left / 60_000));
    // Whoever keeps a time wants to hear only that, and for how long. The server may also name a deadline seconds later.
    const isKept = before.what === what && deadline > before.deadline + 60_000;
    const held = isKept ? 'Kept longer' : what;
    const text =
      before.deadline === deadline ? said : `${held}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
    told.current = { what, deadline };
    announce(said && offer ? `${text}. ${offer}: press Alt+K, or the button at the top` : text);
  });
  useEffect(() => tell(), [said, deadline]);
}

/**
 * Returns how much is left in words, only at a few moments: reading every second aloud would make the form unusable.
 */
function spoken(left: number, total: number): string {
  const seconds = Math.ceil(left / 1000);
  if (seconds === 0 || seconds * 1000 >= total) return '';
  if (seconds <= 30) return '30 seconds left';
  if (seconds <= 60) return '1 minute left';
  if (seconds <= 120) return '2 minutes left';
  if (seconds <= 300) return '5 minutes left';
  return '';
}

/** Presses the extension by Alt+K, because whoever fills in the form by keyboard is far from its button. */
function useShortcut(isOffered: boolean, press: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyK' || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    press();
  });
  useEffect(() => {
    if (!isOffered) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOffered]);
}

/** Returns a ref to the countdown, which takes the focus that is lost with the extension's button. */
function useFocusAfter(deadline: number) {
  const hold = useRef<HTMLDivElement & HTMLButtonElement>(null);
  const first = useRef(deadline);
  useEffect(() => {
    if (first.current === deadline) return;
    first.current = deadline;
    if (document.activeElement === document.body) hold.current?.focus();
  }, [deadline]);
  return hold;
}
