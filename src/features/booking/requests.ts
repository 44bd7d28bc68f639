import type { CreateAppointment } from '../../contract/appointments';
import type { Product } from '../../contract/catalogue';
import type { ClientRecord } from '../../contract/clients';
import type { Shop } from '../../contract/shop';
import { CUSTOMER_SITE } from '../../contract/appointments';
import type { Customer, Draft } from '../../domain/booking/draft';
import type { ClientInfoValues } from '../../domain/validation/clientInfo';
import { tidyEmail } from '../../domain/validation/email';
import { splitName, tidySpaces } from '../../domain/validation/name';
import { sanitiseNote } from '../../domain/validation/note';
import { phoneDigitsOf } from '../../domain/validation/phone';
import { isEnabled } from '../../domain/shop/settings';

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

export type SaveContext = { shop: Shop; product: Product; userId: string; isReturning: boolean; productToken: string | null };

/** The create call's body (API-38, SAVE-01, SAVE-02, SAVE-05, D-65, D-66, D-128); null while the draft lacks what it needs. */
export function createBody(draft: Draft, { shop, product, userId, isReturning, productToken }: SaveContext): CreateAppointment | null {
  const { time, species, customer } = draft;
  const group = draft.selectedProducts[0];
  if (!time || !species || !customer || !group) return null;
  const { date: _, dateTime, dateTimeLabel: __, dateTimeProviderId, roomId, ...segments } = time;
  return {
    source: CUSTOMER_SITE,
    products: [{ id: product.id, anyone: group.provider === null, providerId: dateTimeProviderId, label: product.name }],
    userId,
    isReminderSMS: draft.allowRemind,
    isReminderEmail: draft.allowRemind,
    isSendConfirmation: draft.allowRemind,
    isReturningClient: isReturning,
    roomId,
    date: dateTime,
    ...segments,
    location_id: draft.location?.id ?? null,
    note: noteOf(draft, shop),
    isDropoff: draft.isDropoff,
    speciesId: species.id,
    speciesName: species.name,
    patientName: customer.petName,
    sex: customer.sex,
    birthdate: customer.birthdate,
    client_dob: customer.clientDob,
    breed: customer.breed,
    breed_id: customer.breed_id,
    patient_color_id: customer.patient_color_id,
    patient_sex_id: customer.patient_sex_id,
    ignoreOverlap: ignoresOverlap(shop, draft),
    confirmed_keyword_action: draft.confirmed_keyword_action,
    time_slot_calendar_id: draft.hold?.time_slot_calendar_id ?? null,
    specific_doctor_requested: group.provider !== null,
    saveAsRequest: shop.metadata.isAutoAccept !== true,
    referral_source: draft.referralSource,
    has_wellness_plan: customer.hasWellnessPlan,
    deposit_paid: draft.deposit_paid,
    product_token: productToken,
  };
}

/** The note as it is saved, with the requested clinician below it where the clinic wants that (D-66, D-84). */
function noteOf(draft: Draft, shop: Shop): string | null {
  const provider = draft.selectedProducts[0]?.provider;
  const lines = [sanitiseNote(draft.note)];
  if (provider && isEnabled(shop.feature_settings, 'include_requested_provider_in_appointment_note')) lines.push(`Requested provider: ${provider.firstName}`);
  return orNull(lines.filter((line) => line !== '').join('\n'));
}

/** SAVE-02 */
function ignoresOverlap(shop: Shop, draft: Draft): boolean {
  const limit = shop.feature_settings['booking_limit_per_time_slot_enabled'];
  const several =
    typeof limit === 'object' && limit !== null && 'limit' in limit && typeof limit.limit === 'number' && limit.limit > 1 &&
    'enabled' in limit && limit.enabled === true && 'apply_to_providers' in limit && limit.apply_to_providers === true;
  return several || isEnabled(shop.feature_settings, 'skip_provider_availability_check') || Boolean(draft.time?.secondary_date_time);
}
