import fc from 'fast-check';
import type { Product, Provider } from '../../../../../src/contract/catalogue';
import type { Patient } from '../../../../../src/contract/clients';
import type { Switch } from '../../../../../src/contract/settings';
import type { Shop } from '../../../../../src/contract/shop';
import { exampleShop } from '../../../shop';

/** What clinics differ in, and what of the owner is known there. */
export type Settings = {
  isAutoAccept: boolean;
  hasAnyClinician: boolean;
  skipsClinician: boolean;
  /** Times are held by the clinic, looked up in its calendar, or only counted down by the page. */
  times: 'held' | 'asked' | 'counted';
  locations: 'off' | 'one' | 'two';
  closed: 'none' | 'new' | 'returning';
  skipsCode: boolean;
  /** None, paid before the booking, or after a request. */
  deposit: 'none' | 'before' | 'after';
  depositFrom: 'new' | 'returning' | 'both';
  demographics: 'none' | 'some' | 'all';
  asksAddress: boolean;
  asksBirthDate: boolean;
  asksWellness: boolean;
  isNoteRequired: boolean;
  namesClinician: boolean;
  notice: 'none' | 'asking' | 'barring';
  hasPolicy: boolean;
  hasPortal: boolean;
  /** Where every type is for one kind of client alone. */
  typesFor: 'both' | 'new' | 'returning';
  /** What the clinic knows of Riley. */
  record: 'none' | 'fresh' | 'old';
  pets: readonly string[];
  isSignedIn: boolean;
  /** The server writes the clinic into the page, or the worker serves its shell without. */
  isPageDrawn: boolean;
};

/** `usually` is drawn most often, so that sequences get far; the others often enough. */
const mostly = <T>(usually: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usually) },
    { weight: 2, arbitrary: fc.constantFrom(usually, ...others) },
  );
const seldom = mostly(false, true);

export const settings: fc.Arbitrary<Settings> = fc.record({
  isAutoAccept: fc.boolean(),
  hasAnyClinician: mostly(true, false),
  skipsClinician: seldom,
  times: mostly<Settings['times']>('held', 'asked', 'counted'),
  locations: mostly<Settings['locations']>('off', 'one', 'two'),
  closed: mostly<Settings['closed']>('none', 'new', 'returning'),
  skipsCode: seldom,
  deposit: fc.constantFrom<Settings['deposit']>('none', 'before', 'after'),
  depositFrom: mostly<Settings['depositFrom']>('both', 'new', 'returning'),
  demographics: fc.constantFrom<Settings['demographics']>('none', 'some', 'all'),
  asksAddress: seldom,
  asksBirthDate: seldom,
  asksWellness: fc.boolean(),
  isNoteRequired: seldom,
  namesClinician: fc.boolean(),
  notice: mostly<Settings['notice']>('none', 'asking', 'barring'),
  hasPolicy: seldom,
  hasPortal: mostly(true, false),
  typesFor: mostly<Settings['typesFor']>('both', 'new', 'returning'),
  record: mostly<Settings['record']>('old', 'none', 'fresh'),
  pets: fc.subarray(['biscuit', 'rex', 'juniper', 'mystery', 'longname'], { minLength: 0 }),
  isSignedIn: fc.boolean(),
  isPageDrawn: fc.boolean(),
});

export const CLINIC = 'oakwood';
export const species = [
  { id: 'dog', name: 'Dog' },
  { id: 'cat', name: 'Cat' },
];
export const breeds: Record<string, { id: string; display_name: string }[]> = {
  dog: [
    { id: 'beagle', display_name: 'Beagle' },
    { id: 'poodle', display_name: 'Poodle' },
  ],
  cat: [{ id: 'siamese', display_name: 'Siamese' }],
};
export const colors: Record<string, { id: string; name: string }[]> = {
  dog: [{ id: 'brown', name: 'Brown' }],
  cat: [{ id: 'tabby', name: 'Tabby' }],
};
/** Dogs have the default ones. */
export const sexes: Record<string, { id: string; name: string }[]> = {
  dog: [],
  cat: [
    { id: 'queen', name: 'Queen' },
    { id: 'tom', name: 'Tom' },
  ],
};

const beagle = { sex: 'male', birthdate: '2021-04-05', breed: 'Beagle', breed_id: 'beagle', patient_color_id: 'brown' };
const petsOnFile: Record<string, Patient> = {
  biscuit: { id: 'biscuit', name: 'Biscuit', species_id: 'dog', ...beagle },
  rex: { id: 'rex', name: 'Rex', species_id: 'dog' },
  juniper: {
    id: 'juniper',
    name: 'Juniper',
    species_id: 'cat',
    sex: 'Queen',
    patient_sex_id: 'queen',
    birthdate: '2019-01-02',
    breed: 'Siamese',
    breed_id: 'siamese',
    patient_color_id: 'tabby',
  },
  mystery: { id: 'mystery', name: 'Mystery', species_id: null },
  longname: { id: 'longname', name: 'Sir Barksalot von Wagging the Third of Austin', species_id: 'dog', ...beagle },
};
export const petsOf = ({ pets }: Settings): Patient[] => [
  ...pets.flatMap((id) => petsOnFile[id] ?? []),
  { id: 'ghost', name: 'Ghost', species_id: 'dog', deceased_at: '2025-06-01' },
];

