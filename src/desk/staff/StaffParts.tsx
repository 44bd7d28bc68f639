import type { MyClinic } from '../../contract/desk/staff';
import { Audit } from './Audit';
import { Me } from './Me';
import { Members } from './Members';
import { Passkeys } from './Passkeys';
import { Sessions } from './Sessions';

/** The staff page's parts; what was just done there is told by `onSays`. */
export function StaffParts({ clinic, onSays }: { clinic: MyClinic; onSays: (says: string | null) => void }) {
  return (
    <>
      <Members clinic={clinic} onSays={onSays} />
      <Me onSays={onSays} />
      <Passkeys clinic={clinic} onSays={onSays} />
      <Sessions clinic={clinic} onSays={onSays} />
      <Audit clinic={clinic} />
    </>
  );
}
