import { useNavigate } from 'react-router-dom';
import { offlineReason, selectIsOnline } from '../../state/connection';
import { useAppointmentRecord, useCopies } from '../../api/records/records';
import { copyOf } from '../../offline/database/copies';
import { useReturn } from '../../api/records/useReturn';
import { useServerTime } from '../../state/useServerTime';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import {
  answerLine,
  CALL_LATE,
  declinedReason,
  isAnswerLate,
  isOtherwise,
  offeredTimes,
  offerOver,
} from '../../domain/appointment/answer';
import { BOOK_AGAIN, bookAgainHref } from '../../domain/appointment/again';
import { bookedEvent, isCalledOff } from '../../domain/appointment/bookedEvent';
import { CALENDAR_FILE_NAME, CALENDAR_FILE_TYPE, calendarFile } from '../../domain/appointment/calendarFile';
import { CALL_TO_CANCEL, isToCome, mayCancel, mayReschedule } from '../../domain/appointment/change';
import { DROPOFF } from '../../domain/appointment/dropoff';
import { dateInZone, formatDate, formatTime } from '../../domain/clinicTime';
import { CALL_ABOUT_DEPOSIT, depositText, toldOnCancel } from '../../domain/payment/refund';
import { mapHref } from '../../domain/shop/map';
import { savedOn } from '../../domain/savedOn';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { Button, LinkButton } from '../../ui/actions/Button';
import { Collapse } from '../../ui/layout/Collapse';
import { Facts } from '../../ui/layout/Facts';
import { CalendarPlusIcon, StethoscopeIcon, UserIcon } from '../../ui/icons/booking';
import { ChatIcon, RedoIcon } from '../../ui/icons/frame';
import { PinIcon } from '../../ui/icons/contact';
import { CardIcon } from '../../ui/icons/portal';
import { AnimalIcon } from '../../ui/icons/species';
import { Notice } from '../../ui/feedback/Notice';
import { StatusPill } from '../../ui/feedback/StatusPill';
import { AnimalPeek } from '../../ui/peek/AnimalPeek';
import { saveFile } from '../../ui/behaviour/saveFile';
import { Above, Counter, Peeks, Screen } from '../../ui/layout/Screen';
import { SavedNote } from '../../ui/feedback/SavedNote';
import { Room, RowsSkeleton } from '../../ui/feedback/Skeleton';
import { CallClinic } from './CallClinic';
import { CancelVisit } from './CancelVisit';
import { OfferedTimes } from './OfferedTimes';
import { Status } from './Status';
import { WaitlistBox, type WaitlistBoxProps } from './WaitlistBox';
import { NOT_SAVED, NOTHING_SAVED } from './texts';
import { UnreadVisit } from './UnreadVisit';
import { changeable, useViewer, useVisitAnimal } from './useVisit';
import { useAppSelector } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';
import * as screen from '../../ui/layout/Screen.module.css';
import * as css from './appointments.module.css';

/**
 * Shows one appointment: when, what, for which pet, with whom and where; where a request stands and
 * the times that are offered for it (D-424, D-425); and the actions that are possible (LIST-05 to LIST-09, CANCEL-*, D-42,
 * D-302, D-414).
 */
