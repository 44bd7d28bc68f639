import { useState } from 'react';
import type { MyClinic } from '../../contract/desk/staff';
import { dateInZone } from '../../domain/clinicTime';
import { comingAt } from '../../domain/desk/whenAt';
import { Button } from '../../ui/actions/Button';
import { announce } from '../../ui/behaviour/announce';
import { CalendarIcon } from '../../ui/icons/booking';
import { animalOf } from '../../ui/peek/animal';
import { AnimalPeek } from '../../ui/peek/AnimalPeek';
import { Sleepers } from './Sleepers';
import type { ShownInbox } from './useInbox';
import * as css from './Nothing.module.css';

export interface NothingProps {
  clinic: MyClinic;
  nextVisits: ShownInbox['nextVisits'];
  /** The server's clock, milliseconds since 1970. */
  now: number;
  /** Nothing was ever answered and nobody comes: the clinic has just begun. */
  isFirstDay: boolean;
}

/** Says that nothing waits, and who comes next; on the first day how owners find the clinic. */
export function Nothing({ clinic, nextVisits, now, isFirstDay }: NothingProps) {
  const today = dateInZone(new Date(now), clinic.timezone);
  const [told, setTold] = useState('');
  return (
    <div className={css.nothing}>
      <Sleepers className={css.sleepers} />
      <h2>Nothing waits</h2>
      <p>What owners send next appears here by itself.</p>
      {nextVisits.length > 0 && (
        <>
          <h3>Next at the door</h3>
          <ul>
            {nextVisits.map((visit) => (
              <li key={`${visit.at} ${visit.pet} ${visit.owner}`}>
                {visit.pet && (
                  <span className={css.face}>
                    <AnimalPeek animal={animalOf(visit.species ?? null)} size={48} mood="awake" />
                  </span>
                )}
                <span className={css.who}>
                  <b>{visit.pet || visit.owner}</b> {visit.pet && <span>{visit.owner}</span>}
                </span>
                <b className={css.when}>{comingAt(new Date(visit.at), clinic.timezone, today)}</b>
                <span className={css.what}>
                  <CalendarIcon size={16} />
                  {visit.what}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isFirstDay && (
        <Button kind="quiet" onClick={() => void share(clinic).then(setTold)}>
          Share your booking page
        </Button>
      )}
      {told && <p>{told}</p>}
    </div>
  );
}

/**
 * Gives the address of the clinic's booking page to the device to share, or copies it where it shares nothing. Returns
 * what is to be said of that, '' where the device has said it.
 */
async function share({ id, name }: MyClinic): Promise<string> {
  const url = new URL(`/${id}`, location.origin).href;
  if (typeof navigator.share === 'function') {
    await navigator.share({ title: name, url }).catch(() => undefined);
    return '';
  }
  const told = await navigator.clipboard.writeText(url).then(
    () => `Copied: ${url}`,
    () => url,
  );
  announce(told);
  return told;
}
