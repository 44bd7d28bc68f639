import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { offlineReason, selectIsOnline } from '../../api/connection';
import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Counter, Screen } from '../../ui/Screen';
import { RowsSkeleton } from '../../ui/Skeleton';
import { AppointmentRow } from './AppointmentRow';
import { appointmentsApi } from './api';
import './appointments.css';

/** One appointment. Cancelling is by phone (LIST-08). */
export function AppointmentPage({ shop }: { shop: Shop }) {
  const { appointmentId = '' } = useParams();
  const navigate = useNavigate();
  const isOnline = useSelector(selectIsOnline);
  const { data, isError, isFetching, refetch } = appointmentsApi.useOneAppointmentQuery({ params: { id: appointmentId } });
  const phone = shopPhone(shop);
  const [now] = useState(() => new Date());
  const isOpen = data && new Date(data.fromDate) > now && data.status !== 'DECLINED' && data.status !== 'DELETED';
  return (
    <Screen portal title="Appointment" onBack={() => void navigate(`/${shop.id}/appointments`)}>
      <Counter>
        {!data && isFetching && <RowsSkeleton label="Loading the appointment" />}
        {isError && !isFetching && (
          <Notice kind={isOnline ? 'error' : 'hint'} action={isOnline ? <Button kind="quiet" small onClick={() => void refetch()}>Try again</Button> : undefined}>
            {isOnline ? "We couldn't load this appointment." : offlineReason}
          </Notice>
        )}
        {data && <AppointmentRow appointment={data} shop={shop} />}
        {isOpen && phone && (
          <p>
            If you need to cancel your appointment, please call us at: <a className="num nowrap" href={`tel:${phone.dial}`}>{phone.shown}</a>
          </p>
        )}
      </Counter>
    </Screen>
  );
}
