import { useState } from 'react';
import { offlineReason, selectIsOnline } from '../../../state/connection';
import type { TimeSlot } from '../../../contract/availability';
import type { MovePicker } from '../../../domain/appointment/move';
import { clinicianChoice, cliniciansOf } from '../../../domain/booking/choices';
import { pickedTime } from '../../../domain/booking/saving';
import { formatDate, zoneName } from '../../../domain/clinicTime';
import { locationOf } from '../../../domain/shop/locations';
import { Button } from '../../../ui/actions/Button';
import { ChoiceRow } from '../../../ui/choice/ChoiceRow';
import { useAnnounced } from '../../../ui/behaviour/announce';
import { DateStrip } from '../../../ui/choice/DateStrip';
import { FailedLoad } from '../../../ui/feedback/FailedLoad';
import { Notice } from '../../../ui/feedback/Notice';
import { DatesSkeleton } from '../../../ui/feedback/Skeleton';
import { TimeGrid } from '../../../ui/choice/TimeGrid';
import { createHold, extendHold } from '../../../contract/availability';
import { TooMany } from '../../../shared/clinic/TooMany';
import { bookingApi } from '../api';
import { productsQuery, providersQuery } from '../store/facts';
import { clinicianName, dateTile, NO_TIMES, offeredTimes } from '../steps/appointment/labels';
import { useOpenings } from '../steps/appointment/useOpenings';
import { useShop } from '../useBooking';
import { useMoveChoice } from './useMoveChoice';
import { useAppSelector } from '../../../state/store';
import * as common from '../../../ui/layout/common.module.css';
import * as css from '../steps/AppointmentChoice.module.css';

const ANY = 'any';
const holds = [createHold, extendHold];

/**
 * Shows the booking's dates and times for moving an appointment; its clinician is kept unless the owner changes it
 * (D-42).
 */
export function MoveTimes({ appointment, chosen, gone, onChosen, onGone, onTextUs }: MovePicker) {
  const shop = useShop();
  const isOnline = useAppSelector(selectIsOnline);
  const [item] = appointment.items;
  const products = bookingApi.useListProductsQuery(productsQuery(null));
  const providers = bookingApi.useListProvidersQuery(providersQuery);
  const product = products.data?.find(({ id }) => id === item?.metadata.productId);
  const place = appointment.location_id ? locationOf(shop, { id: appointment.location_id }) : null;
  const clinicians = product && providers.data ? cliniciansOf(product, providers.data.content, false, place) : [];
  const { isAsked, hasAny } = clinicianChoice(clinicians, shop.metadata);
  const [asked, setAsked] = useState(item?.providerId ?? ANY);
  const isOffered = asked === ANY ? hasAny : clinicians.some(({ id }) => id === asked);
  // A type that has been hidden since lists no clinicians here, so times are requested for the appointment's own
  // clinician.
  const wanted = isOffered || clinicians.length === 0 ? asked : hasAny ? ANY : clinicians[0]!.id;
  const isReady = !products.isLoading && !providers.isLoading;
  // The server knows type, location and drop-off from the appointment.
  const wish = {
    productIds: appointment.items.map(({ metadata }) => metadata.productId),
    providerIds: wanted === ANY ? clinicians.map(({ id }) => id) : [wanted],
    isDropoff: false,
    locationId: null,
    productToken: null,
    appointmentId: appointment.id,
  };
  const [date, setDate] = useState<string | null>(null);
  const found = useOpenings(isReady ? wish : null, date);
  const day = found.dates.find((each) => each.date === date) ?? found.dates[0];
  const isNone = isReady && found.dates.length === 0 && found.status === 'ready';
  useAnnounced(isNone ? NO_TIMES : '');
  const { choose, pending } = useMoveChoice({ appointment, gone, onChosen, onGone });

  const changeClinician = (id: string) => {
    setAsked(id);
    setDate(null);
    onChosen(null);
  };
  const failed = (
    <FailedLoad onRetry={found.retry} reason={isOnline ? null : offlineReason}>
      We couldn't load the open times.
    </FailedLoad>
  );
  const stateOf = ({ dateTime }: TimeSlot) => {
    if (gone.includes(dateTime)) return 'gone';
    if (pending === dateTime) return 'pending';
    return chosen?.slot.dateTime === dateTime ? 'held' : 'open';
  };
  const held = chosen && pickedTime(chosen.date, chosen.slot);
  const times = offeredTimes(day, held);
  return (
    <>
      {isAsked && (
        <div className={common.rows}>
          <ChoiceRow
            label="Clinician"
            value={wanted}
            options={[
              ...(hasAny ? [{ value: ANY, label: 'Any clinician' }] : []),
              ...clinicians.map((each) => ({ value: each.id, label: clinicianName(each) })),
            ]}
            onChange={changeClinician}
            placeholder="Choose a clinician"
          />
        </div>
      )}
      {found.dates.length === 0 && (!isReady || found.status === 'busy') && (
        <DatesSkeleton label="Looking for open times" />
      )}
      {found.status === 'failed' && failed}
      {isNone && (
        <Notice
          kind="hint"
          action={
            <Button kind="quiet" small onClick={onTextUs}>
              Text us
            </Button>
          }
        >
          {NO_TIMES}
        </Notice>
      )}
      {day && (
        <>
          <DateStrip
            label="Date"
            dates={found.dates.map(dateTile)}
            value={day.date}
            onChange={setDate}
            moreText="Load more"
            noMoreText="no more dates"
            onMore={found.more}
            more={found.status === 'busy' ? 'busy' : found.isExhausted ? 'none' : 'ready'}
          />
          <div className={css.opentimes}>
            {!isOnline && <Notice kind="hint">{offlineReason}</Notice>}
            <TooMany of={holds} />
            <TimeGrid
              label={`Times on ${formatDate(day.date)}`}
              times={times.map((time) => ({ value: time.value, label: time.label, state: stateOf(time) }))}
              onChoose={(value) => {
                const slot = times.find((time) => time.value === value);
                if (slot && isOnline) void choose(day.date, slot);
              }}
              goneText="no longer available"
              heldText="chosen"
            />
            <p className={common.note}>
              All times are in {zoneName(shop.timezone, new Date(times[0]?.dateTime ?? appointment.fromDate))}
            </p>
          </div>
        </>
      )}
    </>
  );
}
