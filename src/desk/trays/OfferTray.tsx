import { bodyOf, heldWords, missing, OFFERED_MOST, sendable, sendWords } from '../../domain/desk/halfWritten';
import { calledName } from '../../domain/desk/ways';
import { comingAt } from '../../domain/desk/whenAt';
import { ChatIcon, LockIcon } from '../../ui/icons/frame';
import { OpeningsAside, Plates, TimePicker, useOpenings, usePick } from './TimePicker';
import { Words } from '../item/Words';
import { Tray } from './Tray';
import type { TrayProps } from './trayProps';
import { useTaken } from './useTaken';
import { useTold } from './useTold';
import * as css from './TrayParts.module.css';

/** The pause in picking or typing after which the message is asked for, milliseconds. */
const pauseMs = 200;

/** Offers up to three other times, across days and clinicians (D-425). */
export function OfferTray({ item, half, onChange, zone, today, asking, locked, onSend, onFold, children }: TrayProps) {
  const picked = half.times ?? [];
  const sent = sendable(picked);
  // Where times turned out to be gone, what is open is read anew.
  const openings = useOpenings(asking, picked.length - sent.length);
  useTaken(openings, { half, onChange, zone });
  const body = bodyOf(half, item.row.version);
  const preview = useTold(sent.length ? JSON.stringify(body) : null, () => asking.preview(body), pauseMs);
  const name = calledName(item.row.owner);
  const toggle = usePick(picked, OFFERED_MOST, (times) => onChange({ ...half, times }), {
    apart: openings.data?.apart,
    zone,
  });
  const digit = (place: number) => {
    const time = openings.timeAt(place);
    if (time) toggle(time);
  };
  return (
    <Tray
      title="Offer up to three other times"
      aside={<OpeningsAside openings={openings} />}
      button={sendWords(sent.length)}
      locked={locked ?? missing(half)}
      onSend={onSend}
      onFold={onFold}
      notice={children}
      onDigit={digit}
    >
      <TimePicker openings={openings} picked={picked} areSeveral onToggle={toggle} zone={zone} />
      <Plates picked={picked} onToggle={toggle} zone={zone} today={today} />
      {sent.length > 0 && preview.says === null && preview.data && (
        <>
          <p className={css.hears}>
            <LockIcon size={18} />
            <span>
              {preview.data.held_until &&
                heldWords(sent.length, name, comingAt(new Date(preview.data.held_until), zone, today))}{' '}
              {preview.data.does.join(' ')}
            </span>
          </p>
          {preview.data.words && (
            <p className={css.hears}>
              <ChatIcon size={18} />
              <span>
                {name} will read: <Words>{preview.data.words}</Words> {preview.data.ways && `${preview.data.ways}.`}
              </span>
            </p>
          )}
        </>
      )}
      {preview.says && <p className={css.says}>{preview.says}</p>}
    </Tray>
  );
}
