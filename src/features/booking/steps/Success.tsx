import { leafOf } from '../../../domain/appointment/leaf';
import { formatDateTime } from '../../../domain/clinicTime';
import { shopPhone } from '../../../domain/shop/phone';
import { splitName } from '../../../domain/validation/name';
import { LinkButton } from '../../../ui/Button';
import { Facts, Headline } from '../../../ui/Facts';
import { animalOf } from '../../../ui/animal';
import { CalendarIcon, StethoscopeIcon, UserIcon } from '../../../ui/icons/booking';
import { PhoneIcon, PinIcon } from '../../../ui/icons/frame';
import { AnimalPeek } from '../../../ui/peek/AnimalPeek';
import { Above, Counter, Peeks, Screen } from '../../../ui/Screen';
import { useBookingSelector } from '../root';
import { useBooking, useProduct } from '../useBooking';

/** Step 11: scheduled or requested, and what, when, with whom and where (DONE-01 to DONE-04, D-105). */
export function Success() {
  const { draft, shop } = useBooking();
  const booked = useBookingSelector((state) => state.booking.booked);
  const product = useProduct();
  const item = booked?.items[0];
  const firstName = splitName(draft.customer?.firstName ?? '').first.split(' ')[0] ?? '';
  const isRequest = booked ? booked.status === 'REQUESTED' : shop.metadata.isAutoAccept !== true;
  const phone = shopPhone(shop);
  const start = booked ? new Date(booked.fromDate) : null;
  const leaf = start && leafOf(start, shop.timezone);
  const details = item && [`${item.metadata.productName} for ${item.metadata.patientName}`, `${item.metadata.productTime} min`].join(', ');

  return (
    <Screen poster="brand">
      <Above>
        <h1 className="display">
          {firstName ? `Thank you, ${firstName}!` : 'Thank you!'} <span className="then">{isRequest ? 'Your appointment has been requested!' : 'Your appointment is scheduled'}</span>
        </h1>
        {isRequest && <p className="lede">We'll let you know when your appointment has been accepted</p>}
      </Above>
      <Peeks>
        <AnimalPeek animal={animalOf(draft.species?.name)} />
      </Peeks>
      <Counter>
        {start && leaf && (
          <Headline month={leaf.month} day={leaf.day} title={formatDateTime(start, shop.timezone)}>
            {details}
          </Headline>
        )}
        <Facts
          items={[
            ...(item?.metadata.providerName ? [{ key: 'who', icon: <UserIcon />, text: item.metadata.providerName }] : []),
            ...(shop.address ? [{ key: 'where', icon: <PinIcon />, text: shop.address }] : []),
            ...(product?.is_telemedicine ? [{ key: 'link', icon: <StethoscopeIcon />, text: "We'll text you a meeting link before your appointment." }] : []),
            ...(phone ? [{ key: 'phone', icon: <PhoneIcon />, text: <a className="num" href={`tel:${phone.dial}`}>{phone.shown}</a> }] : []),
          ]}
        />
        <LinkButton kind="filled" href={`/${shop.id}/appointments`} icon={<CalendarIcon />}>
          My Appointments
        </LinkButton>
      </Counter>
    </Screen>
  );
}