export function AppointmentPage({ shop, appointmentId }: { shop: Shop; appointmentId: string }) {
  const navigate = useNavigate();
  const isOnline = useAppSelector(selectIsOnline);
  const { data, savedAt, asOf, isLoading, hasFailed, isMissing, reload } = useAppointmentRecord(appointmentId);
  const [now, look] = useServerTime();
  useReturn(reload);
  const animal = useVisitAnimal(data);
  const isSaving = copyOf(useCopies() ?? {}, 'appointments', 'upcoming') !== null;
  const listHref = `/${shop.id}/appointments`;
  return (
    <Screen portal title="Appointment" onBack={() => void navigate(listHref)}>
      {data && (
        <>
          <Above>
            <Status appointment={data} now={now} />
            <Moment at={new Date(data.fromDate)} zone={shop.timezone} />
          </Above>
          <Peeks beside>
            <AnimalPeek animal={animal} />
          </Peeks>
        </>
      )}
      {isLoading && (
        <>
          <Above>
            <Room>
              <StatusPill tone="quiet" icon={null}>
                {'\u00a0'}
              </StatusPill>
              <Moment at={now} zone={shop.timezone} />
            </Room>
          </Above>
          <Peeks beside>
            <Room>
              <AnimalPeek animal={animal} />
            </Room>
          </Peeks>
        </>
      )}
      <Counter>
        <SavedNote>{savedOn(savedAt, shop.timezone, now)}</SavedNote>
        {isLoading && <RowsSkeleton label="Loading the appointment" />}
        {!data && !isLoading && hasFailed && isOnline && (
          <UnreadVisit isMissing={isMissing} listHref={listHref} onRetry={reload} />
        )}
        {!data && !isLoading && !(hasFailed && isOnline) && (
          <Notice kind="hint">{isSaving ? NOT_SAVED : NOTHING_SAVED}</Notice>
        )}
        {data && (
          <Visit appointment={data} shop={shop} now={now} look={look} asOf={asOf} reload={reload} listHref={listHref} />
        )}
      </Counter>
    </Screen>
  );
}

/** Shows date and time on a line each. */
function Moment({ at, zone }: { at: Date; zone: string }) {
  return (
    <p className={`${screen.display} ${common.num} ${css.appointmentDate}`}>
      <span className={common.nowrap}>{`${formatDate(dateInZone(at, zone))},`}</span>{' '}
      <span className={common.nowrap}>{formatTime(at, zone)}</span>
    </p>
  );
}

type VisitProps = { appointment: Appointment; shop: Shop; now: Date; look: () => Date; listHref: string };

