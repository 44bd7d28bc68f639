import { useState } from 'react';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { formatDateTime } from '../../domain/clinicTime';
import { statusLabel, statusTone } from '../../domain/appointment/status';
import { CheckIcon, ClockIcon } from '../../ui/icons/booking';
import { CloseIcon } from '../../ui/icons/frame';
import { Link } from '../../ui/Link';
import { StatusPill } from '../../ui/StatusPill';

const icons = { good: <CheckIcon size={16} />, waiting: <ClockIcon size={16} />, bad: <CloseIcon size={16} />, quiet: <CheckIcon size={16} /> };

/** When, what for which pet, with whom, and how it stands (LIST-05). */
export function AppointmentRow({ appointment, shop, href }: { appointment: Appointment; shop: Shop; href?: string | undefined }) {
  const start = new Date(appointment.fromDate);
  const item = appointment.items[0]?.metadata;
  const [now] = useState(() => new Date());
  const tone = statusTone(appointment.status, start, now);
  const words = (
    <>
      <b className="num">{formatDateTime(start, shop.timezone)}</b>
      {item && <span>{`${item.productName} for ${item.patientName}`}</span>}
      {item?.providerName && <span className="soft">{item.providerName}</span>}
      <StatusPill tone={tone} icon={icons[tone]}>{statusLabel(appointment.status, start, now)}</StatusPill>
    </>
  );
  return href ? <Link className="appointment-row" href={href}>{words}</Link> : <div className="appointment-row">{words}</div>;
}
