import { statusLabel, statusTone } from '../../domain/appointment/status';
import type { Appointment } from '../../contract/appointments';
import { CheckIcon, ClockIcon } from '../../ui/icons/booking';
import { CloseIcon } from '../../ui/icons/booking';
import { StatusPill } from '../../ui/feedback/StatusPill';

const icons = {
  good: <CheckIcon size={16} />,
  waiting: <ClockIcon size={16} />,
  bad: <CloseIcon size={16} />,
  quiet: <CheckIcon size={16} />,
};

/** Shows an appointment's status (STATUS-01 to STATUS-03). */
export function Status({ appointment: { status, fromDate }, now }: { appointment: Appointment; now: Date }) {
  const start = new Date(fromDate);
  const tone = statusTone(status, start, now);
  return (
    <StatusPill tone={tone} icon={icons[tone]}>
      {statusLabel(status, start, now)}
    </StatusPill>
  );
}
