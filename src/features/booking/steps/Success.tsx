import { useEffect, useState } from 'react';
import { declinedReason } from '../../../domain/appointment/answer';
import { bookedEvent, isCalledOff } from '../../../domain/appointment/bookedEvent';
import { calendarFile, CALENDAR_FILE_NAME, CALENDAR_FILE_TYPE } from '../../../domain/appointment/calendarFile';
import { DROPOFF } from '../../../domain/appointment/dropoff';
import { leafOf } from '../../../domain/appointment/leaf';
import { firstTryText } from '../../../domain/booking/firstTry';
import { thankYouPage } from '../../../domain/appointment/thankYou';
import { shownContact, usedContact } from '../../../domain/client/contacts';
import { hasWaitlist } from '../../../domain/appointment/waitlist';
import { formatDateTime } from '../../../domain/clinicTime';
import { shopPhone } from '../../../domain/shop/phone';
import { depositText } from '../../../domain/payment/refund';
import { splitName } from '../../../domain/validation/name';
import * as limits from '../../../limits';
import type { Appointment } from '../../../contract/appointments';
import type { User } from '../../../contract/auth';
import type { Draft } from '../../../domain/booking/draft';
import type { ClientRecord } from '../../../contract/clients';
import type { Shop } from '../../../contract/shop';
import { Button, LinkButton } from '../../../ui/actions/Button';
import { Announced } from '../../../ui/feedback/Announced';
import { Notice } from '../../../ui/feedback/Notice';
import { Facts, Headline, type FactItem } from '../../../ui/layout/Facts';
import { animalOf } from '../../../ui/peek/animal';
import { CalendarPlusIcon, MailIcon, StethoscopeIcon, UserIcon } from '../../../ui/icons/booking';
import { PhoneIcon, PinIcon } from '../../../ui/icons/contact';
import { CardIcon } from '../../../ui/icons/portal';
import { AnimalIcon } from '../../../ui/icons/species';
import { Link } from '../../../ui/actions/Link';
import { AnimalPeek } from '../../../ui/peek/AnimalPeek';
import { saveFile } from '../../../ui/behaviour/saveFile';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { useServerClock } from '../../../state/clock';
import { useBookedAs, useBooking, useOwner, useProduct } from '../useBooking';
import { Waitlist } from './Waitlist';
import { readBooked } from '../saving/booked';
import { useAppDispatch, useAppSelector } from '../../../state/store';
import { PushOffer } from '../../../shared/push/PushOffer';
import { PhoneLink } from '../../../shared/clinic/PhoneLink';
import * as common from '../../../ui/layout/common.module.css';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './Success.module.css';

/**
 * Step 11: shows the appointment, scheduled or requested, with what, when, with whom and where (DONE-01 to DONE-05,
 * WAIT-02, D-105, D-302).
 */
