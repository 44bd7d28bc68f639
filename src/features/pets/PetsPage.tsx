import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectGapAt, selectIsOnline } from '../../state/connection';
import { loadRecords, useAppointmentRecords, useClientRecord, useRefills } from '../../api/records/records';
import { useReturn } from '../../api/records/useReturn';
import { selectOwner, selectReader } from '../../state/session';
import { selectCanSave } from '../../state/storageHealth';
import { useServerTime } from '../../state/useServerTime';
import type { ClientRecord } from '../../contract/clients';
import type { Shop } from '../../contract/shop';
import { dateInZone } from '../../domain/clinicTime';
import { isNews } from '../../domain/pets/refillsShown';
import { savedOn } from '../../domain/savedOn';
import { bookingSwitches, isBookingOff, isEnabled } from '../../domain/shop/settings';
import { activePets } from '../../domain/validation/clientInfo';
import { splitName } from '../../domain/validation/name';
import { LinkButton } from '../../ui/actions/Button';
import { EmptyState } from '../../ui/feedback/EmptyState';
import { FailedLoad } from '../../ui/feedback/FailedLoad';
import { Notice } from '../../ui/feedback/Notice';
import { SavedNote } from '../../ui/feedback/SavedNote';
import { Above, Counter, Screen } from '../../ui/layout/Screen';
import { RowsSkeleton } from '../../ui/feedback/Skeleton';
import { WaitingRequests } from '../../shared/requests/WaitingRequests';
import { PetPicker } from './PetPicker';
import { PetRecords } from './PetRecords';
import { RefillRows } from './RefillRows';
import { NOTHING_SAVED } from './texts';
import { useDuePets } from './useDuePets';
import { useAppDispatch, useAppSelector } from '../../state/store';
import { ContactButtons } from '../../shared/clinic/ContactButtons';
import { PhoneLink } from '../../shared/clinic/PhoneLink';
import * as screen from '../../ui/layout/Screen.module.css';
import * as css from './pets.module.css';

export interface PetsPageProps {
  shop: Shop;
  onTextUs: () => void;
}

/** Shows the owner's pets and their records (PETS-01 to PETS-09, D-22, D-120). */
export function PetsPage({ shop, onTextUs }: PetsPageProps) {
  return isEnabled(shop.feature_settings, 'pet_portal_enabled') ? (
    <Records shop={shop} />
  ) : (
    <NoPortal shop={shop} onTextUs={onTextUs} />
  );
}

/** Shows the clinic's phone and text-us, where the clinic has no portal (D-33). */
function NoPortal({ shop, onTextUs }: PetsPageProps) {
  return (
    <Screen portal>
      <Above>
        <h1 className={screen.display}>My Pets</h1>
      </Above>
      <Counter>
        <p>{`Please contact ${shop.name} about your pets' records.`}</p>
        <ContactButtons shop={shop} textUs="Text us" onTextUs={onTextUs} />
      </Counter>
    </Screen>
  );
}

function Records({ shop }: { shop: Shop }) {
  const dispatch = useAppDispatch();
  const reader = useAppSelector(selectReader);
  const owner = useAppSelector(selectOwner);
  const isOnline = useAppSelector(selectIsOnline);
  const gapAt = useAppSelector(selectGapAt);
  const canSave = useAppSelector(selectCanSave);
  const navigate = useNavigate();
  const query = new URLSearchParams(useLocation().search);
  const { data, savedAt, isLoading, hasFailed, reload } = useClientRecord();
  const appointments = useAppointmentRecords('upcoming').data;
  const [now] = useServerTime();
  const today = dateInZone(now, shop.timezone);
  const pets = useMemo(() => activePets(data ?? null), [data]);
  const pet = pets.length === 1 ? pets[0] : pets.find(({ id }) => id === query.get('pet'));
  const refills = useRefills().data ?? [];
  const ofPets = refills.filter((refill) => isNews(refill, now) && pets.some(({ id }) => id === refill.patient_id));
  const due = useDuePets(pets, pet?.id, appointments, now, today, shop.timezone);
  // Loads every pet's rows, so that all are saved on the device, not only the opened pet's (D-02).
  useEffect(() => {
    if (isOnline) void dispatch(loadRecords());
  }, [isOnline, gapAt, owner?.id, dispatch]);
  useReturn();
  const choose = (id: string) => {
    query.set('pet', id);
    void navigate(`?${query}`, { replace: true });
  };
  return (
    <Screen portal name="My Pets">
      <Above>
        <h1 className={screen.display}>{greeting(data, reader?.firstName ?? '', shop.name)}</h1>
      </Above>
      <Counter pets={pets.length > 0}>
        {pets.length > 0 && <PetPicker pets={pets} chosen={pet?.id ?? null} due={due} onChoose={choose} />}
        {isLoading && <RowsSkeleton label="Loading your pets" />}
        {hasFailed && isOnline && <FailedLoad onRetry={reload}>We couldn't load your pets.</FailedLoad>}
        {data === undefined && !isLoading && !(hasFailed && isOnline) && <Notice kind="hint">{NOTHING_SAVED}</Notice>}
        {!canSave && (
          <Notice kind="hint">This browser can't save records. They are shown only while you're online.</Notice>
        )}
        {data !== undefined && pets.length === 0 && <NoPets shop={shop} saved={savedOn(savedAt, shop.timezone, now)} />}
        {pets.length > 0 && !pet && <SavedNote>{savedOn(savedAt, shop.timezone, now)}</SavedNote>}
        {!pet && <WaitingRequests shop={shop} />}
        {!pet && <RefillRows refills={ofPets} zone={shop.timezone} pets={pets} />}
        {pets.length > 0 && !pet && <p className={css.hint}>Select a pet above to see details!</p>}
        {pet && (
          <PetRecords
            key={pet.id}
            shop={shop}
            pet={pet}
            due={due.get(pet.id) ?? []}
            refills={refills}
            now={now}
            today={today}
          />
        )}
      </Counter>
    </Screen>
  );
}

/**
 * Returns the greeting, with the name in the clinic's record; until that is loaded, with the
 * account's (PETS-01, PETS-02).
 */
function greeting(client: ClientRecord | null | undefined, fullName: string, clinic: string): string {
  const firstName = client?.first_name ?? (client === undefined ? splitName(fullName).first : '');
  return firstName ? `Hello, ${firstName}!` : `Hello! Schedule an appointment with ${clinic} to get started.`;
}

function NoPets({ shop, saved }: { shop: Shop; saved: string | null }) {
  const canBook = !isBookingOff(bookingSwitches(shop.feature_settings));
  return (
    <EmptyState
      title={
        <>
          You currently have no active pets at {shop.name}. Please give us a call at <PhoneLink shop={shop} mark="," />{' '}
          or schedule an appointment using the button below.
        </>
      }
      action={canBook && <LinkButton href={`/${shop.id}`}>Schedule an appointment</LinkButton>}
    >
      {saved}
    </EmptyState>
  );
}
