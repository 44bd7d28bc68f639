import { bodyOf, missing, numberOf, sendable } from '../../domain/desk/halfWritten';
import { clockWords } from '../../domain/desk/clockWords';
import { calledName } from '../../domain/desk/ways';
import { ChatIcon } from '../../ui/icons/frame';
import { OpeningsAside, TimePicker, useOpenings, usePick } from './TimePicker';
import { Words } from '../item/Words';
import { Tray } from './Tray';
import type { TrayProps } from './trayProps';
import { useTaken } from './useTaken';
import { useTold } from './useTold';
import * as css from './TrayParts.module.css';

/** Chooses the time of a visit that is paid and has none. */
export function ChooseTray({ item, half, onChange, zone, asking, locked, onSend, onFold, children }: TrayProps) {
  const picked = half.times ?? [];
  const sent = sendable(picked);
  // Where the time turned out to be gone, what is open is read anew.
  const openings = useOpenings(asking, picked.length - sent.length);
  useTaken(openings, { half, onChange, zone });
  const body = bodyOf(half, item.row.version);
  const preview = useTold(sent.length ? JSON.stringify(body) : null, () => asking.preview(body));
  const toggle = usePick(picked, 1, (times) => onChange({ ...half, times }), {
    apart: undefined,
    zone,
  });
  return (
    <Tray
      title="Choose a time"
      aside={<OpeningsAside openings={openings} />}
      button={(sent.length > 0 && preview.data?.button) || 'Book this time'}
      locked={locked ?? missing(half)}
      onSend={onSend}
      onFold={onFold}
      notice={children}
      onDigit={(place) => {
        const time = openings.timeAt(place);
        if (time && numberOf(picked, time) === 0) toggle(time);
      }}
    >
      <TimePicker openings={openings} picked={picked} areSeveral={false} onToggle={toggle} zone={zone} />
      {picked.length > sent.length && (
        <p className={css.says}>
          {clockWords(new Date(picked[0]!.at), zone)} is not free any more. Choose another time.
        </p>
      )}
      {sent.length > 0 && preview.says === null && preview.data?.words && (
        <p className={css.hears}>
          <ChatIcon size={18} />
          <span>
            {calledName(item.row.owner)} will read: <Words>{preview.data.words}</Words>{' '}
            {preview.data.ways && `${preview.data.ways}.`}
          </span>
        </p>
      )}
      {preview.says && <p className={css.says}>{preview.says}</p>}
    </Tray>
  );
}
