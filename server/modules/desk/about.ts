import type { Item, InboxRow } from '../../../src/contract/desk/inbox';
import { dateInZone } from '../../../src/domain/clinicTime';
import { petWords, waysWords } from '../../../src/domain/desk/words';
import { ageWords } from '../../../src/domain/pets/fromToday';
import { formatPhone } from '../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../calls/clinic';
import type { NewMessage } from '../../calls/messages';
import type { Db } from '../../db/transaction';
import { fullName } from '../messages/clinicNotice';
import { takesPush } from '../messages/pushFirst';
import { hasProved, type Owner } from '../messages/toOwner';
import { medicationsOf, vaccinationsOf } from '../pets/repository';
import type { Reading } from './kind';

/** What several kinds of items show of owners and pets. */

/** The clinic's date now. */
export const todayOf = ({ clinic, now }: Reading): string => dateInZone(now, clinic.shop.timezone);

/** An owner's name, else what they can be reached by, else 'An owner'. */
export const ownerWords = (owner: Pick<Owner, 'first_name' | 'last_name' | 'phone' | 'email'>): string =>
  fullName(owner) || phoneWords(owner.phone) || owner.email || 'An owner';

/** A phone as the clinic reads it: without the country code of its own country. */
export const phoneWords = (phone: string | null): string =>
  phone === null ? '' : phone.startsWith('+1') ? formatPhone(phone.slice(2)) : phone;

type Contacts = Pick<Item, 'phone' | 'email'>;

/** An owner's contacts, and whether a code or the clinic's own file proves them (D-401). */
export const contactsOf = (owner: Pick<Owner, 'phone' | 'email' | 'metadata'>): Contacts => ({
  phone: owner.phone === null ? null : { value: phoneWords(owner.phone), is_confirmed: hasProved(owner, 'phone') },
  email: owner.email === null ? null : { value: owner.email, is_confirmed: hasProved(owner, 'email') },
});

/** A pet of the list; null without a name. */
export const petOf = (
  clinic: Clinic,
  pet: { id: string | null; name: string | null; speciesId: string | null },
): InboxRow['pet'] =>
  pet.name === null
    ? null
    : {
        id: pet.id,
        name: pet.name,
        species: clinic.species.find(({ id }) => id === pet.speciesId)?.name ?? null,
      };

/** The pet in a line, 'Domestic shorthair cat, female, 9 years'; in place of its age that it has died. Null for none on file. */
export async function petLineOf(db: Db, reading: Reading, patientId: string | null): Promise<string | null> {
  const pet =
    patientId === null
      ? undefined
      : await db
          .selectFrom('patients')
          .select(['species_id', 'sex', 'breed', 'birthdate', 'deceased_at'])
          .where('clinic_id', '=', reading.clinic.id)
          .where('id', '=', patientId)
          .executeTakeFirst();
  if (!pet) return null;
  return petWords({
    breed: pet.breed,
    species: reading.clinic.species.find(({ id }) => id === pet.species_id)?.name ?? null,
    sex: pet.sex,
    age: pet.deceased_at ? 'has died' : pet.birthdate === null ? null : ageWords(pet.birthdate, todayOf(reading)),
  });
}

const glanceMost = 6;

/** What is worth knowing of the pet at a glance: its last visit, vaccinations and medications; null for none on file. */
export async function glanceOf(db: Db, reading: Reading, patientId: string | null): Promise<Item['glance']> {
  if (patientId === null) return null;
  const { clinic, now } = reading;
  const last = await db
    .selectFrom('appointments')
    .select(['starts_at', 'product_id', 'provider_id', 'details'])
    .where('clinic_id', '=', clinic.id)
    .where('patient_id', '=', patientId)
    .where('starts_at', '<', now)
    .where('status', 'in', ['ACCEPTED', 'CONFIRMED', 'DONE'])
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const vaccinations = await vaccinationsOf(db, clinic.id, patientId, todayOf(reading));
  const medications = await medicationsOf(db, clinic.id, patientId);
  return {
    last_visit: last
      ? {
          at: last.starts_at.toISOString(),
          what: clinic.products.find(({ id }) => id === last.product_id)?.name ?? last.details.label ?? 'a visit',
          clinician: clinicianOf(clinic, last.provider_id),
        }
      : null,
    vaccinations: vaccinations.slice(0, glanceMost).map((one) => ({
      name: one.description,
      state: one.expired ? 'expired' : one.expires_soon ? 'soon' : 'active',
      until: one.expiration_date,
    })),
    medications: medications
      .slice(0, glanceMost)
      .map(({ description, issue_date }) => ({ name: description, since: issue_date })),
  };
}

/** A clinician's name, or null. */
export const clinicianOf = (clinic: Clinic, id: string | null): string | null =>
  clinic.providers.find((one) => one.id === id)?.firstName ?? null;

/** The messages of a change as the desk shows them before it is made: the words of the shortest one, and their ways. */
export async function willReadOf(
  db: Db,
  { clinic, now }: Reading,
  clientId: string,
  messages: readonly NewMessage[],
): Promise<{ words: string; ways: string } | null> {
  const first = messages.find(({ channel }) => channel === 'sms') ?? messages[0];
  if (!first) return null;
  const hasPush = messages.some(({ push }) => Boolean(push)) && (await takesPush(db, clinic.id, clientId, now));
  return {
    words: first.text,
    ways: waysWords(
      messages.map(({ channel }) => channel),
      hasPush,
    ),
  };
}
