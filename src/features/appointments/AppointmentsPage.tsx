import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { selectIsOnline } from '../../api/connection';
import { selectOwner } from '../../api/session';
import type { Shop } from '../../contract/shop';
import { limits } from '../../limits';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Segments } from '../../ui/Menu';
import { Notice } from '../../ui/Notice';
import { Above, Counter, Screen } from '../../ui/Screen';
import { RowsSkeleton } from '../../ui/Skeleton';
import { offlineReason } from '../../api/connection';
import { AppointmentRow } from './AppointmentRow';
import { useServerTime } from './useVisit';
import { appointmentsApi } from './api';
import './appointments.css';

const tabs = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'history', label: 'Past' },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** The owner's appointments at this clinic, coming ones and past ones (LIST-01 to LIST-06, D-47, D-122). */
export function AppointmentsPage({ shop }: { shop: Shop }) {
  const [query, setQuery] = useSearchParams();
  const tab: Tab = query.get('tab') === 'history' ? 'history' : 'upcoming';
  const owner = useSelector(selectOwner);
  const isOnline = useSelector(selectIsOnline);
  const [now] = useServerTime();
  const { data, isError, isFetching, refetch } = appointmentsApi.useListAppointmentsQuery(
    { query: { user_id: owner?.id ?? '', type: tab, size: String(limits.appointmentListSize) } },
    { skip: !owner, refetchOnMountOrArgChange: true },
  );
  return (
    <Screen portal>
      <Above>
        <h1 className="display">My Appointments</h1>
      </Above>
      <Counter>
        <Segments label="Show" name="tab" value={tab} options={tabs} onChange={(chosen: Tab) => setQuery({ tab: chosen }, { replace: true })} />
        {!data && isFetching && <RowsSkeleton label="Loading appointments" />}
        {!data && isError && !isFetching && (
          <Notice kind={isOnline ? 'error' : 'hint'} action={isOnline ? <Button kind="quiet" small onClick={() => void refetch()}>Try again</Button> : undefined}>
            {isOnline ? "We couldn't load your appointments." : offlineReason}
          </Notice>
        )}
        {data && data.content.length === 0 && <EmptyState title="Nothing to see here yet!" />}
        {data && data.content.length > 0 && (
          <ul className="appointments">
            {data.content.map((appointment) => (
              <li key={appointment.id}>
                <AppointmentRow appointment={appointment} shop={shop} now={now} href={`/${shop.id}/appointments/${encodeURIComponent(appointment.id)}`} />
              </li>
            ))}
          </ul>
        )}
      </Counter>
    </Screen>
  );
}
