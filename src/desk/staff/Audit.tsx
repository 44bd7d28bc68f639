import { useState } from 'react';
import type { MyClinic } from '../../contract/desk/staff';
import { formatDateTime } from '../../domain/clinicTime';
import { Link } from '../../ui/actions/Link';
import { useAuditQuery } from '../api/staff';
import { DeskButton } from '../item/DeskButton';
import * as css from './staffParts.module.css';

/** What staff did, the latest first (D-422). */
export function Audit({ clinic }: { clinic: MyClinic }) {
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <section className={css.part} aria-labelledby="audit">
      <h2 id="audit">What was done</h2>
      <ul className={css.rows}>
        {pages.map((before, place) => (
          <AuditPage
            key={before ?? 'first'}
            clinic={clinic}
            before={before}
            onMore={place === pages.length - 1 ? (last) => setPages([...pages, last]) : null}
          />
        ))}
      </ul>
    </section>
  );
}

function AuditPage({
  clinic,
  before,
  onMore,
}: {
  clinic: MyClinic;
  before: string | undefined;
  onMore: ((last: string) => void) | null;
}) {
  const { data } = useAuditQuery(
    { query: before === undefined ? {} : { before }, clinicId: clinic.id },
    { refetchOnMountOrArgChange: true },
  );
  const last = data?.lines.at(-1);
  return (
    <>
      {data?.lines.map(({ id, at, who, what, item_id, taken_back_at }) => (
        <li key={id} className={css.row}>
          <span className={css.name}>
            <span>
              <b>{who}</b> {what}
              {taken_back_at && ', taken back'}
            </span>
            <small>{formatDateTime(new Date(at), clinic.timezone)}</small>
          </span>
          {item_id && <Link href={`/admin/inbox/${encodeURIComponent(item_id)}`}>Open</Link>}
        </li>
      ))}
      {data?.lines.length === 0 && before === undefined && <li className={css.note}>Nothing was done yet.</li>}
      {data?.has_more && onMore && last && (
        <li>
          <DeskButton kind="quiet" onClick={() => onMore(last.id)}>
            Earlier
          </DeskButton>
        </li>
      )}
    </>
  );
}
