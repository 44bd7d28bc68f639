import type { Patient } from '../../contract/clients';
import type { Refill } from '../../contract/pets';
import { dateInZone } from '../../domain/clinicTime';
import { refillAnswersBy, refillLook, refillName, type RefillTone } from '../../domain/pets/refillsShown';
import { useServerTime } from '../../state/useServerTime';
import { CheckIcon, CloseIcon, HourglassIcon } from '../../ui/icons/booking';
import * as common from '../../ui/layout/common.module.css';
import * as css from './pets.module.css';

const icons: Readonly<Record<RefillTone, typeof CheckIcon>> = {
  good: CheckIcon,
  waiting: HourglassIcon,
  bad: CloseIcon,
  quiet: CheckIcon,
};

export interface RefillRowsProps {
  refills: readonly Refill[];
  /** The clinic's time zone. */
  zone: string;
  /** The pets whose names the rows tell; null where all are of the pet that is shown. */
  pets?: readonly Patient[] | null;
}

/** Shows where refills stand by the latest answer that the device knows, with its age (D-424). Nothing for none. */
export function RefillRows({ refills, zone, pets = null }: RefillRowsProps) {
  const [now] = useServerTime();
  if (refills.length === 0) return null;
  return (
    <ul className={css.refills} aria-label="Refills">
      {refills.map((refill) => {
        const { tone, says, age, reason } = refillLook(refill, now);
        const Icon = icons[tone];
        const by = refillAnswersBy(refill, { zone, today: dateInZone(now, zone), now });
        const pet = pets?.find(({ id }) => id === refill.patient_id);
        return (
          <li key={refill.id} className={css.refill} data-tone={tone}>
            <span className={css.refillMark}>
              <Icon size={20} />
            </span>
            <b>{pet ? `${refillName(refill)} for ${pet.name}` : refillName(refill)}</b>
            <p className={common.num}>
              <em>{says}</em> {age}
            </p>
            {by && <p className={common.num}>{by}</p>}
            {reason && <p className={css.refillReason}>{reason}</p>}
          </li>
        );
      })}
    </ul>
  );
}
