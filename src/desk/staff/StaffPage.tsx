import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MyClinic } from '../../contract/desk/staff';
import { countsOf } from '../../domain/desk/inboxList';
import { useArrival } from '../../ui/behaviour/arrive';
import { Frame } from '../frame/Frame';
import { useKey } from '../keys/keys';
import { useInbox } from '../inbox/useInbox';
import { later } from '../later';
import { UndoStrip } from '../undo/UndoStrip';
import { useOpenAt } from '../undo/useOpenAt';
import { useNow } from '../useNow';
import * as css from './StaffPage.module.css';

const StaffParts = later(() => import('./StaffParts').then((part) => part.StaffParts));

/** Who works at the clinic, one's own name, passkeys and sessions, and what staff did (D-421, D-422). */
export function StaffPage({ clinic }: { clinic: MyClinic }) {
  const now = useNow();
  const { rows } = useInbox(clinic.id, 'all', now, clinic.timezone);
  const [says, setSays] = useState<string | null>(null);
  const navigate = useNavigate();
  const openAt = useOpenAt(clinic.id);
  useArrival('Staff', clinic.id);
  useKey('1', 'Inbox', () => void navigate('/admin/inbox'));
  return (
    <Frame clinic={clinic} counts={countsOf(rows ?? [], now)} showing="staff" isItemOpen={false}>
      <h1 className={css.title}>Staff</h1>
      <div className={css.sheet}>
        <StaffParts clinic={clinic} onSays={setSays} />
      </div>
      <div className={css.foot}>
        <p className={css.says} role="alert">
          {says}
        </p>
        <UndoStrip clinicId={clinic.id} openId={null} onOpen={openAt} />
      </div>
    </Frame>
  );
}
