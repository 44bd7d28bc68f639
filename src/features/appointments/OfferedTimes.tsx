import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { dateInZone } from '../../domain/clinicTime';
import { offeredTimes, PICK_LATER, PICKED } from '../../domain/appointment/answer';
import { selectIsOnline } from '../../state/connection';
import { useAppSelector } from '../../state/store';
import { Button } from '../../ui/actions/Button';
import { CloudOffIcon } from '../../ui/icons/frame';
import { Notice } from '../../ui/feedback/Notice';
import { usePick } from './usePick';
import * as common from '../../ui/layout/common.module.css';
import * as css from './appointments.module.css';

export interface OfferedTimesProps {
  appointment: Appointment;
  shop: Shop;
  now: Date;
}

/**
 * Shows the times that the clinic offers for a request; one tap picks one (D-425). Without a network they are text, with
 * why. Nothing where none are offered.
 */
export function OfferedTimes({ appointment, shop, now }: OfferedTimesProps) {
  const { timezone: zone } = shop;
  const offer = offeredTimes(appointment, { zone, today: dateInZone(now, zone), now });
  const isOnline = useAppSelector(selectIsOnline);
  const { pick, picking, gone, problem, isUnheard } = usePick(appointment.id, offer?.times.length ?? 0);
  if (!offer) return isUnheard && appointment.status === 'ACCEPTED' ? <Notice kind="hint">{PICKED}</Notice> : null;
  return (
    <section className={css.offer} aria-label={offer.says}>
      <h2>{offer.says}</h2>
      <p className={common.note}>{offer.until}</p>
      {problem && isOnline && <Notice kind="error">{problem}</Notice>}
      <ul>
        {offer.times.map(({ id, when, clinician }) => {
          const label = (
            <>
              {when} {clinician && <span className={css.offerWho}>{clinician}</span>}
            </>
          );
          return (
            <li key={id} className={common.num}>
              {gone.includes(id) ? (
                <s>{label}</s>
              ) : isOnline ? (
                <Button kind="quiet" busy={picking === id} onClick={() => pick(id)}>
                  {label}
                </Button>
              ) : (
                <b>{label}</b>
              )}
            </li>
          );
        })}
      </ul>
      {!isOnline && (
        <p className={`${common.note} ${css.offerOff}`}>
          <CloudOffIcon size={18} />
          {PICK_LATER}
        </p>
      )}
    </section>
  );
}
