import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MyClinic } from '../../contract/desk/staff';
import { countsOf } from '../../domain/desk/inboxList';
import { useArrival } from '../../ui/behaviour/arrive';
import { Frame } from '../frame/Frame';
import { useKey } from '../keys/keys';
import { useInbox } from '../inbox/useInbox';
import { UndoStrip } from '../undo/UndoStrip';
import { useOpenAt } from '../undo/useOpenAt';
import { useNow } from '../useNow';
import { Audit } from './Audit';
import { Members } from './Members';
import { Me } from './Me';
import { Passkeys } from './Passkeys';
import { Sessions } from './Sessions';
import * as css from './StaffPage.module.css';

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
        <Members clinic={clinic} onSays={setSays} />
        <Me onSays={setSays} />
        <Passkeys clinic={clinic} onSays={setSays} />
        <Sessions clinic={clinic} onSays={setSays} />
        <Audit clinic={clinic} />
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
