import type { ClientRecord } from '../../contract/clients';
import type { Shop } from '../../contract/shop';
import type { Customer } from '../../domain/booking/draft';
import type { ClientInfoValues } from '../../domain/validation/clientInfo';
import { tidyEmail } from '../../domain/validation/email';
import { splitName, tidySpaces } from '../../domain/validation/name';
import { phoneDigitsOf } from '../../domain/validation/phone';

/** A customer of whom only the contacts are known, as at the lookup. */
export const contactsOnly = (contacts: { phoneNumber: string; email: string }, shop: Pick<Shop, 'phoneCode'>): Customer => ({
  ...contacts,
  phoneCode: shop.phoneCode || '1',
  firstName: '',
  petName: '',
  patientId: null,
  sex: null,
  birthdate: null,
  clientDob: null,
  breed: null,
  breed_id: null,
  patient_color_id: null,
  patient_sex_id: null,
  address1: '',
  address2: '',
  city: '',
  state: '',
  country: 'US',
  zip: '',
  hasWellnessPlan: false,
  created_at: null,
});

/** The form's values as submitted. A chosen pet brings what the clinic knows of it (D-89). */
export function customerOf(values: ClientInfoValues, shop: Pick<Shop, 'phoneCode'>, client: ClientRecord | null): Customer {
  const pet = client?.patients.find((each) => each.id === values.patientId) ?? null;
  return {
    ...contactsOnly({ phoneNumber: phoneDigitsOf(values.phoneNumber ?? '') ?? '', email: tidyEmail(values.email ?? '') }, shop),
    firstName: tidySpaces(values.firstName),
    petName: pet?.name ?? tidySpaces(values.petName),
    patientId: pet?.id ?? null,
    sex: pet?.sex ?? null,
    birthdate: pet?.birthdate ?? null,
    breed: pet?.breed ?? null,
    breed_id: pet?.breed_id ?? null,
    patient_color_id: pet?.patient_color_id ?? null,
    patient_sex_id: pet?.patient_sex_id ?? null,
    created_at: client?.created_at ?? null,
  };
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The body of both calls that check contacts (API-32, API-33). */
export const contactsBody = (customer: Customer) => ({ email: orNull(customer.email), phone: orNull(customer.phoneNumber) });

/** The body of a code's request and check: both contacts, the phone gets the code (D-29). */
export const codeBody = (customer: Customer) => ({
  email: orNull(customer.email),
  phoneNumber: orNull(customer.phoneNumber),
  phoneCode: customer.phoneCode,
});

/** The body of clients/upsert (API-43). Address fields travel only where they were asked. */
export function upsertBody(customer: Customer, userId: string, source: 'client_info_collection' | 'verification') {
  const { first, last } = splitName(customer.firstName);
  const hasAddress = customer.address1 !== '';
  return {
    user_id: userId,
    ...contactsBody(customer),
    first_name: first,
    last_name: last,
    ...(hasAddress
      ? { address1: customer.address1, address2: customer.address2, city: customer.city, state: customer.state, country: customer.country, zip: customer.zip }
      : {}),
    source,
  };
}