export const providers: Provider[] = [
  { id: 'ada', firstName: 'Ada', lastName: 'Park' },
  { id: 'bo', firstName: 'Bo', lastName: 'Lee', maxDropoffs: 0 },
  { id: 'cy', firstName: 'Cy', lastName: 'Stone' },
];

/** Every type begins with whoever does it first: a technician, where it has two segments (D-63). */
export const firstBy: Record<string, string> = { combo: 'cy' };

export function productsOf({ deposit, depositFrom, typesFor }: Settings): Product[] {
  const paid =
    deposit === 'none'
      ? {}
      : {
          depositRequiredBeforeBooking: true,
          collectDepositFromNewClients: depositFrom !== 'returning',
          collectDepositFromReturningClients: depositFrom !== 'new',
          appointmentRequestWithoutDeposit: deposit === 'after',
        };
  const kind = {
    ...(typesFor === 'new' && { allowReturningClients: false }),
    ...(typesFor === 'returning' && { allowNewClients: false }),
  };
  const type = (
    id: string,
    providerIds: string[],
    more: Partial<Product> = {},
    metadata: Partial<Product['metadata']> = {},
  ): Product => ({
    id,
    name: `The ${id}`,
    providerIds,
    ...more,
    metadata: { time: 30, cost: 68, ...kind, ...metadata },
  });
  return [
    type('exam', ['ada', 'bo'], {}, paid),
    type('surgery', ['ada'], { dropoff_enabled: true, dropoff_required: true }, paid),
    type('groom', ['bo', 'ada'], { dropoff_enabled: true }),
    type('nails', ['bo']),
    type('video', ['ada', 'bo'], { is_telemedicine: true }),
    type('combo', ['ada', 'bo', 'cy'], {}, { time: 60 }),
    type('spay', ['ada', 'cy'], {}, { speciesIds: ['dog'], ...paid }),
    type('catnip', ['cy'], {}, { speciesIds: ['cat'] }),
    type(
      'welcome',
      ['ada', 'bo'],
      {},
      { allowReturningClients: false, ...(typesFor === 'returning' && { allowNewClients: false }) },
    ),
    type(
      'recheck',
      ['ada', 'cy'],
      {},
      { allowNewClients: false, ...(typesFor === 'new' && { allowReturningClients: false }) },
    ),
  ];
}

export const locations = [
  { id: 'north', name: 'North', provider_user_ids: ['ada', 'bo'], product_ids: null },
  {
    id: 'south',
    name: 'South',
    provider_user_ids: ['cy', 'ada'],
    product_ids: ['exam', 'spay', 'catnip', 'recheck', 'combo'],
  },
];

/** The notice that 'limping' meets. */
export const keywordActionsOf = ({ notice }: Settings) =>
  notice === 'none'
    ? []
    : [
        {
          id: 'limping',
          keywords: ['limp'],
          product_ids: [],
          all_products: true,
          action_type: 'message',
          info_message: 'Please rest the leg.',
          allow_bypass: notice === 'asking',
        },
      ];

export function shopOf(given: Settings): Shop {
  const on = <S extends Switch>(name: S, isOn: boolean, parts: Shop['feature_settings'][S] | true = true) =>
    isOn ? { [name]: parts } : {};
  const { demographics } = given;
  return exampleShop({
    is_demo: given.skipsCode,
    location: given.locations === 'two' ? locations : given.locations === 'one' ? locations.slice(0, 1) : [],
    client_config: { card_provider: 'sandbox' },
    metadata: {
      isAutoAccept: given.isAutoAccept,
      isBookingAnyone: given.hasAnyClinician,
      isBookingSkipProvider: given.skipsClinician,
      ...(given.hasPolicy && { bookingPolicy: 'Please come ten minutes early.' }),
    },
    feature_settings: {
      ...on('hold_time_slots_enabled', given.times === 'held'),
      ...on('check_vetbridge_time_slot_availability', given.times === 'asked'),
      ...on('multi_location_v1_enabled', given.locations !== 'off'),
      ...on('new_client_booking_disabled', given.closed === 'new'),
      ...on('returning_client_booking_disabled', given.closed === 'returning'),
      ...on('skip_demo_shop_booking_otp_enabled', given.skipsCode),
      ...on('deposit_collection_v1_enabled', given.deposit !== 'none'),
      ...on(
        'pet_demographics_enabled',
        demographics !== 'none',
        demographics === 'all' ? true : { enabled: true, birthdate: false, color: false },
      ),
      ...on('client_address_enabled', given.asksAddress),
      ...on('client_dob_enabled', given.asksBirthDate),
      ...on('ask_returning_clients_for_wellness_plan', given.asksWellness),
      ...on('appointment_note_required_enabled', given.isNoteRequired),
      ...on('include_requested_provider_in_appointment_note', given.namesClinician),
      ...on('pet_portal_enabled', given.hasPortal),
    },
  });
}
