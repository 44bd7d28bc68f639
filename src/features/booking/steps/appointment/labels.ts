import type { DateSlot, TimeSlot } from '../../../../contract/availability';
import type { Product, Provider } from '../../../../contract/catalogue';
import type { Shop } from '../../../../contract/shop';
import type { PickedTime } from '../../../../domain/booking/draft';
import { formatDate, formatMonth } from '../../../../domain/clinicTime';
import { formatMoney } from '../../../../domain/shop/money';
import type { DateTile } from '../../../../ui/choice/DateStrip';
import { minuteOfLabel } from '../../../../domain/minuteOfDay';

/** The type has no open times at all (APPT-20). */
export const NO_TIMES = "We're sorry, there are no open times online right now for the appointment type you selected";

/** Returns duration and price, '30 min, $68.00', as far as the clinic shows them (APPT-03, D-70); '' for neither. */
export function productFacts(product: Product, { metadata }: Pick<Shop, 'metadata'>): string {
  const parts: string[] = [];
  if (metadata.isBookingShowProductDuration) parts.push(`${product.metadata.time} min`);
  const { cost } = product.metadata;
  if (metadata.isBookingShowProductPrice && typeof cost === 'number') parts.push(formatMoney(cost));
  return parts.join(', ');
}

export const clinicianName = (provider: Provider): string =>
  [provider.firstName, provider.lastName].filter(Boolean).join(' ');

/** Returns the word after a number of openings (APPT-11, D-70). */
export const openings = (count: number): string => (count === 1 ? 'opening' : 'openings');

/** Describes a day as a tile of the date strip. */
export function dateTile({ date, available, times }: DateSlot): DateTile {
  const [weekday = ''] = formatDate(date).split(' ');
  const unit = openings(available);
  return {
    value: date,
    weekday,
    day: String(Number(date.slice(8))),
    heading: formatMonth(date),
    label: `${formatDate(date)}, ${available} ${unit}`,
    count: available,
    unit,
    minutes: times.filter((time) => time.enabled).map(({ label }) => minuteOfLabel(label)),
  };
}

/** Returns the day's open starts including the owner's held one, which the clinic's list may omit. */
export function offeredTimes(day: DateSlot | undefined, held: PickedTime | null): TimeSlot[] {
  const open = (day?.times ?? []).filter((time) => time.enabled);
  if (!day || held?.date !== day.date || open.some((time) => time.dateTime === held.dateTime)) return open;
  const { date: _, dateTimeLabel: label, dateTimeProviderId: provider_id, roomId: room_id, ...rest } = held;
  const own: TimeSlot = { ...rest, label, value: held.dateTime, enabled: true, provider_id, room_id };
  return [...open, own].sort((a, b) => a.dateTime.localeCompare(b.dateTime));
}
