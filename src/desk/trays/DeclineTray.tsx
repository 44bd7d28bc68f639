import { useEffect, useId, useRef } from 'react';
import type { DeclineReason } from '../../contract/desk/inbox';
import { declineLabels, reasonsFor } from '../../domain/desk/decline';
import { bodyOf, missing } from '../../domain/desk/halfWritten';
import { calledName, declineWords } from '../../domain/desk/ways';
import { CalendarIcon } from '../../ui/icons/booking';
import { CardIcon } from '../../ui/icons/portal';
import { DeskButton } from '../item/DeskButton';
import { Keycap } from '../item/Keycap';
import { OwnWords } from './OwnWords';
import { Tray } from './Tray';
import type { TrayProps } from './trayProps';
import { useTold } from './useTold';
import * as css from './TrayParts.module.css';

/** The pause in typing after which the message is asked for, milliseconds. */
const pauseMs = 250;

/** Declines with a reason that the owner reads, and names where money goes before it does (D-414, D-424). */
export function DeclineTray({ item, half, onChange, asking, locked, onSend, onFold, onSwitch, children }: TrayProps) {
  const name = useId();
  const radios = useRef<HTMLFieldSetElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  const isByKeys = useRef(true);
  const reasons = reasonsFor(item.row.kind);
  const body = bodyOf(half, item.row.version);
  const isComplete = missing(half) === null;
  const preview = useTold(isComplete ? JSON.stringify(body) : null, () => asking.preview(body), pauseMs);
  const action = item.actions.find((each) => each.name === half.name);
  const offer = item.actions.find(({ tray }) => tray === 'offer');
  const owner = calledName(item.row.owner);
  // The words of an earlier question are not those that would be sent.
  const shown = isComplete && preview.says === null ? preview.data : null;
  // Where the tray scrolls, on a phone, what is read and where money goes come into sight before they can be sent.
  const reads = useRef<HTMLDivElement>(null);
  const hears = useRef<HTMLParagraphElement>(null);
  const told = shown && JSON.stringify([shown.words, shown.money]);
  useEffect(() => {
    // What an Undo brought back was read before it was sent; its title has the focus, and stays in sight.
    if (!told || document.activeElement === words.current || document.activeElement?.matches('[data-part=tray] h3'))
      return;
    for (const part of [hears, reads]) part.current?.scrollIntoView?.({ block: 'nearest' });
  }, [told]);
  const choose = (place: number) => {
    const reason = reasons[place - 1];
    if (!reason) return;
    onChange({ ...half, reason });
    (reason === 'other' ? words.current : radios.current?.querySelectorAll('input')[place - 1])?.focus();
  };
  // The words that it needs come next, and would be keys outside their field. Arrows only pass by.
  const pick = (reason: DeclineReason) => {
    onChange({ ...half, reason });
    if (reason === 'other' && !isByKeys.current) words.current?.focus();
  };
  const money = /^(.+) paid$/.exec(item.ask.money ?? '')?.[1];
  // Money does not go before the person has been told that it will, and what the owner reads (D-414).
  const isTold = shown !== null && !preview.isAsking;
  const untold = money && half.name === 'decline' && !isTold ? (preview.says ?? '') : null;
  const what = declineWords(item, action?.label ?? 'Decline');
  return (
    <Tray
      title={money && half.name === 'decline' ? `${what} and refund ${money}` : what}
      button={
        shown?.button ??
        (money && half.name === 'decline' ? `Decline and refund ${money}` : (action?.label ?? 'Decline'))
      }
      isFinal
      hasFields
      locked={locked ?? missing(half) ?? untold}
      others={
        offer &&
        offer.name !== half.name && (
          <DeskButton
            kind="plain"
            hotkey="O"
            isLocked={locked !== null || offer.blocked !== null}
            onClick={() => onSwitch(offer)}
          >
            Offer other times instead
          </DeskButton>
        )
      }
      onSend={onSend}
      onFold={onFold}
      notice={children}
      onDigit={choose}
      onOffer={offer && (() => onSwitch(offer))}
    >
      <div className={css.halves}>
        {/* It only notes by what a reason is chosen, which its radios do. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <fieldset
          ref={radios}
          onPointerDown={() => (isByKeys.current = false)}
          onKeyDown={() => (isByKeys.current = true)}
        >
          <legend className={css.label}>Why</legend>
          {reasons.map((reason, place) => (
            <label key={reason} className={css.pick}>
              <input type="radio" name={name} checked={half.reason === reason} onChange={() => pick(reason)} />
              <span className={css.grow}>{declineLabels[reason]}</span>
              <Keycap>{place + 1}</Keycap>
            </label>
          ))}
        </fieldset>
        <div>
          <OwnWords
            label="In your own words"
            value={half.words ?? ''}
            isNeeded={half.reason === 'other'}
            field={words}
            onChange={(words) => onChange({ ...half, words })}
          />
          <div ref={reads}>
            <p className={css.label}>
              {owner} will read{shown?.ways ? `, by ${shown.ways.charAt(0).toLowerCase()}${shown.ways.slice(1)}` : ''}
            </p>
            <p className={css.bubble} aria-busy={preview.isAsking || undefined}>
              {shown?.words ?? (preview.says || 'The message stands here once a reason is chosen.')}
            </p>
          </div>
        </div>
      </div>
      {shown && (shown.money || shown.does.length > 0) && (
        <p ref={hears} className={css.hears}>
          {shown.money ? <CardIcon size={18} /> : <CalendarIcon size={18} />}
          <span>
            {shown.money && (
              <>
                <b>{shown.money}</b> It starts 20 seconds after you decline. Until then you can undo; after that, nobody
                can.{' '}
              </>
            )}
            {shown.does.join(' ')}
          </span>
        </p>
      )}
    </Tray>
  );
}
