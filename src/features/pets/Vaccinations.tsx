import { useState } from 'react';
import type { Held } from '../../api/records/records';
import type { Patient } from '../../contract/clients';
import type { Vaccination } from '../../contract/pets';
import type { Shop } from '../../contract/shop';
import { formatDate } from '../../domain/clinicTime';
import { dueFirst, endWords } from '../../domain/pets/due';
import { shareLeft, shownStatus, statusWords, type Look, type VaccinationStatus } from '../../domain/pets/vaccinations';
import { Button } from '../../ui/actions/Button';
import { MailIcon } from '../../ui/icons/booking';
import { EmailHistoryDialog } from './EmailHistoryDialog';
import { lookOf } from './rowsFreshness';
import { RecordList } from './RecordList';
import * as common from '../../ui/layout/common.module.css';
import * as css from './pets.module.css';

export interface VaccinationsProps {
  shop: Shop;
  pet: Patient;
  held: Held<Vaccination[]>;
  today: string;
}

/**
 * Shows a pet's vaccinations, each by shape, word and colour (VAX-01 to VAX-03, D-10), and the button to e-mail them,
 * if there are any (VAX-04).
 */
export function Vaccinations({ shop, pet, held, today }: VaccinationsProps) {
  const [isMailing, setMailing] = useState(false);
  const look = lookOf(held, today, shop.timezone);
  return (
    <>
      <RecordList
        held={{ ...held, data: held.data && dueFirst(held.data, look) }}
        what="vaccinations"
        zone={shop.timezone}
        heading={<h2 className={common.vh}>Vaccinations</h2>}
      >
        {(row) => <VaccinationRow key={row.id} row={row} look={look} />}
      </RecordList>
      {held.data && held.data.length > 0 && (
        <div className={css.recordsMore}>
          <Button kind="plain" small icon={<MailIcon size={20} />} onClick={() => setMailing(true)}>
            Email vaccination history
          </Button>
        </div>
      )}
      <EmailHistoryDialog shop={shop} pet={pet} open={isMailing} onClose={() => setMailing(false)} />
    </>
  );
}

function VaccinationRow({ row, look }: { row: Vaccination; look: Look }) {
  const status = shownStatus(row, look);
  return (
    <li className={row.expiration_date ? css.record : `${css.record} ${css.recordUndated}`} data-status={status}>
      <Ring status={status} left={shareLeft(row, look.today)} />
      <b>{row.description}</b>
      {row.expiration_date && (
        <>
          <span className={`${css.recordWhen} ${common.num}`}>
            <em>{statusWords[status]}</em> {formatDate(row.expiration_date)}
          </span>
          <span className={`${css.recordFar} ${common.num}`}>{endWords(row, look)}</span>
        </>
      )}
    </li>
  );
}

/** Shows the share of the row's time that is left as a ring around its mark; a full disc when none is left. */
function Ring({ status, left }: { status: VaccinationStatus; left: number }) {
  return (
    <svg className={css.ring} viewBox="0 0 36 36" aria-hidden="true">
      {status === 'expired' ? (
        <>
          <circle className={css.ringFull} cx="18" cy="18" r="15.5" />
          <path className={css.ringCut} d="M18 10.5v9M18 25v.01" />
        </>
      ) : (
        <>
          <circle className={css.ringBed} cx="18" cy="18" r="14" />
          <circle
            className={css.ringArc}
            cx="18"
            cy="18"
            r="14"
            pathLength="100"
            strokeDasharray={`${Math.max(left, 1)} 100`}
            transform="rotate(-90 18 18)"
          />
          <path className={css.ringMark} d={status === 'soon' ? 'M18 11.5V18l4 2.7' : 'M12.5 18.3l3.8 3.8 7.3-8'} />
        </>
      )}
    </svg>
  );
}
