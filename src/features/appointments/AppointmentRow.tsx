import { useState } from 'react';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { leafOf } from '../../domain/appointment/leaf';
import { statusLabel, statusTone } from '../../domain/appointment/status';
import { formatDateTime, formatTime } from '../../domain/clinicTime';
import { Leaf } from '../../ui/Facts';
import { CheckIcon, ClockIcon } from '../../ui/icons/booking';
import { CloseIcon } from '../../ui/icons/frame';
import { Link } from '../../ui/Link';
import { StatusPill } from '../../ui/StatusPill';

const icons = { good: <CheckIcon size={16} />, waiting: <ClockIcon size={16} />, bad: <CloseIcon size={16} />, quiet: <CheckIcon size={16} /> };

/** When, what for which pet, with whom, and how it stands (LIST-05). */
export function AppointmentRow({ appointment, shop, href }: { appointment: Appointment; shop: Shop; href?: string | undefined }) {
  const [now] = useState(() => new Date());
  const start = new Date(appointment.fromDate);
  const item = appointment.items[0]?.metadata;
  const tone = statusTone(appointment.status, start, now);
  const words = (
    <>
      <Leaf {...leafOf(start, shop.timezone)} />
      <span className="appointment__what">
        <b>{item?.productName}</b>
        <span className="note">{[item?.patientName, item?.providerName].filter(Boolean).join(', ')}</span>
        <StatusPill tone={tone} icon={icons[tone]}>{statusLabel(appointment.status, start, now)}</StatusPill>
      </span>
      <time className="appointment__when num" dateTime={appointment.fromDate}>
        <span className="vh">{formatDateTime(start, shop.timezone)}</span>
        <span aria-hidden="true">{formatTime(start, shop.timezone)}</span>
      </time>
    </>
  );
  return href ? <Link className="appointment" href={href}>{words}</Link> : <div className="appointment">{words}</div>;
}
