import type { MyClinic } from '../../contract/desk/staff';
import { formatDateTime } from '../../domain/clinicTime';
import { failureOf, problemText } from '../api/api';
import { useEndSessionMutation, useSessionsQuery } from '../api/staff';
import { selectIsOnline } from '../connection';
import { DeskButton } from '../item/DeskButton';
import { useAppSelector } from '../store';
import * as css from './staffParts.module.css';

/** Where one is signed in; other sessions can be ended. */
export function Sessions({ clinic, onSays }: { clinic: MyClinic; onSays: (text: string | null) => void }) {
  const isOnline = useAppSelector(selectIsOnline);
  const { data } = useSessionsQuery({});
  const [end] = useEndSessionMutation();
  const stop = async (id: string) => {
    const failure = failureOf(await end({ params: { id } }));
    onSays(failure ? problemText(failure) : 'The session is ended.');
  };
  return (
    <section className={css.part} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul className={css.rows}>
        {data?.map(({ id, device, last_used_at, is_current }) => (
          <li key={id} className={css.row}>
            <span className={css.name}>
              <b>{device ?? 'A device'}</b>
              <small>
                {is_current ? 'Here, now' : `Last used ${formatDateTime(new Date(last_used_at), clinic.timezone)}`}
              </small>
            </span>
            {!is_current && (
              <DeskButton
                kind="quiet"
                small
                isLocked={!isOnline}
                label={`End the session on ${device ?? 'a device'}`}
                onClick={() => void stop(id)}
              >
                End
              </DeskButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
