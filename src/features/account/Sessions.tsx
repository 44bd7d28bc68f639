import { useId, useRef, useState } from 'react';
import { selectIsOnline } from '../../state/connection';
import { toastShown } from '../../state/toasts';
import { useLocked } from '../../state/useLocked';
import { useServerTime } from '../../state/useServerTime';
import type { OwnSession } from '../../contract/sessions';
import { dateInZone, formatWhen } from '../../domain/clinicTime';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';
import { FailedLoad } from '../../ui/feedback/FailedLoad';
import { Notice } from '../../ui/feedback/Notice';
import { RowsSkeleton } from '../../ui/feedback/Skeleton';
import { accountApi } from './api';
import { useAppDispatch, useAppSelector } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';
import * as css from './account.module.css';

/** Signs out on this device; if `first` is given, only after it has succeeded. */
export type SignOut = (first?: () => Promise<boolean>) => void;

const NEEDS_NETWORK = "Connect to the internet to see where you're signed in.";
const nameOf = ({ device }: OwnSession): string => device ?? 'Unknown device';

/**
 * Shows where the owner is signed in, with buttons to end one session or all (D-407). Always loaded, never saved on the
 * device (D-02, D-03).
 */
export function Sessions({ zone, onSignOut }: { zone: string; onSignOut: SignOut }) {
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const isOnline = useAppSelector(selectIsOnline);
  const { data, isFetching, isError, refetch } = accountApi.useListSessionsQuery(
    {},
    { skip: !isOnline, refetchOnMountOrArgChange: true },
  );
  return (
    <section className={css.sessions} aria-labelledby={heading}>
      <h2 id={heading} ref={title} tabIndex={-1}>
        Where you&apos;re signed in
      </h2>
      {!isOnline && <Notice kind="hint">{NEEDS_NETWORK}</Notice>}
      {isOnline && data === undefined && isFetching && <RowsSkeleton label="Loading devices" rows={2} />}
      {isOnline && data === undefined && isError && !isFetching && (
        <FailedLoad onRetry={() => void refetch()}>We couldn&apos;t load where you&apos;re signed in.</FailedLoad>
      )}
      {isOnline && data && (
        <>
          <p className={common.soft}>
            Don&apos;t know one of these devices? Sign it out. If you have a password, set a new one with &ldquo;Forgot
            your password?&rdquo;.
          </p>
          <ul className={css.devices}>
            {data.map((session) => (
              <li key={session.id}>
                <Session session={session} zone={zone} onSignOut={onSignOut} onEnded={() => title.current?.focus()} />
              </li>
            ))}
          </ul>
          <Everywhere onSignOut={onSignOut} />
        </>
      )}
    </section>
  );
}

function Session({
  session,
  zone,
  onSignOut,
  onEnded,
}: {
  session: OwnSession;
  zone: string;
  onSignOut: SignOut;
  onEnded: () => void;
}) {
  const dispatch = useAppDispatch();
  const [now] = useServerTime();
  const [end] = accountApi.useEndOwnSessionMutation();
  const [run, isRunning] = useLocked(async () => {
    if (session.is_current) return onSignOut();
    const { data } = await end({ params: { id: session.id } });
    if (!data) return;
    dispatch(toastShown(`${nameOf(session)} is signed out.`));
    onEnded();
  });
  return (
    <div className={css.device}>
      <div>
        <b>{nameOf(session)}</b>
        <p className={common.soft}>
          {session.is_current
            ? 'This device'
            : `Last used ${formatWhen(new Date(session.last_used_at), zone, dateInZone(now, zone))}`}
        </p>
      </div>
      <Button kind="quiet" small busy={isRunning} onClick={() => void run()}>
        Sign out <span className={common.vh}>{nameOf(session)}</span>
      </Button>
    </div>
  );
}

/** Ends every session: first the others on the server, then this device's. */
function Everywhere({ onSignOut }: { onSignOut: SignOut }) {
  const [isAsked, setAsked] = useState(false);
  const [endAll] = accountApi.useEndOwnSessionsMutation();
  const close = () => setAsked(false);
  const end = () => {
    close();
    onSignOut(async () => (await endAll({})).data !== undefined);
  };
  return (
    <>
      <div>
        <Button kind="danger" onClick={() => setAsked(true)}>
          Sign out everywhere
        </Button>
      </div>
      <Dialog
        open={isAsked}
        onClose={close}
        title="Sign out everywhere?"
        foot={
          <>
            <Button kind="quiet" onClick={close}>
              Cancel
            </Button>
            <Button kind="danger" onClick={end}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        <p>Every device is signed out, this one too, and what is saved on this device is deleted.</p>
      </Dialog>
    </>
  );
}
