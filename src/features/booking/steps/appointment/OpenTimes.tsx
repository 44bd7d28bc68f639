import { useState } from 'react';
import { useLocked } from '../../../../state/useLocked';
import { offlineReason } from '../../../../state/connection';
import type { TimeSlot } from '../../../../contract/availability';
import type { Product, Provider } from '../../../../contract/catalogue';
import { cliniciansOf } from '../../../../domain/booking/choices';
import { productIdsOf } from '../../../../domain/booking/together';
import { hintsAtWaitlist, WAITLIST_HINT } from '../../../../domain/booking/waitlistHint';
import { dateInZone, formatDate, zoneName } from '../../../../domain/clinicTime';
import { Button } from '../../../../ui/actions/Button';
import { useAnnounced } from '../../../../ui/behaviour/announce';
import { DateStrip } from '../../../../ui/choice/DateStrip';
import { FailedLoad } from '../../../../ui/feedback/FailedLoad';
import { Notice } from '../../../../ui/feedback/Notice';
import { TooMany } from '../../../../shared/clinic/TooMany';
import { createHold, extendHold } from '../../../../contract/availability';
import { painted } from '../../../../ui/behaviour/painted';
import { DatesSkeleton } from '../../../../ui/feedback/Skeleton';
import { TimeGrid } from '../../../../ui/choice/TimeGrid';
import { useTextUs } from '../../outside';
import { selectLocation } from '../../store/facts';
import { pickTime } from '../../hold/hold';
import { dateChosen } from '../../store/slice';
import { useServerClock } from '../../../../state/clock';
import { useBooking } from '../../useBooking';
import { dateTile, NO_TIMES, offeredTimes } from './labels';
import { useSlotDetails } from './SlotDetails';
import { useOpenings } from './useOpenings';
import { useAppDispatch, useAppSelector } from '../../../../state/store';
import * as common from '../../../../ui/layout/common.module.css';
import * as css from '../AppointmentChoice.module.css';

/** The chosen date has none (APPT-19). */
const NO_TIMES_THAT_DAY = 'No appointments available. Please select a different date.';
const FAILED = "We couldn't load the open times.";

/** Shows dates with their openings, and the chosen day's times (APPT-11 to 16, D-53, D-58). */
export function OpenTimes({ product, providers }: { product: Product; providers: readonly Provider[] }) {
  const { draft, params, shop, isOnline } = useBooking();
  const dispatch = useAppDispatch();
  const chosen = draft.selectedProducts[0]?.provider?.id;
  const location = useAppSelector(selectLocation);
  const providerIds = chosen
    ? [chosen]
    : cliniciansOf(product, providers, draft.isDropoff, location).map((provider) => provider.id);
  const wish = {
    productIds: productIdsOf(draft),
    providerIds,
    isDropoff: draft.isDropoff,
    locationId: draft.location?.id ?? null,
    productToken: params.productToken,
  };
  const found = useOpenings(providerIds.length > 0 ? wish : null, draft.date);
  const clock = useServerClock();
  const onTextUs = useTextUs();
  useAnnounced(found.dates.length === 0 && found.status === 'ready' ? NO_TIMES : '');

  if (found.dates.length === 0) {
    if (found.status === 'busy') return <DatesSkeleton label="Looking for open times" />;
    if (found.status === 'failed')
      return (
        <FailedLoad onRetry={found.retry} reason={isOnline ? null : offlineReason}>
          {FAILED}
        </FailedLoad>
      );
    return (
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
    );
  }
  const day = found.dates.find(({ date }) => date === draft.date) ?? found.dates[0];
  const [first] = found.dates;
  const today = dateInZone(new Date(clock()), shop.timezone);
  return (
    <>
      {first && hintsAtWaitlist(shop.feature_settings, product, first.date, today) && (
        <Notice kind="hint">{WAITLIST_HINT}</Notice>
      )}
      <DateStrip
        label="Date"
        dates={found.dates.map(dateTile)}
        value={day?.date ?? null}
        onChange={(date) => dispatch(dateChosen(date))}
        moreText="Load more"
        noMoreText="no more dates"
        onMore={found.more}
        more={found.status === 'busy' ? 'busy' : found.isExhausted ? 'none' : 'ready'}
      />
      {found.status === 'failed' && (
        <FailedLoad onRetry={found.retry} reason={isOnline ? null : offlineReason}>
          {FAILED}
        </FailedLoad>
      )}
      {day && <Times date={day.date} times={offeredTimes(day, draft.time)} product={product} providers={providers} />}
    </>
  );
}

const holds = [createHold, extendHold];

function Times({
  date,
  times,
  product,
  providers,
}: {
  date: string;
  times: TimeSlot[];
  product: Product;
  providers: readonly Provider[];
}) {
  const { draft, shop, isOnline, report } = useBooking();
  const dispatch = useAppDispatch();
  const gone = useAppSelector((state) => state.booking.goneTimes);
  const details = useSlotDetails(providers);
  const [asked, setAsked] = useState<string | null>(null);
  const [pick, isPicking] = useLocked(async (slot: TimeSlot) => {
    setAsked(slot.dateTime);
    await painted();
    await dispatch(pickTime(date, slot, product));
  });

  const choose = (value: string) => {
    const slot = times.find((time) => time.value === value);
    if (!slot || !isOnline) return;
    if (slot.dateTime === draft.time?.dateTime) report('time-held');
    else void pick(slot);
  };
  const stateOf = ({ dateTime }: TimeSlot) => {
    if (gone.includes(dateTime)) return 'gone';
    if (isPicking && dateTime === asked) return 'pending';
    return dateTime === draft.time?.dateTime ? 'held' : 'open';
  };
  return (
    <div className={css.opentimes}>
      {times.every(({ dateTime }) => gone.includes(dateTime)) && <p>{NO_TIMES_THAT_DAY}</p>}
      {!isOnline && <Notice kind="hint">{offlineReason}</Notice>}
      {details.toggle}
      <TooMany of={holds} />
      <TimeGrid
        label={`Times on ${formatDate(date)}`}
        times={times.map((time) => ({
          value: time.value,
          label: time.label,
          state: stateOf(time),
          detail: details.of(time),
        }))}
        onChoose={choose}
        goneText="no longer available"
        heldText="held for you"
      />
      <p className={common.note}>
        All times are in {zoneName(shop.timezone, new Date(times[0]?.dateTime ?? `${date}T12:00:00Z`))}
      </p>
    </div>
  );
}
