import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectIsOnline } from '../../state/connection';
import { useAppointmentRecords, type AppointmentTab } from '../../api/records/records';
import { useReturn } from '../../api/records/useReturn';
import { useServerTime } from '../../state/useServerTime';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { savedOn } from '../../domain/savedOn';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { useAnnouncedLoad } from '../../ui/behaviour/announce';
import { LinkButton } from '../../ui/actions/Button';
import { EmptyState } from '../../ui/feedback/EmptyState';
import { Segments } from '../../ui/navigation/Menu';
import { FailedLoad } from '../../ui/feedback/FailedLoad';
import { Notice } from '../../ui/feedback/Notice';
import { Above, Counter, Screen } from '../../ui/layout/Screen';
import { SavedNote } from '../../ui/feedback/SavedNote';
import { RowsSkeleton } from '../../ui/feedback/Skeleton';
import { InstallHelp } from '../../shared/install/InstallHelp';
import { AppointmentRow } from './AppointmentRow';
import { NOTHING_SAVED } from './texts';
import { useAppSelector } from '../../state/store';
import * as screen from '../../ui/layout/Screen.module.css';
import * as css from './appointments.module.css';

const tabs = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'history', label: 'Past' },
] as const;

/**
 * Shows the owner's coming and past appointments at this clinic; without a network, the device's
 * copies (LIST-01 to LIST-06, D-02, D-12, D-47, D-122).
 */
export function AppointmentsPage({ shop }: { shop: Shop }) {
  const navigate = useNavigate();
  const query = new URLSearchParams(useLocation().search);
  const tab: AppointmentTab = query.get('tab') === 'history' ? 'history' : 'upcoming';
  const isOnline = useAppSelector(selectIsOnline);
  const [now] = useServerTime();
  const { data, savedAt, isLoading, hasFailed, reload } = useAppointmentRecords(tab);
  useReturn();
  useReloadWhenOver(tab === 'upcoming' ? (data ?? []) : [], now, reload);
  useAnnouncedLoad(isLoading, data ? `appointments: ${data.length}` : '');
  const canBook = !isBookingOff(bookingSwitches(shop.feature_settings));
  return (
    <Screen portal>
      <Above>
        <h1 className={screen.display}>My Appointments</h1>
      </Above>
      <Counter>
        <Segments
          label="Show"
          name="tab"
          value={tab}
          options={tabs}
          onChange={(chosen: AppointmentTab) => void navigate(`?tab=${chosen}`, { replace: true })}
        />
        <div className={css.body}>
          <SavedNote>{savedOn(savedAt, shop.timezone, now)}</SavedNote>
          {isLoading && <RowsSkeleton label="Loading appointments" />}
          {hasFailed && isOnline && <FailedLoad onRetry={reload}>We couldn&apos;t load your appointments.</FailedLoad>}
          {data === undefined && !isLoading && !(hasFailed && isOnline) && <Notice kind="hint">{NOTHING_SAVED}</Notice>}
          {data?.length === 0 && savedAt === null && (
            <EmptyState
              title="Nothing to see here yet!"
              action={canBook && <LinkButton href={`/${shop.id}`}>Schedule an appointment</LinkButton>}
            />
          )}
          {data?.length === 0 && savedAt !== null && (
            <p>{tab === 'upcoming' ? 'No upcoming appointments.' : 'No past appointments.'}</p>
          )}
          {data && data.length > 0 && (
            <ul className={css.appointments}>
              {data.map((appointment) => (
                <li key={appointment.id}>
                  <AppointmentRow
                    appointment={appointment}
                    shop={shop}
                    now={now}
                    href={`/${shop.id}/appointments/${encodeURIComponent(appointment.id)}`}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        {data && data.length > 0 && <InstallHelp clinicName={shop.name} />}
      </Counter>
    </Screen>
  );
}

/** Reloads the list when an appointment begins while the list is open, since it then counts as past (STATUS-02). */
function useReloadWhenOver(appointments: readonly Appointment[], now: Date, reload: () => void): void {
  const over = appointments.filter(({ fromDate }) => new Date(fromDate) < now).length;
  const isOver = useEffectEvent(reload);
  useEffect(() => {
    if (over > 0) isOver();
  }, [over]);
}
