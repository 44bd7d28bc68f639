import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MyClinic } from '../../contract/desk/staff';
import { formatTime } from '../../domain/clinicTime';
import type { countsOf, Showing } from '../../domain/desk/inboxList';
import { Link } from '../../ui/actions/Link';
import { useAnnounced } from '../../ui/behaviour/announce';
import { entitle } from '../../ui/behaviour/arrive';
import { CloudOffIcon } from '../../ui/icons/frame';
import { SignOutIcon } from '../../ui/icons/portal';
import { DownIcon } from '../../ui/icons/answers';
import { InboxIcon, KeyIcon, MoreIcon, PeopleIcon } from '../../ui/icons/desk';
import { Dialog } from '../../ui/layout/Dialog';
import { listOf } from '../api/inbox';
import { selectIsOnline } from '../connection';
import { Keycap } from '../item/Keycap';
import { useKeyList } from '../keys/KeyList';
import { selectKept } from '../session/session';
import { askToSignOut } from '../session/signOut';
import { useAppDispatch, useAppSelector } from '../store';
import { ClinicMark } from './ClinicMark';
import { Filters } from './Filters';
import * as css from './Frame.module.css';

export interface FrameProps {
  clinic: MyClinic;
  counts: ReturnType<typeof countsOf>;
  showing: Showing | 'staff';
  /** On a phone the item takes the whole screen. */
  isItemOpen: boolean;
  /** A sheet covers the frame. */
  isInert?: boolean;
  children: ReactNode;
}

/** The desk's frame: the rail with what waits, who is at the desk, and the room beside it. */
export function Frame({ clinic, counts, showing, isItemOpen, isInert, children }: FrameProps) {
  const dispatch = useAppDispatch();
  const kept = useAppSelector(selectKept);
  const isOnline = useAppSelector(selectIsOnline);
  const readAt = useAppSelector((state) => listOf(state, { clinicId: clinic.id })?.now);
  const since = readAt ? ` at ${formatTime(new Date(readAt), clinic.timezone)}` : '';
  const sentence = `No connection. Reading what was here${since}.`;
  useAnnounced(isOnline ? '' : sentence);
  useEffect(() => {
    entitle({ site: clinic.name });
    return () => entitle({ site: '' });
  }, [clinic.name]);
  const { show: showKeys, list: keyList } = useKeyList();
  const navigate = useNavigate();
  const toClinics = () => void navigate('/admin/clinics');
  return (
    <div className={css.desk} data-item={isItemOpen || undefined}>
      <nav className={css.rail} aria-label="Desk" data-column tabIndex={-1} inert={isInert}>
        {(kept?.clinics.length ?? 0) > 1 ? (
          <button type="button" className={css.shop} aria-label={`${clinic.name}, another clinic`} onClick={toClinics}>
            <ClinicMark id={clinic.id} size={36} />
            <span>{clinic.name}</span>
            <DownIcon size={16} />
          </button>
        ) : (
          <p className={css.shop}>
            <ClinicMark id={clinic.id} size={36} />
            <span>{clinic.name}</span>
          </p>
        )}
        <Link
          href="/admin/inbox"
          className={css.place}
          aria-current={showing === 'all' ? 'page' : undefined}
          aria-label={`Inbox, ${counts.of.all} wait, ${counts.late} late`}
        >
          <InboxIcon size={20} />
          <span>Inbox</span>
          {counts.of.all > 0 && (
            <span className={css.count}>
              {counts.late > 0 && <b>{counts.late} late</b>} {counts.of.all}
            </span>
          )}
        </Link>
        <Filters clinic={clinic} counts={counts} showing={showing} />
        <Link href="/admin/staff" className={css.place} aria-current={showing === 'staff' ? 'page' : undefined}>
          <PeopleIcon size={20} />
          <span>Staff</span>
        </Link>
        <div className={css.end}>
          <button type="button" className={css.keys} onClick={showKeys} aria-keyshortcuts="?">
            <KeyIcon size={20} />
            <span>Keys</span>
            <Keycap>?</Keycap>
          </button>
          <p className={css.who}>
            <span className={css.initial} aria-hidden="true">
              {(kept?.person.name || kept?.person.email || '?').charAt(0).toUpperCase()}
            </span>
            <span>
              <span className={css.cut} title={kept?.person.name || kept?.person.email}>
                {kept?.person.name || kept?.person.email}
              </span>
              <small>{clinic.role === 'admin' ? 'Admin' : 'Staff'}</small>
            </span>
          </p>
          <button type="button" className={css.out} onClick={() => void dispatch(askToSignOut())}>
            <SignOutIcon size={20} />
            <span>Sign out</span>
          </button>
        </div>
        <More clinic={clinic} onKeys={showKeys} onClinics={toClinics} />
      </nav>
      {keyList}
      <main className={css.room}>
        {!isOnline && (
          <p className={css.offline} inert={isInert}>
            <CloudOffIcon size={20} /> {sentence}
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

/** What a phone's bar has no room for: who is at the desk and where, another clinic, the keys, and signing out. */
function More({ clinic, onKeys, onClinics }: { clinic: MyClinic; onKeys: () => void; onClinics: () => void }) {
  const dispatch = useAppDispatch();
  const kept = useAppSelector(selectKept);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.more} onClick={() => setOpen(true)}>
        <MoreIcon size={20} />
        <span>More</span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={clinic.name} closeText="Close">
        <p className={css.whose}>
          {kept?.person.name || kept?.person.email}, {clinic.role === 'admin' ? 'Admin' : 'Staff'}
        </p>
        <div className={css.ways}>
          {(kept?.clinics.length ?? 0) > 1 && (
            <button type="button" onClick={onClinics}>
              <PeopleIcon size={20} />
              Another clinic
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onKeys();
            }}
          >
            <KeyIcon size={20} />
            Keys
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              void dispatch(askToSignOut());
            }}
          >
            <SignOutIcon size={20} />
            Sign out
          </button>
        </div>
      </Dialog>
    </>
  );
}
