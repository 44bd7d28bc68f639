import { useEffect, useState } from 'react';
import { offlineReason, selectIsOnline } from '../../api/connection';
import { failureOf } from '../../api/api';
import { useLocked } from '../../api/useLocked';
import type { Appointment } from '../../contract/appointments';
import type { TimeSlot } from '../../contract/availability';
import type { MoveTo } from '../../domain/appointment/move';
import { clinicianChoice, cliniciansOf } from '../../domain/booking/choices';
import { holdBody, pickedTime } from '../../domain/booking/saving';
import { formatDate, zoneName } from '../../domain/clinicTime';
import { isEnabled } from '../../domain/shop/settings';
import { limits } from '../../limits';
import { Button } from '../../ui/Button';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { DateStrip } from '../../ui/DateStrip';
import { Notice } from '../../ui/Notice';
import { DatesSkeleton } from '../../ui/Skeleton';
import { TimeGrid } from '../../ui/TimeGrid';
import { bookingApi } from './api';
import { productsQuery, providersQuery } from './facts';
import { isTaken } from './hold';
import { useBookingDispatch, useBookingSelector } from './root';
import { clinicianName, dateTile, offeredTimes } from './steps/appointment/labels';
import { useOpenings } from './steps/appointment/useOpenings';
import { useServerClock, useShop } from './useBooking';

export interface MoveTimesProps {
  appointment: Appointment;
  chosen: MoveTo | null;
  /** Starts that turned out to be taken. */
  gone: readonly string[];
  onChosen: (chosen: MoveTo | null) => void;
  onGone: (start: string) => void;
  onTextUs: () => void;
}

const ANY = 'any';

/** The booking's dates and times for an appointment that is to be moved, its clinician kept unless changed (D-42). */
export function MoveTimes({ appointment, chosen, gone, onChosen, onGone, onTextUs }: MoveTimesProps) {
  const shop = useShop();
  const isOnline = useBookingSelector(selectIsOnline);
  const [item] = appointment.items;
  const products = bookingApi.useListProductsQuery(productsQuery(null));
  const providers = bookingApi.useListProvidersQuery(providersQuery);
  const product = products.data?.find(({ id }) => id === item?.metadata.productId);
  const clinicians = product && providers.data ? cliniciansOf(product, providers.data.content) : [];
  const [wanted, setWanted] = useState(item?.providerId ?? ANY);
  const isKept = clinicians.some(({ id }) => id === wanted);
  const isReady = !products.isLoading && !providers.isLoading;
  // The server takes type, place and drop-off from the appointment.
  const wish = {
    productIds: appointment.items.map(({ metadata }) => metadata.productId),
    providerIds: isKept ? [wanted] : clinicians.map(({ id }) => id),
    isDropoff: false,
    locationId: null,
    productToken: null,
    appointmentId: appointment.id,
  };
  const [date, setDate] = useState<string | null>(null);
  const found = useOpenings(isReady ? wish : null, date);
  const day = found.dates.find((each) => each.date === date) ?? found.dates[0];
  const { choose, asked } = useChoice({ appointment, gone, onChosen, onGone });
  useExpiry(chosen, onChosen);

  const { isAsked } = clinicianChoice(clinicians, shop.metadata);
  const changeClinician = (id: string) => {
    setWanted(id);
    setDate(null);
    onChosen(null);
  };
  const failed = (
    <Notice kind={isOnline ? 'error' : 'hint'} action={isOnline ? <Button kind="quiet" small onClick={found.retry}>Try again</Button> : undefined}>
      {isOnline ? "We couldn't load the open times." : offlineReason}
    </Notice>
  );
  const stateOf = ({ dateTime }: TimeSlot) => {
    if (gone.includes(dateTime)) return 'gone';
    if (asked === dateTime) return 'pending';
    return chosen?.slot.dateTime === dateTime ? 'held' : 'open';
  };
  const held = chosen && pickedTime(chosen.date, chosen.slot);
  const times = offeredTimes(day, held);
  return (
    <>
      {isAsked && (
        <div className="rows">
          <ChoiceRow
            label="Clinician"
            value={isKept ? wanted : ANY}
            options={[{ value: ANY, label: 'Any clinician' }, ...clinicians.map((each) => ({ value: each.id, label: clinicianName(each) }))]}
            onChange={changeClinician}
            placeholder="Choose a clinician"
          />
        </div>
      )}
      {found.dates.length === 0 && (!isReady || found.status === 'busy') && <DatesSkeleton label="Looking for open times" />}
      {found.status === 'failed' && failed}
      {isReady && found.dates.length === 0 && found.status === 'ready' && (
        <Notice kind="hint" action={<Button kind="quiet" small onClick={onTextUs}>Text us</Button>}>
          We&apos;re sorry, there are no open times online right now for the appointment type you selected
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
          <div className="opentimes">
            {!isOnline && <Notice kind="hint">{offlineReason}</Notice>}
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
            <p className="note">All times are in {zoneName(shop.timezone, new Date(times[0]?.dateTime ?? appointment.fromDate))}</p>
          </div>
        </>
      )}
    </>
  );
}

/** Takes a tapped start, which the clinic holds where it holds times. Refused: it is struck through. No answer: nothing changes (D-60). */
function useChoice({ appointment, gone, onChosen, onGone }: Pick<MoveTimesProps, 'appointment' | 'gone' | 'onChosen' | 'onGone'>) {
  const shop = useShop();
  const dispatch = useBookingDispatch();
  const clock = useServerClock();
  const [asked, setAsked] = useState<string | null>(null);
  const [choose, isAsking] = useLocked(async (date: string, slot: TimeSlot) => {
    if (gone.includes(slot.dateTime)) return;
    if (!isEnabled(shop.feature_settings, 'hold_time_slots_enabled')) {
      onChosen({ slot, date, holdId: null, deadline: null });
      return;
    }
    setAsked(slot.dateTime);
    const metadata = appointment.items[0]?.metadata;
    const body = holdBody({
      time: pickedTime(date, slot),
      product: { id: metadata?.productId ?? '', metadata: { time: metadata?.productTime ?? 0 } },
      locationId: null,
      userId: null,
      deadline: new Date(clock() + limits.holdMs).toISOString(),
      now: new Date(clock()),
    });
    const answer = await dispatch(bookingApi.endpoints.createHold.initiate({ body: { ...body, appointment_id: appointment.id } }));
    const failure = failureOf(answer);
    if (failure && isTaken(failure)) onGone(slot.dateTime);
    if (answer.data) onChosen({ slot, date, holdId: answer.data.id, deadline: Date.parse(answer.data.expire) });
  });
  return { choose, asked: isAsking ? asked : null };
}

/** A hold that has run out is nothing to rely on: the choice goes with it. */
function useExpiry(chosen: MoveTo | null, onChosen: MoveTimesProps['onChosen']): void {
  const clock = useServerClock();
  const deadline = chosen?.deadline ?? null;
  useEffect(() => {
    if (deadline === null) return undefined;
    const timer = setTimeout(() => onChosen(null), Math.max(deadline - clock(), 0));
    return () => clearTimeout(timer);
  }, [deadline, clock, onChosen]);
}