export function Success() {
  const { draft, shop, isOnline } = useBooking();
  const booked = useAppSelector((state) => state.booking.booked);
  const { owner } = useOwner();
  const product = useProduct();
  const firstName = splitName(draft.customer?.firstName ?? '').first;
  const standing = useBookedAs();
  useBookedSince();
  // Declined by the clinic, or canceled in another tab, since it was stored: there is nothing to thank for.
  const calledOff = booked && isCalledOff(booked.status) ? calledOffText(booked) : null;
  const onward = calledOff ? null : thankYouPage(shop.metadata);
  const missed = firstTryText(draft.notTaken ?? []);
  const { isStopped, stop } = useRedirect(onward, isOnline);

  if (booked && calledOff)
    return (
      <Screen name={calledOff.title}>
        <Above>
          <h1 className={screen.display}>{calledOff.title}</h1>
          {calledOff.reason && <p className={screen.lede}>{calledOff.reason}</p>}
        </Above>
        <Counter>
          <Details booked={booked} isVirtual={product?.is_telemedicine === true} />
          {calledOff.deposit && (
            <Notice kind="hint" icon={<CardIcon />}>
              {[calledOff.deposit.text, calledOff.deposit.detail].filter(Boolean).join(' ')}
            </Notice>
          )}
          <div className={css.doneActions}>
            <LinkButton href={`/${shop.id}/appointments/${encodeURIComponent(booked.id)}`}>
              See the appointment
            </LinkButton>
          </div>
        </Counter>
      </Screen>
    );
  return (
    <Screen poster="brand" name={standing ? `Appointment ${standing}` : 'Thank you'}>
      <Above>
        <h1 className={screen.display}>
          {firstName ? `Thank you, ${firstName}!` : 'Thank you!'}{' '}
          {standing && (
            <span className={screen.second}>
              {standing === 'requested' ? 'Your appointment has been requested!' : 'Your appointment is scheduled'}
            </span>
          )}
        </h1>
        {standing === 'requested' && (
          <p className={screen.lede}>We'll let you know when your appointment has been accepted</p>
        )}
      </Above>
      <Peeks>
        <AnimalPeek animal={animalOf(draft.species?.name)} />
      </Peeks>
      <Counter>
        <Details booked={booked} isVirtual={product?.is_telemedicine === true} />
        {missed && (
          <Notice kind="due" icon={<CalendarPlusIcon />}>
            {missed}
          </Notice>
        )}
        {booked && owner && hasWaitlist(shop.feature_settings, product ?? undefined) && (
          <Waitlist shop={shop} appointmentId={booked.id} onTouched={stop} />
        )}
        {booked && owner && <PushOffer onUsed={stop} />}
        <div className={css.doneActions}>
          {booked && <AddToCalendar appointment={booked} isVirtual={product?.is_telemedicine === true} onUsed={stop} />}
          <LinkButton kind={booked ? 'quiet' : 'filled'} href={`/${shop.id}/appointments`}>
            My Appointments
          </LinkButton>
          {onward && (isStopped || !isOnline) && (
            <LinkButton kind="plain" href={onward}>
              Continue
            </LinkButton>
          )}
        </div>
        {onward && !isStopped && isOnline && (
          <Announced
            className={`${common.note} ${css.doneLeaving}`}
          >{`Taking you to ${new URL(onward).hostname}…`}</Announced>
        )}
      </Counter>
    </Screen>
  );
}

/** What is said of an appointment that was called off since it was stored: the clinic's reason, and a paid deposit's fate. */
const calledOffText = (booked: Appointment) => ({
  title: booked.status === 'DECLINED' ? 'Your appointment was declined' : 'Your appointment was canceled',
  reason: declinedReason(booked),
  deposit: depositText(booked.deposit),
});

/**
 * Reads the appointment where a reload has left only its id, and anew where steps have come after it was stored: it may
 * have been called off meanwhile.
 */
function useBookedSince(): void {
  const dispatch = useAppDispatch();
  const { isOnline } = useBooking();
  const { owner } = useOwner();
  const isDue = useAppSelector(
    ({ booking: { booked, cameFrom } }) => booked === null || cameFrom === 'deposit' || cameFrom === 'insurance',
  );
  const isOwners = owner !== null;
  useEffect(() => {
    if (isDue && isOnline && isOwners) void dispatch(readBooked());
  }, [isDue, isOnline, isOwners, dispatch]);
}

type Visit = { start: string; about: string; clinician: string | null };

function visitOf({ fromDate, items }: Appointment): Visit {
  const minutes = items.reduce((sum, { metadata }) => sum + metadata.productTime, 0);
  const types = items.map(({ metadata }) => metadata.productName).join(', ');
  const { patientName, providerName } = items[0]!.metadata;
  return { start: fromDate, about: `${types} for ${patientName}, ${minutes} min`, clinician: providerName };
}

/**
 * Returns the visit as it was chosen, shown while the appointment is not loaded, as after a reload without a network;
 * null where the draft does not say it, or says something else than what was booked.
 */
