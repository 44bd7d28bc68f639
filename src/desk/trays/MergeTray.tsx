import { useId } from 'react';
import { bodyOf, missing } from '../../domain/desk/halfWritten';
import { dateInZone } from '../../domain/clinicTime';
import { Keycap } from '../item/Keycap';
import { Tray } from './Tray';
import type { TrayProps } from './trayProps';
import { useTold } from './useTold';
import * as css from './TrayParts.module.css';

/** Brings several records of one person together, and says what moves before it does. */
export function MergeTray({ item, half, onChange, zone, asking, locked, onSend, onFold, children }: TrayProps) {
  const name = useId();
  const body = bodyOf(half, item.row.version);
  const preview = useTold(half.client_id ? JSON.stringify(body) : null, () => asking.preview(body));
  const shown = half.client_id ? preview.data : null;
  const choose = (client_id: string | undefined) => client_id && onChange({ ...half, client_id });
  return (
    <Tray
      title="These are one person"
      button={shown?.button ?? 'Make them one'}
      locked={locked ?? missing(half)}
      onSend={onSend}
      onFold={onFold}
      notice={children}
      onDigit={(place) => choose(item.records[place - 1]?.client_id)}
    >
      <div className={css.halves}>
        <fieldset>
          <legend className={css.label}>Keep this record</legend>
          {item.records.map((record, place) => (
            <label key={record.client_id} className={css.pick}>
              <input
                type="radio"
                name={name}
                checked={half.client_id === record.client_id}
                onChange={() => choose(record.client_id)}
              />
              <span className={css.grow}>
                {record.name}, since {dateInZone(new Date(record.since), zone).slice(0, 4)}
              </span>
              <Keycap>{place + 1}</Keycap>
            </label>
          ))}
        </fieldset>
        <div aria-busy={preview.isAsking || undefined}>
          <h4 className={css.label}>What moves to it</h4>
          {shown ? (
            <ul className={css.does}>
              {shown.does.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <p className={css.says}>
              {preview.says ?? (half.client_id ? 'One moment.' : 'Choose the record that stays, and it is shown here.')}
            </p>
          )}
          {shown?.words && <p className={css.bubble}>{shown.words}</p>}
        </div>
      </div>
    </Tray>
  );
}
