import type { CSSProperties, Ref } from 'react';
import {
  CERTIFICATE_COLUMNS,
  CERTIFICATE_NOTE,
  CERTIFICATE_TITLE,
  EARLIER,
  NO_END,
  NO_VACCINATIONS,
  statusWords,
  type Certificate,
  type CertificateRow,
} from '../../../domain/certificate/certificate';
import type { Animal } from '../../../ui/peek/animal';
import { AnimalPeek } from '../../../ui/peek/AnimalPeek';
import * as common from '../../../ui/layout/common.module.css';
import * as css from './certificate.module.css';

/** How many rows of usual height fit on one sheet of A4 or Letter. */
const onOneSheet = 8;
/** The height for rows on the first printed sheet, and a row's least height, CSS pixels. */
const printed = { rows: 400, row: 24 };

/**
 * Shows the certificate, on screen and in print. Earlier vaccinations are on the same sheet where they fit, else on a
 * second one.
 */
export function Paper({
  paper,
  animal,
  picture,
  seal,
}: {
  paper: Certificate;
  animal: Animal;
  picture: string | null;
  seal: Ref<HTMLDivElement>;
}) {
  const { clinic, pet, facts, latest, earlier } = paper;
  const isShort = latest.length + earlier.length <= onOneSheet;
  const padding = Math.max(1, Math.min(13, Math.floor((printed.rows / Math.max(1, latest.length) - printed.row) / 2)));
  return (
    <>
      <article className={css.paper} style={{ '--row': `${padding}px` } as CSSProperties}>
        <header>
          {picture ? (
            <img className={css.paperMark} src={picture} alt="" />
          ) : (
            <span className={css.paperMark} aria-hidden="true">
              {[...clinic.name][0]}
            </span>
          )}
          <div className={css.paperClinic}>
            <b>{clinic.name}</b>
            {clinic.address && <span>{clinic.address}</span>}
            <span className={common.num}>{clinic.contact}</span>
          </div>
        </header>
        <div className={css.paperTitle}>
          <div>
            <h1>
              {CERTIFICATE_TITLE}
              <span className={common.vh}>: </span>
              <span className={css.paperPet}>{pet}</span>
            </h1>
          </div>
          <Seal animal={animal} ref={seal} />
        </div>
        <dl>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {latest.length === 0 ? (
          <p className={css.paperNone}>{NO_VACCINATIONS}</p>
        ) : (
          <Rows rows={latest} label={CERTIFICATE_TITLE} />
        )}
        {isShort && earlier.length > 0 && <Earlier rows={earlier} />}
        <footer>
          <p>
            As of <b>{paper.asOf}</b>, {paper.zone}.
          </p>
          <p>{CERTIFICATE_NOTE}</p>
        </footer>
      </article>
      {!isShort && earlier.length > 0 && (
        <article className={`${css.paper} ${css.paperMore}`} aria-label={`${EARLIER} of ${pet}`}>
          <p className={css.paperWhose}>
            {pet}, {clinic.name}
          </p>
          <Earlier rows={earlier} />
        </article>
      )}
    </>
  );
}

function Earlier({ rows }: { rows: readonly CertificateRow[] }) {
  return (
    <section>
      <h2>{EARLIER}</h2>
      <Rows rows={rows} label={EARLIER} />
    </section>
  );
}

function Rows({ rows, label }: { rows: readonly CertificateRow[]; label: string }) {
  const [, given, expires] = CERTIFICATE_COLUMNS;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {CERTIFICATE_COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-status={row.status}>
            <th scope="row">{row.vaccine}</th>
            <td data-label={given}>{row.given}</td>
            <td data-label={row.expires === NO_END ? undefined : expires}>{row.expires}</td>
            <td className={css.paperStatus}>
              <Ring status={row.status} left={row.left} />
              <em>{statusWords[row.status]}</em>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const marks: Readonly<Record<CertificateRow['status'], string>> = {
  active: 'M12.5 18.3l3.8 3.8 7.3-8',
  soon: 'M18 11.5V18l4 2.7',
  expired: 'M18 10.5v9M18 25v.01',
};

/** Shows the share of the row's time that is left as a ring around its mark; a full disc when none is left. */
function Ring({ status, left }: Pick<CertificateRow, 'status' | 'left'>) {
  return (
    <svg className={css.paperRing} viewBox="0 0 36 36" width="26" height="26" aria-hidden="true">
      {status === 'expired' ? (
        <circle cx="18" cy="18" r="15.5" fill="currentColor" stroke="none" />
      ) : (
        <>
          <circle className={css.paperBed} cx="18" cy="18" r="14" />
          <circle
            cx="18"
            cy="18"
            r="14"
            pathLength="100"
            strokeDasharray={`${Math.max(left, 1)} 100`}
            transform="rotate(-90 18 18)"
          />
        </>
      )}
      <path d={marks[status]} stroke={status === 'expired' ? '#fff' : undefined} />
    </svg>
  );
}

const turns = Array.from({ length: 36 }, (_, turn) => turn * 5);

function Seal({ animal, ref }: { animal: Animal; ref: Ref<HTMLDivElement> }) {
  return (
    <div className={css.paperSeal} aria-hidden="true" ref={ref}>
      <svg viewBox="-100 -100 200 200">
        {turns.map((turn) => (
          <ellipse key={turn} rx="96" ry="52" transform={`rotate(${turn})`} />
        ))}
      </svg>
      <div className={css.paperFace}>
        <AnimalPeek animal={animal} />
      </div>
    </div>
  );
}
