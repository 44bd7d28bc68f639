import { useState } from 'react';
import type { MyClinic } from '../../contract/desk/staff';
import { formatDateTime } from '../../domain/clinicTime';
import { failureOf, problemText } from '../api/api';
import { usePasskeysQuery, useRemovePasskeyMutation } from '../api/staff';
import { selectIsOnline } from '../connection';
import { AlertIcon } from '../../ui/icons/booking';
import { DeskButton } from '../item/DeskButton';
import { hasPasskeys, makePasskey } from '../session/passkeyCalls';
import { useAppDispatch, useAppSelector } from '../store';
import * as css from './staffParts.module.css';

/** One's passkeys: each signs in without a code (D-421). */
export function Passkeys({ clinic, onSays }: { clinic: MyClinic; onSays: (text: string | null) => void }) {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const { data, refetch } = usePasskeysQuery({});
  const [remove] = useRemovePasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const add = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    const said = await dispatch(makePasskey());
    setFault(said);
    onSays(said === null ? 'The passkey is ready. It signs you in on this device.' : null);
    setBusy(false);
    void refetch();
  };
  const drop = async (id: string) => {
    const failure = failureOf(await remove({ params: { id } }));
    onSays(failure ? problemText(failure) : 'The passkey signs in no more.');
  };
  return (
    <section className={css.part} aria-labelledby="passkeys">
      <h2 id="passkeys">Your passkeys</h2>
      <ul className={css.rows}>
        {data?.map(({ id, label, created_at, last_used_at }) => (
          <li key={id} className={css.row}>
            <span className={css.name}>
              <b>{label}</b>
              <small>
                Made {formatDateTime(new Date(created_at), clinic.timezone)}
                {last_used_at && `, last used ${formatDateTime(new Date(last_used_at), clinic.timezone)}`}
              </small>
            </span>
            <DeskButton
              kind="danger"
              small
              isLocked={!isOnline}
              label={`Remove ${label}`}
              onClick={() => void drop(id)}
            >
              Remove
            </DeskButton>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className={css.note}>With a passkey you sign in without a code.</p>}
      {hasPasskeys() && (
        <div className={css.actions}>
          <DeskButton kind="quiet" isLocked={!isOnline || isBusy} onClick={() => void add()}>
            Make a passkey on this device
          </DeskButton>
          <p className={css.fault} role="alert">
            {fault && (
              <>
                <AlertIcon size={18} /> {fault}
              </>
            )}
          </p>
        </div>
      )}
    </section>
  );
}
