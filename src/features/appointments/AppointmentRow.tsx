import { useId } from 'react';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { BOOK_AGAIN, bookAgainHref } from '../../domain/appointment/again';
import { answerLine, declinedReason } from '../../domain/appointment/answer';
import { isToCome } from '../../domain/appointment/change';
import { DROPOFF_SHORT } from '../../domain/appointment/dropoff';
import { leafOf } from '../../domain/appointment/leaf';
import { statusTone } from '../../domain/appointment/status';
import { dateInZone, formatDateTime, formatTime } from '../../domain/clinicTime';
import { depositText } from '../../domain/payment/refund';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { LinkButton } from '../../ui/actions/Button';
import { Collapse } from '../../ui/layout/Collapse';
import { Leaf } from '../../ui/layout/Facts';
import { Link } from '../../ui/actions/Link';
import { OfferedTimes } from './OfferedTimes';
import { Status } from './Status';
import { changeable } from './useVisit';
import * as common from '../../ui/layout/common.module.css';
import * as css from './appointments.module.css';

/**
 * Shows when, what, for which pet and with whom, and the status unless it is the usual one, with the clinic's answer
 * and the times that it offers (D-424, D-425); past and cancelled appointments can be booked again (LIST-05, LIST-06,
 * LIST-09).
 */
export function AppointmentRow({
  appointment,
  shop,
  href,
  now,
}: {
  appointment: Appointment;
  shop: Shop;
  href: string;
  now: Date;
}) {
  const id = useId();
  const start = new Date(appointment.fromDate);
  const item = appointment.items[0]?.metadata;
  const isOver = !isToCome(changeable(appointment), now);
  const { timezone: zone } = shop;
  const line = answerLine(appointment, { zone, today: dateInZone(now, zone), now });
  const reason = declinedReason(appointment);
  // Read here by who has just canceled; past ones are quiet about it.
  const money = start > now ? depositText(appointment.deposit) : null;
  const isSettled = statusTone(appointment.status, start, now) === 'good';
  return (
    <>
      <div className={css.appointment}>
        <Leaf {...leafOf(start, shop.timezone)} />
        <div className={css.appointmentWhat}>
          <Collapse moreText="Show more" lessText="Show less">
            {/* The link covers the whole row (appointments.css), and the row's text is its accessible name. */}
            <Link className={css.appointmentLink} href={href} aria-labelledby={`${id}what ${id}who ${id}when`}>
              <b id={`${id}what`}>{appointment.items.map(({ metadata }) => metadata.productName).join(', ')}</b>
            </Link>
          </Collapse>
          <span className={`${common.note} ${css.appointmentWho}`}>
            {item?.providerAvatar && (
              <img
                className={css.appointmentFace}
                src={item.providerAvatar}
                alt=""
                width={20}
                height={20}
                loading="lazy"
              />
            )}
            <span id={`${id}who`}>
              {[item?.patientName, item?.providerName, appointment.isDropoff && DROPOFF_SHORT]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          {!isSettled && <Status appointment={appointment} now={now} />}
          {reason && <span className={css.appointmentReason}>{reason}</span>}
          {money && <span className={`${common.note} ${common.num}`}>{money.text}</span>}
          {line && <span className={`${common.note} ${common.num}`}>{line}</span>}
        </div>
        <time className={`${css.appointmentWhen} ${common.num}`} dateTime={appointment.fromDate}>
          <span className={common.vh} id={`${id}when`}>
            {formatDateTime(start, shop.timezone)}
          </span>
          <span aria-hidden="true">{formatTime(start, shop.timezone)}</span>
        </time>
      </div>
      <OfferedTimes appointment={appointment} shop={shop} now={now} />
      {isOver && !isBookingOff(bookingSwitches(shop.feature_settings)) && (
        <div className={css.appointmentAgain}>
          <LinkButton kind="quiet" small href={bookAgainHref(shop.id, appointment)}>
            {BOOK_AGAIN}
          </LinkButton>
        </div>
      )}
    </>
  );
}
