import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { BOOK_AGAIN, bookAgainHref } from '../../domain/appointment/again';
import { isToCome } from '../../domain/appointment/change';
import { leafOf } from '../../domain/appointment/leaf';
import { statusTone } from '../../domain/appointment/status';
import { formatDateTime, formatTime } from '../../domain/clinicTime';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { LinkButton } from '../../ui/Button';
import { Leaf } from '../../ui/Facts';
import { Link } from '../../ui/Link';
import { Status } from './Status';
import { changeable } from './useVisit';

/** When, what for which pet, with whom, and how it stands unless it is settled; past and called-off ones can be booked again (LIST-05, LIST-06). */
export function AppointmentRow({ appointment, shop, href, now }: { appointment: Appointment; shop: Shop; href: string; now: Date }) {
  const start = new Date(appointment.fromDate);
  const item = appointment.items[0]?.metadata;
  const isOver = !isToCome(changeable(appointment), now);
  const isSettled = statusTone(appointment.status, start, now) === 'good';
  return (
    <>
      <Link className="appointment" href={href}>
        <Leaf {...leafOf(start, shop.timezone)} />
        <span className="appointment__what">
          <b>{appointment.items.map(({ metadata }) => metadata.productName).join(', ')}</b>
          <span className="note appointment__who">
            {item?.providerAvatar && <img className="appointment__face" src={item.providerAvatar} alt="" width={20} height={20} loading="lazy" />}
            {[item?.patientName, item?.providerName].filter(Boolean).join(', ')}
          </span>
          {!isSettled && <Status appointment={appointment} now={now} />}
        </span>
        <time className="appointment__when num" dateTime={appointment.fromDate}>
          <span className="vh">{formatDateTime(start, shop.timezone)}</span>
          <span aria-hidden="true">{formatTime(start, shop.timezone)}</span>
        </time>
      </Link>
      {isOver && !isBookingOff(bookingSwitches(shop.feature_settings)) && (
        <div className="appointment__again">
          <LinkButton kind="quiet" small href={bookAgainHref(shop.id, appointment)}>{BOOK_AGAIN}</LinkButton>
        </div>
      )}
    </>
  );
}
