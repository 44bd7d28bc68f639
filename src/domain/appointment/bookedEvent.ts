import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { shopPhone } from '../shop/phone';
import type { CalendarEvent } from './calendarFile';
import { DROPOFF } from './dropoff';

type Given = {
  appointment: Appointment;
  shop: Shop;
  isVirtual: boolean;
  /** The portal's origin, such as 'https://book.example'. */ origin: string;
};

/**
 * Whether an appointment was canceled or declined, so that its calendar file removes it from the owner's calendar
 * again.
 */
export const isCalledOff = (status: string): boolean => status === 'DELETED' || status === 'DECLINED';

/** Makes the event that an owner's calendar holds of an appointment (D-302). */
export function bookedEvent({ appointment, shop, isVirtual, origin }: Given): CalendarEvent {
  const [item] = appointment.items;
  const phone = shopPhone(shop);
  const { patientName, providerName } = item!.metadata;
  const productName = appointment.items.map(({ metadata }) => metadata.productName).join(', ');
  const isRequested = appointment.status === 'REQUESTED';
  const url = `${origin}/${shop.id}/appointments/${encodeURIComponent(appointment.id)}`;
  const lines = [
    isRequested ? 'Requested: the clinic has not accepted this time yet.' : null,
    providerName ? `With ${providerName}` : null,
    isVirtual ? "We'll text you a meeting link before your appointment." : null,
    appointment.isDropoff ? DROPOFF : null,
    phone ? `${shop.name}: ${phone.shown}` : shop.name,
    url,
  ];
  return {
    appointmentId: appointment.id,
    clinicId: shop.id,
    start: new Date(appointment.fromDate),
    end: new Date(appointment.toDate),
    timezone: shop.timezone,
    standing: isCalledOff(appointment.status) ? 'canceled' : isRequested ? 'requested' : 'scheduled',
    title: `${patientName}: ${productName} at ${shop.name}`,
    location: isVirtual ? null : shop.address,
    description: lines.filter((line) => line !== null).join('\n'),
    url,
  };
}
