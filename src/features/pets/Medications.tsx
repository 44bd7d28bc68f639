import { useEffect, useState } from 'react';
import { useRefills, type Held } from '../../api/records/records';
import { useLocked } from '../../state/useLocked';
import { useServerTime } from '../../state/useServerTime';
import type { Patient } from '../../contract/clients';
import type { Medication, Refill } from '../../contract/pets';
import type { Shop } from '../../contract/shop';
import { dateInZone, formatDate } from '../../domain/clinicTime';
import { isUnlisted, onlyReceived, refillAnswersBy, takenOver } from '../../domain/pets/refillsShown';
import { isEnabled } from '../../domain/shop/settings';
import type { Wish } from '../../offline/outbox/entry';
import { Button } from '../../ui/actions/Button';
import { PillIcon } from '../../ui/icons/portal';
import { ask } from '../../shared/requests/sendRequest';
import { RefusedNotice, RequestRows } from '../../shared/requests/RequestRows';
import { useOutbox } from '../../shared/requests/useOutbox';
import { RecordList } from './RecordList';
import { RefillDialog } from './RefillDialog';
import { RefillRows } from './RefillRows';
import { useAppDispatch } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';
import * as css from './pets.module.css';

export interface MedicationsProps {
  shop: Shop;
  pet: Patient;
  held: Held<Medication[]>;
  /** The pet's refills. */
  refills: readonly Refill[];
}

/** Shows a pet's medications, newest first (D-118), with the refills that were requested (MED-01, D-304). */
export function Medications({ shop, pet, held, refills }: MedicationsProps) {
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Wish | null>(null);
  const { ofPet } = useOutbox();
  const [now] = useServerTime();
  const clock = { zone: shop.timezone, today: dateInZone(now, shop.timezone), now };
  const entries = ofPet(pet.id).filter(({ receipt }) => !takenOver(refills, receipt));
  const { reload } = useRefills();
  // By when the clinic answers stands with the refill itself (D-424).
  const isNew = isUnlisted(refills, entries);
  useEffect(() => {
    if (isNew) reload();
    // Once for each request that has arrived; `reload` is another function at each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNew]);
  const canAsk = isEnabled(shop.feature_settings, 'pet_portal_medication_refills_enabled');
  return (
    <>
      <RequestRows
        shop={shop}
        entries={entries}
        note={({ receipt }) =>
          refillAnswersBy(
            refills.find(({ id }) => id === receipt?.id),
            clock,
          )
        }
      />
      <RefillRows refills={onlyReceived(refills, entries)} zone={shop.timezone} />
      {refused && <Refused wish={refused} shop={shop} onRefused={setRefused} />}
      {canAsk && (
        <div className={css.medicationsAsk}>
          <Button kind="quiet" icon={<PillIcon />} onClick={() => setAsking(true)}>
            Request a refill
          </Button>
        </div>
      )}
      <RecordList
        held={held}
        what="medications"
        zone={shop.timezone}
        heading={<h2 className={held.data?.length ? css.medicationsTitle : common.vh}>Medication history</h2>}
      >
        {({ id, description, issue_date, instructions }) => (
          <li key={id} className={`${css.record} ${css.recordBare}`}>
            <b>{description}</b>
            {issue_date && <span className={`${css.recordFar} ${common.num}`}>{formatDate(issue_date)}</span>}
            {instructions && <span className={css.recordWhen}>{instructions}</span>}
          </li>
        )}
      </RecordList>
      {canAsk && (
        <RefillDialog
          key={pet.id}
          shop={shop}
          pet={pet}
          medications={held.data ?? []}
          open={isAsking}
          onClose={() => setAsking(false)}
          onRefused={setRefused}
        />
      )}
    </>
  );
}

interface RefusedProps {
  shop: Shop;
  wish: Wish;
  /** Called after another attempt: with the request if it was refused again, else with null. */
  onRefused: (wish: Wish | null) => void;
}

/** Shows a refused request with "Try again", where the browser cannot store it as a row of the outbox (D-07). */
function Refused({ shop, wish, onRefused }: RefusedProps) {
  const dispatch = useAppDispatch();
  const [again, isSending] = useLocked(async () => {
    const asked = await dispatch(ask(wish));
    onRefused(asked === 'refused' || asked === 'notSaved' ? wish : null);
  });
  return (
    <RefusedNotice
      of={wish}
      shop={shop}
      action={
        <Button kind="quiet" small busy={isSending} onClick={() => void again()}>
          Try again
        </Button>
      }
    />
  );
}
