import type { ClinicFile, ClientInFile, PatientInFile, Rows } from '../../server/modules/clinicFile/file/file';

type Deep<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;
type Product = Rows<'products'>;
type Provider = Rows<'providers'>;

/** What a test may change in a clinic file: single fields of the shop and its settings, and whole lists. */
export type Overrides = Omit<Partial<ClinicFile>, 'shop'> & { shop?: Deep<ClinicFile['shop']> };

/** Builds hours from Monday to Friday, 9 to 5 by default, in the clinic's time zone. */
export const weekdayHours = (start = '09:00', end = '17:00'): NonNullable<Provider['hours']> =>
  [1, 2, 3, 4, 5].map((day) => ({ day, start, end }));

export const provider = (overrides: Partial<Provider> & { id: string }): Provider => ({
  firstName: `Dr. ${overrides.id}`,
  metadata: { order: 1 },
  hours: weekdayHours(),
  ...overrides,
});

/** Builds a 30-minute appointment type for every species; both of the builder's clinicians take it. */
export const product = ({
  metadata,
  ...overrides
}: Omit<Partial<Product>, 'metadata'> & { id: string; metadata?: Partial<Product['metadata']> }): Product => ({
  name: `Type ${overrides.id}`,
  providerIds: ['ada', 'ben'],
  ...overrides,
  metadata: { time: 30, allowNewClients: true, allowReturningClients: true, ...metadata },
});

export const patient = (overrides: Partial<PatientInFile> & { id: string }): PatientInFile => ({
  name: `Pet ${overrides.id}`,
  species_id: 'dog',
  ...overrides,
});

/** Builds a client record two years old, so a returning client; without contacts unless given. */
export const client = (overrides: Partial<ClientInFile> & { id: string }): ClientInFile => ({
  first_name: 'Casey',
  last_name: 'Brown',
  created_at: '2024-11-01T15:00:00Z',
  ...overrides,
});

/** The builder's own client, with whose contacts tests sign in. */
export const knownClient = {
  id: 'client-jo',
  first_name: 'Jo',
  last_name: 'Miller',
  email: 'jo@example.com',
  phone: '+15125550111',
  created_at: '2024-11-01T15:00:00Z',
  patients: [{ id: 'patient-rex', name: 'Rex', species_id: 'dog', birthdate: '2020-04-01', sex: 'male' }],
} satisfies ClientInFile;

/**
 * Builds a small valid clinic: no locations, Chicago's zone, auto-accept, any clinician, slot holds; clinicians `ada`
 * and `ben` on weekdays 9 to 5; types `exam` (30 min), `surgery` (60 min, ada alone) and `secret` (hidden, token
 * `open-sesame`); dogs and cats; one known client with a dog.
 */
export function clinicFile({ shop = {}, ...lists }: Overrides = {}): ClinicFile {
  const { metadata, feature_settings, ...own } = shop;
  return {
    shop: {
      id: 'testvets',
      name: 'Test Vets',
      phone: '+15125550100',
      phoneCode: '1',
      phoneNumber: '5125550100',
      url: 'https://testvets.example',
      address: '1 Main Street, Austin',
      timezone: 'America/Chicago',
      is_demo: false,
      ...own,
      metadata: {
        isAutoAccept: true,
        isBookingAnyone: true,
        isBookingShowProductPrice: true,
        isBookingShowProductDuration: true,
        brandColor: '#0f766e',
        ...metadata,
      } as NonNullable<ClinicFile['shop']['metadata']>,
      feature_settings: {
        hold_time_slots_enabled: true,
        pet_portal_enabled: true,
        ...feature_settings,
      } as NonNullable<ClinicFile['shop']['feature_settings']>,
    },
    species: [
      { id: 'dog', name: 'Dog' },
      { id: 'cat', name: 'Cat' },
    ],
    providers: [
      provider({ id: 'ada', firstName: 'Dr. Ada Park', metadata: { order: 1 } }),
      provider({ id: 'ben', firstName: 'Dr. Ben Ruiz', metadata: { order: 2 } }),
    ],
    products: [
      product({ id: 'exam', name: 'Exam', order_index: 1, metadata: { time: 30, cost: 68 } }),
      product({ id: 'surgery', name: 'Surgery consult', order_index: 2, providerIds: ['ada'], metadata: { time: 60 } }),
      product({
        id: 'secret',
        name: 'Staff visit',
        order_index: 3,
        hidden_from_clients: true,
        visibility_token: 'open-sesame',
      }),
    ],
    clients: [knownClient],
    ...lists,
  };
}
