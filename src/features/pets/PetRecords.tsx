import { useEffect, useRef, useState } from 'react';
import { useMedications, useVaccinations, type Held } from '../../api/records/records';
import type { Patient } from '../../contract/clients';
import type { Refill } from '../../contract/pets';
import type { Shop } from '../../contract/shop';
import { dueTitle } from '../../domain/pets/due';
import { ageWords } from '../../domain/pets/fromToday';
import { isNews } from '../../domain/pets/refillsShown';
import { savedOn } from '../../domain/savedOn';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { LinkButton } from '../../ui/actions/Button';
import { ClockIcon } from '../../ui/icons/booking';
import { ShieldIcon } from '../../ui/icons/portal';
import { Link } from '../../ui/actions/Link';
import { Segments } from '../../ui/navigation/Menu';
import { Notice } from '../../ui/feedback/Notice';
import { InstallHelp } from '../../shared/install/InstallHelp';
import { WaitingRequests } from '../../shared/requests/WaitingRequests';
import { Medications } from './Medications';
import { RefillRows } from './RefillRows';
import { Vaccinations } from './Vaccinations';
import * as tap from '../../ui/actions/Tap.module.css';
import * as common from '../../ui/layout/common.module.css';
import * as css from './pets.module.css';

const tabs = [
  { value: 'vaccinations', label: 'Vaccinations' },
  { value: 'medications', label: 'Medications' },
] as const;
type Tab = (typeof tabs)[number]['value'];

export interface PetRecordsProps {
  shop: Shop;
  pet: Patient;
  /** Names of the vaccines that are due. */
  due: readonly string[];
  /** The owner's refills, of all pets. */
  refills: readonly Refill[];
  now: Date;
  /** The clinic's calendar date. */
  today: string;
}

/** Shows one pet's records (PETS-06), what is due (D-307), where its refills stand (D-424), and the link to the certificate (D-301). */
export function PetRecords({ shop, pet, due, refills, now, today }: PetRecordsProps) {
  const [tab, setTab] = useState<Tab>('vaccinations');
  const vaccinations = useVaccinations(pet.id);
  const medications = useMedications(pet.id);
  useReloadEachDay(vaccinations, today);
  const ofPet = refills.filter(({ patient_id }) => patient_id === pet.id);
  const shown = tab === 'vaccinations' ? vaccinations : medications;
  const { savedAt } = shown;
  const canBook = !isBookingOff(bookingSwitches(shop.feature_settings));
  return (
    <>
      <div className={css.petLine}>
        {savedAt === null ? (
          <p className={common.soft}>{summary(pet, today)}</p>
        ) : (
          <p className={`${common.soft} ${css.petLineSaved}`}>
            <ClockIcon size={18} />
            {savedOn(savedAt, shop.timezone, now)}
          </p>
        )}
        <Link
          className={`${tap.tap} ${tap.accent}`}
          href={`/${shop.id}/pets/${encodeURIComponent(pet.id)}/certificate`}
        >
          <ShieldIcon size={20} />
          Certificate
        </Link>
      </div>
      {due.length > 0 && (
        <Notice
          kind="due"
          title={dueTitle(due.length)}
          action={
            canBook && (
              <LinkButton small href={`/${shop.id}`}>
                Book a visit
              </LinkButton>
            )
          }
        >
          {due.join(', ')}
        </Notice>
      )}
      <WaitingRequests shop={shop} shownPet={tab === 'medications' ? pet.id : null} />
      <RefillRows refills={ofPet.filter((refill) => isNews(refill, now))} zone={shop.timezone} />
      <Segments label="Show" name="records" value={tab} options={tabs} onChange={setTab} />
      {tab === 'vaccinations' ? (
        <Vaccinations shop={shop} pet={pet} held={vaccinations} today={today} />
      ) : (
        <Medications shop={shop} pet={pet} held={medications} refills={ofPet} />
      )}
      {shown.data && shown.data.length > 0 && <InstallHelp clinicName={shop.name} />}
    </>
  );
}

/** Returns 'Beagle mix, male, 6 years', leaving out what is not known. */
const summary = ({ breed, sex, birthdate }: Patient, today: string): string =>
  [breed, sex && sex !== 'none' ? sex.toLowerCase() : null, birthdate ? ageWords(birthdate, today) : null]
    .filter(Boolean)
    .join(', ');

/**
 * Reloads vaccinations when the clinic's date changes, since the server's flags are valid for the day they were
 * read (D-10).
 */
function useReloadEachDay({ reload }: Held<unknown>, today: string): void {
  const day = useRef(today);
  useEffect(() => {
    if (day.current === today) return;
    day.current = today;
    reload();
  });
}
