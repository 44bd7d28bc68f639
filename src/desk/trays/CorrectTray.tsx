import { useId } from 'react';
import { bodyOf, missing } from '../../domain/desk/halfWritten';
import { calledName } from '../../domain/desk/ways';
import { AlertIcon } from '../../ui/icons/booking';
import { ChatIcon } from '../../ui/icons/frame';
import { Words } from '../item/Words';
import { Tray } from './Tray';
import type { TrayProps } from './trayProps';
import { useTold } from './useTold';
import * as css from './TrayParts.module.css';

const pauseMs = 400;

/** Corrects the contact that a message did not reach, and sends the message again. */
export function CorrectTray({ item, half, onChange, asking, locked, onSend, onFold, children }: TrayProps) {
  const id = useId();
  const body = bodyOf(half, item.row.version);
  const preview = useTold(half.contact?.trim() ? JSON.stringify(body) : null, () => asking.preview(body), pauseMs);
  const label = item.actions.find(({ tray }) => tray === 'correct')?.label ?? 'Correct the contact';
  const shown = half.contact?.trim() && preview.says === null ? preview.data : null;
  return (
    <Tray
      title={label}
      button={shown?.button ?? 'Correct and send again'}
      // Whose the contact is must have been seen before anything goes there.
      locked={locked ?? missing(half) ?? (preview.isAsking ? '' : null)}
      hasFields
      onSend={onSend}
      onFold={onFold}
      notice={children}
    >
      <div className={css.field}>
        <label htmlFor={id}>Phone or e-mail</label>
        <input
          id={id}
          className={css.input}
          value={half.contact ?? ''}
          maxLength={255}
          autoComplete="off"
          aria-describedby={`${id}-says`}
          onChange={(event) => onChange({ ...half, contact: event.target.value })}
        />
        <p className={css.says} id={`${id}-says`}>
          {preview.says ?? ''}
        </p>
      </div>
      {shown?.warning && (
        <p className={css.hears} role="status">
          <AlertIcon size={18} />
          <b>{shown.warning}</b>
        </p>
      )}
      {shown?.words && (
        <p className={css.hears}>
          <ChatIcon size={18} />
          <span>
            {calledName(item.row.owner)} will read: <Words>{shown.words}</Words> {shown.ways && `${shown.ways}.`}
          </span>
        </p>
      )}
      {shown && shown.does.length > 0 && <p className={css.hears}>{shown.does.join(' ')}</p>}
    </Tray>
  );
}