function draftVisit({ time, selectedProducts, customer, notTaken }: Draft): Visit | null {
  if (time === null || customer === null || notTaken?.length) return null;
  const types = selectedProducts.flatMap(({ products }) => products.map(({ name }) => name)).join(', ');
  return {
    start: time.dateTime,
    about: `${types} for ${customer.petName}`,
    clinician: selectedProducts[0]?.provider?.firstName ?? null,
  };
}

function Details({ booked, isVirtual }: { booked: Appointment | null; isVirtual: boolean }) {
  const { draft, shop } = useBooking();
  const { owner, client } = useOwner();
  const phone = shopPhone(shop);
  const visit = booked ? visitOf(booked) : draftVisit(draft);
  const start = visit && new Date(visit.start);
  const leaf = start && leafOf(start, shop.timezone);
  return (
    <>
      {start && leaf && (
        <Headline month={leaf.month} day={leaf.day} title={formatDateTime(start, shop.timezone)}>
          {visit.about}
        </Headline>
      )}
      <Facts
        items={[
          ...(visit?.clinician ? [{ key: 'who', icon: <UserIcon />, text: visit.clinician }] : []),
          ...(isVirtual
            ? [
                {
                  key: 'link',
                  icon: <StethoscopeIcon />,
                  text: "We'll text you a meeting link before your appointment.",
                },
              ]
            : []),
          ...((booked?.isDropoff ?? draft.isDropoff)
            ? [{ key: 'dropoff', icon: <AnimalIcon animal={animalOf(draft.species?.name)} />, text: DROPOFF }]
            : []),
          ...(shop.address && !isVirtual ? [{ key: 'where', icon: <PinIcon />, text: shop.address }] : []),
          ...(owner ? reached(owner, client, shop) : []),
          ...(phone
            ? [
                {
                  key: 'phone',
                  icon: <PhoneIcon />,
                  text: <PhoneLink shop={shop} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Lists the contacts that the clinic uses for the owner, and the waiting contacts (D-402). */
function reached(owner: User, client: ClientRecord | null, shop: Shop): FactItem[] {
  const used = (['phone', 'email'] as const).flatMap((kind) => usedContact(owner, client, kind) ?? []);
  const waiting = owner.waiting?.map(shownContact) ?? [];
  return [
    {
      key: 'reached',
      icon: <MailIcon />,
      text: used.length > 0 ? `We reach you at ${used.map(shownContact).join(' and ')}` : 'We cannot reach you yet',
      detail: waiting.length > 0 && (
        <>
          {waiting.join(' and ')} {waiting.length > 1 ? 'wait for their codes' : 'waits for its code'}:{' '}
          <Link href={`/${shop.id}/account`}>confirm at My Account</Link>
        </>
      ),
    },
  ];
}

function AddToCalendar({
  appointment,
  isVirtual,
  onUsed,
}: {
  appointment: Appointment;
  isVirtual: boolean;
  onUsed: () => void;
}) {
  const { shop } = useBooking();
  const now = useServerClock();
  const add = () => {
    onUsed();
    const event = bookedEvent({ appointment, shop, isVirtual, origin: location.origin });
    saveFile(CALENDAR_FILE_NAME, CALENDAR_FILE_TYPE, calendarFile(event, new Date(now())));
  };
  return (
    <Button icon={<CalendarPlusIcon />} onClick={add}>
      Add to calendar
    </Button>
  );
}

/**
 * Goes to the clinic's own page after 3 s (DONE-05), unless the owner has begun to do something here; then a link leads
 * there. Does not go without a network or while a request is unsent (D-106).
 */
function useRedirect(onward: string | null, isOnline: boolean): { isStopped: boolean; stop: () => void } {
  const [isStopped, setStopped] = useState(false);
  useEffect(() => {
    if (onward === null || isStopped || !isOnline) return undefined;
    const timer = setTimeout(() => location.assign(onward), limits.thankYouRedirectMs);
    return () => clearTimeout(timer);
  }, [onward, isStopped, isOnline]);
  return { isStopped, stop: () => setStopped(true) };
}
