import { offlineReason } from '../../../state/connection';
import { useWhenBack } from '../../../state/useWhenBack';
import * as limits from '../../../limits';
import { FailedLoad } from '../../../ui/feedback/FailedLoad';
import { DogPeek } from '../../../ui/peek/DogPeek';
import { PickList } from '../../../ui/choice/PickList';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { RowsSkeleton } from '../../../ui/feedback/Skeleton';
import { bookingApi } from '../api';
import { locationChosen } from '../store/slice';
import { useBack, useBooking } from '../useBooking';
import { CallButtons } from './CallClinic';
import { useAppDispatch } from '../../../state/store';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './LocationChoice.module.css';

/** Step 3: asks for the location (LOC-01 to LOC-05, D-57). */
export function LocationChoice() {
  return (
    <Screen onBack={useBack()}>
      <Above>
        <h1 className={screen.display}>At which location do you want to schedule your pet's appointment?</h1>
      </Above>
      <Peeks>
        <DogPeek size={104} />
      </Peeks>
      <Counter>
        <Locations />
      </Counter>
    </Screen>
  );
}

function Locations() {
  const { draft, shop, isOnline, report } = useBooking();
  const dispatch = useAppDispatch();
  const { data: locations, isError, isFetching, refetch } = bookingApi.useListLocationsQuery({});
  useWhenBack(isOnline, () => {
    if (isError) void refetch();
  });

  if (!locations) {
    if (!isError || isFetching) return <RowsSkeleton label="Loading locations" />;
    return (
      <FailedLoad onRetry={() => void refetch()} reason={isOnline ? null : offlineReason}>
        We couldn't load the locations.
      </FailedLoad>
    );
  }
  if (locations.length === 0) {
    return (
      <>
        <p className={css.none}>{`No locations found. Please contact ${shop.name} to book an appointment.`}</p>
        <CallButtons />
      </>
    );
  }
  const choose = (id: string) => {
    const location = locations.find((each) => each.id === id);
    if (!location) return;
    dispatch(locationChosen({ id: location.id, name: location.name }));
    report('location-chosen');
  };
  return (
    <PickList
      label="Locations"
      items={locations.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={draft.location?.id}
      onChoose={choose}
      cueFrom={limits.locationScrollCue}
    />
  );
}
