import { bodyOf, missing, numberOf } from '../../domain/desk/halfWritten';
import { calledName } from '../../domain/desk/ways';
import { ChatIcon } from '../../ui/icons/frame';
import { OpeningsAside, TimePicker, useOpenings, usePick } from './TimePicker';
import { Tray } from './Tray';
import type { TrayProps } from './trayProps';
import { useTold } from './useTold';
import * as css from './TrayParts.module.css';

/** Chooses the time of a visit that is paid and has none. */
export function ChooseTray({ item, half, onChange, zone, asking, locked, onSend, onFold, children }: TrayProps) {
  const picked = half.times ?? [];
  const openings = useOpenings(asking);
  const body = bodyOf(half, item.row.version);
  const preview = useTold(picked.length ? JSON.stringify(body) : null, () => asking.preview(body));
  const toggle = usePick(picked, 1, (times) => onChange({ ...half, times }), {
    apart: undefined,
    zone,
  });
  return (
    <Tray
      title="Choose a time"
      aside={<OpeningsAside openings={openings} />}
      button={preview.data?.button ?? 'Book this time'}
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
      {picked.length > 0 && preview.says === null && preview.data?.words && (
        <p className={css.hears}>
          <ChatIcon size={18} />
          <span>
            {calledName(item.row.owner)} will read: <q>{preview.data.words}</q>{' '}
            {preview.data.ways && `${preview.data.ways}.`}
          </span>
        </p>
      )}
      {preview.says && <p className={css.says}>{preview.says}</p>}
    </Tray>
  );
}
