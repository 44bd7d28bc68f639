import type { ClientRecord } from '../../../contract/clients';
import type { Shop } from '../../../contract/shop';
import type { Input } from '../../../contract/endpoint';
import type { updateProfile, User } from '../../../contract/auth';
import type { Customer } from '../../../domain/booking/draft';
import { isUsed } from '../../../domain/client/contacts';
import { demographicsSent, type SpeciesLists } from '../../../domain/pets/demographics';
import type { ClientInfoSettings, ClientInfoValues } from '../../../domain/validation/clientInfo';
import { tidyEmail } from '../../../domain/validation/email';
import { splitName, tidySpaces } from '../../../domain/validation/name';
import { ownPhone, phoneSent } from '../../../domain/validation/phone';

/** Makes a customer of contacts alone, as the lookup needs it. */
export const contactsOnly = (
  contacts: { phoneNumber: string; email: string },
  shop: Pick<Shop, 'phoneCode'>,
): Customer => ({
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
  hasWellnessPlan: null,
  created_at: null,
});

/** Makes a customer from the submitted form. A pet on file has the clinic's spelling of its name (D-89). */
export function customerOf(
  said: ClientInfoValues,
  shop: Pick<Shop, 'phoneCode'>,
  known: { client: ClientRecord | null; settings: Pick<ClientInfoSettings, 'isWellnessAsked'>; lists: SpeciesLists },
): Customer {
  const { client, settings, lists } = known;
  const pet = client?.patients.find((each) => each.id === said.patientId) ?? null;
  const { address1, address2, city, state, zip } = said;
  return {
    ...contactsOnly(
      { phoneNumber: phoneSent(said.phoneNumber ?? '', shop.phoneCode), email: tidyEmail(said.email ?? '') },
      shop,
    ),
    firstName: tidySpaces(said.firstName),
    ...tidied({ address1, address2, city, state, zip }),
    clientDob: said.clientDob || null,
    petName: pet?.name ?? tidySpaces(said.petName),
    patientId: pet?.id ?? null,
    ...demographicsSent(said, lists),
    hasWellnessPlan: settings.isWellnessAsked ? said.hasWellnessPlan === true : null,
    created_at: client?.created_at ?? null,
  };
}

const tidied = <K extends string>(fields: Record<K, string | undefined>): Record<K, string> =>
  Object.fromEntries(
    Object.entries<string | undefined>(fields).map(([name, text]) => [name, tidySpaces(text ?? '')]),
  ) as Record<K, string>;

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Makes the body of both calls that check contacts (API-32, API-33). */
export const contactsBody = (customer: Customer) => ({
  email: orNull(customer.email),
  phone: orNull(customer.phoneNumber),
});

/** Makes the body of a code's request and check: both contacts are in it, the phone gets the code (D-29). */
export const codeBody = (customer: Customer) => ({
  email: orNull(customer.email),
  phoneNumber: orNull(customer.phoneNumber),
  phoneCode: customer.phoneCode,
});

/**
 * Returns the profile's fields that the form has changed, null for none. A contact that is
 * empty or already in use is not sent (INFO-21, D-88, D-402).
 */
export function profileChange(
  owner: User,
  client: ClientRecord | null,
  customer: Customer,
): Input<typeof updateProfile>['body'] | null {
  const { firstName, email, phoneCode, phoneNumber } = customer;
  const change = {
    ...(firstName !== (owner.firstName ?? '') && { firstName }),
    ...(email !== '' &&
      !isUsed(owner, client, 'email', customer) &&
      email.toLowerCase() !== owner.email?.toLowerCase() && { email }),
    ...(phoneNumber !== '' &&
      !isUsed(owner, client, 'phone', customer) &&
      phoneNumber !== ownPhone(owner, phoneCode) && { phoneCode, phoneNumber }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/**
 * Makes the body of clients/upsert (API-43). Address fields are included only where they were asked for and filled in.
 */
export function upsertBody(customer: Customer, userId: string, source: 'client_info_collection' | 'verification') {
  const { first, last } = splitName(customer.firstName);
  const { address1, address2, city, state, country, zip } = customer;
  const hasAddress = [address1, address2, city, state, zip].some((part) => part !== '');
  return {
    user_id: userId,
    ...contactsBody(customer),
    first_name: first,
    last_name: last,
    ...(hasAddress ? { address1, address2, city, state, country, zip } : {}),
    source,
  };
}