function Visit({
  appointment,
  shop,
  now,
  look,
  asOf,
  reload,
  listHref,
}: VisitProps & Pick<WaitlistBoxProps, 'asOf' | 'reload'>) {
  const isVirtual = appointment.items.some(({ metadata }) => metadata.is_telemedicine === true);
  const addToCalendar = () => {
    const event = bookedEvent({ appointment, shop, isVirtual, origin: location.origin });
    saveFile(CALENDAR_FILE_NAME, CALENDAR_FILE_TYPE, calendarFile(event, look()));
  };
  const isOpen = isToCome(changeable(appointment), now);
  const clock = { zone: shop.timezone, today: dateInZone(now, shop.timezone), now };
  return (
    <>
      <Answer appointment={appointment} shop={shop} now={now} />
      <OfferedTimes appointment={appointment} shop={shop} now={now} />
      <What appointment={appointment} shop={shop} isVirtual={isVirtual} />
      <WaitlistBox shop={shop} appointment={appointment} now={now} asOf={asOf} reload={reload} />
      <div className={css.appointmentActions}>
        {isOpen ? (
          <>
            <Button
              kind={offeredTimes(appointment, clock) ? 'quiet' : 'filled'}
              icon={<CalendarPlusIcon />}
              onClick={addToCalendar}
            >
              Add to calendar
            </Button>
            <Changes appointment={appointment} shop={shop} now={now} look={look} listHref={listHref} />
          </>
        ) : (
          <>
            {!isBookingOff(bookingSwitches(shop.feature_settings)) && (
              <LinkButton href={bookAgainHref(shop.id, appointment)}>{BOOK_AGAIN}</LinkButton>
            )}
            {/* The calendar file of a cancelled appointment removes it from the calendar. */}
            {isCalledOff(appointment.status) && new Date(appointment.fromDate) > now && (
              <Button kind="quiet" icon={<CalendarPlusIcon />} onClick={addToCalendar}>
                Remove from calendar
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Shows by when the clinic answers a request, or what it answered and when (D-424, D-427). */
function Answer({ appointment, shop, now }: Pick<VisitProps, 'appointment' | 'shop' | 'now'>) {
  const { timezone: zone } = shop;
  const line = answerLine(appointment, { zone, today: dateInZone(now, zone), now });
  const reason = declinedReason(appointment);
  const over = offerOver(appointment, now);
  if (!line && !reason && !over) return null;
  return (
    <div className={css.appointmentAnswer}>
      {reason && <p className={css.appointmentReason}>{reason}</p>}
      {over && <p className={common.note}>{over}</p>}
      {line && <p className={`${common.note} ${common.num}`}>{line}</p>}
      {isAnswerLate(appointment, now) && <CallClinic shop={shop}>{CALL_LATE}</CallClinic>}
    </div>
  );
}

/**
 * Shows reschedule and cancel as far as the clinic's rules allow, else its phone; nothing while the owner's record
 * is loading.
 */
function Changes({ appointment, shop, now, look, listHref }: VisitProps) {
  const viewer = useViewer();
  const isOnline = useAppSelector(selectIsOnline);
  if (viewer === undefined) return null;
  const given = [changeable(appointment), viewer, shop.feature_settings] as const;
  if (!mayCancel(...given, now)) return <CallClinic shop={shop}>{CALL_TO_CANCEL}</CallClinic>;
  const address = `${listHref}/${encodeURIComponent(appointment.id)}`;
  return (
    <>
      {mayReschedule(...given, now) &&
        (isOnline ? (
          <LinkButton kind="quiet" icon={<RedoIcon />} href={`${address}/reschedule`}>
            Reschedule
          </LinkButton>
        ) : (
          <Button kind="quiet" icon={<RedoIcon />} reason={offlineReason}>
            Reschedule
          </Button>
        ))}
      <CancelVisit
        appointmentId={appointment.id}
        listHref={listHref}
        isAllowed={() => mayCancel(...given, look())}
        told={(at, named) =>
          toldOnCancel(
            appointment.deposit,
            shop.feature_settings,
            new Date(appointment.fromDate),
            at,
            named,
            isOtherwise(appointment),
          )
        }
        now={now}
        look={look}
      />
    </>
  );
}

function What({ appointment, shop, isVirtual }: { appointment: Appointment; shop: Shop; isVirtual: boolean }) {
  const animal = useVisitAnimal(appointment);
  const map = mapHref(shop);
  const address =
    shop.address &&
    (map ? (
      <a href={map} target="_blank" rel="noopener">
        {shop.address}
      </a>
    ) : (
      shop.address
    ));
  const types = appointment.items.map(({ metadata }, index) => ({
    key: `what-${index}`,
    icon: <StethoscopeIcon />,
    text: (
      <Collapse moreText="Show more" lessText="Show less">
        <b>{metadata.productName}</b>
      </Collapse>
    ),
    detail: `${metadata.productTime} min`,
  }));
  const about = appointment.items[0]?.metadata;
  const deposit = depositText(appointment.deposit);
  return (
    <Facts
      items={[
        ...types,
        ...(about?.patientName
          ? [
              {
                key: 'pet',
                icon: <AnimalIcon animal={animal} />,
                text: about.patientName,
                detail: appointment.isDropoff && DROPOFF,
              },
            ]
          : []),
        ...(about?.providerName
          ? [{ key: 'who', icon: <Face url={about.providerAvatar} />, text: about.providerName }]
          : []),
        isVirtual
          ? { key: 'where', icon: <PinIcon />, text: "We'll text you a meeting link before your appointment." }
          : { key: 'where', icon: <PinIcon />, text: address || shop.name, detail: address ? shop.name : undefined },
        ...(appointment.note
          ? [
              {
                key: 'note',
                icon: <ChatIcon />,
                text: (
                  <Collapse moreText="Show more" lessText="Show less">
                    {appointment.note}
                  </Collapse>
                ),
              },
            ]
          : []),
        ...(deposit
          ? [
              {
                key: 'deposit',
                icon: <CardIcon />,
                text: (
                  <>
                    {deposit.text}
                    {deposit.isCallDue && <CallClinic shop={shop}>{CALL_ABOUT_DEPOSIT}</CallClinic>}
                  </>
                ),
                detail: deposit.detail,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Shows the clinician's picture, where the clinic has one. */
function Face({ url }: { url: string | null }) {
  return url ? (
    <img className={css.appointmentFace} src={url} alt="" width={24} height={24} loading="lazy" />
  ) : (
    <UserIcon />
  );
}
