import { addDays, instantOf, weekday } from '../../../src/domain/clinicTime';
import type { AppointmentInFile, ClientInFile } from '../../modules/clinicFile/file/file';

/** The owner who can sign in at every demo clinic. */
export const demoOwner = {
  name: 'Riley',
  email: 'riley@example.com',
  phone: '512 555 0142',
  password: 'biscuit-and-juniper',
} as const;

/**
 * The client record of Riley with two pets: vaccinations that are active, expire soon or have expired, and medications,
 * with dates counted from `today`.
 */
export const riley = (today: string): ClientInFile => {
  const on = (days: number) => addDays(today, days);
  return {
    id: 'client-riley',
    first_name: demoOwner.name,
    last_name: 'Carter',
    email: demoOwner.email,
    phone: '+15125550142',
    address1: '88 Juniper Lane',
    city: 'Austin',
    state: 'TX',
    country: 'US',
    zip: '78704',
    created_at: `${on(-820)}T16:00:00Z`,
    password: demoOwner.password,
    metadata: { dateOfBirth: 3, monthOfBirth: 7 },
    patients: [
      {
        id: 'patient-biscuit',
        name: 'Biscuit',
        species_id: 'dog',
        sex: 'Male',
        patient_sex_id: 'dog-male',
        birthdate: '2020-05-14',
        breed: 'Beagle mix',
        breed_id: 'dog-beagle-mix',
        patient_color_id: 'dog-tan-white',
        vaccinations: [
          { id: 'vac-biscuit-rabies', description: 'Rabies', issue_date: on(-1145), expiration_date: on(-49) },
          { id: 'vac-biscuit-bordetella', description: 'Bordetella', issue_date: on(-353), expiration_date: on(12) },
          { id: 'vac-biscuit-lepto', description: 'Leptospirosis', issue_date: on(-195), expiration_date: on(170) },
          { id: 'vac-biscuit-dhpp', description: 'DHPP', issue_date: on(-827), expiration_date: on(268) },
        ],
        medications: [
          {
            id: 'med-biscuit-carprofen',
            description: 'Carprofen 75 mg',
            issue_date: on(-35),
            instructions: 'Give one tablet by mouth every 12 hours with food for 14 days.',
          },
          {
            id: 'med-biscuit-apoquel',
            description: 'Apoquel 16 mg',
            issue_date: on(-54),
            instructions: 'Give half a tablet by mouth once a day.',
          },
          {
            id: 'med-biscuit-heartgard',
            description: 'Heartgard Plus',
            issue_date: on(-54),
            instructions: 'Give one chew by mouth once a month.',
          },
        ],
      },
      {
        id: 'patient-juniper',
        name: 'Juniper',
        species_id: 'cat',
        sex: 'Female',
        patient_sex_id: 'cat-female',
        birthdate: '2023-03-02',
        breed: 'Domestic shorthair',
        breed_id: 'cat-domestic-shorthair',
        patient_color_id: 'cat-gray-tabby',
        vaccinations: [
          { id: 'vac-juniper-fvrcp', description: 'FVRCP', issue_date: on(-410), expiration_date: on(685) },
          { id: 'vac-juniper-rabies', description: 'Rabies', issue_date: on(-341), expiration_date: on(24) },
        ],
        medications: [
          {
            id: 'med-juniper-drops',
            description: 'Tobramycin eye drops 0.3%',
            issue_date: on(-120),
            instructions: 'One drop in the left eye twice a day for 7 days.',
          },
        ],
      },
    ],
  };
};

/**
 * An appointment of Riley's: on the first date that is this day of the week (1 is Monday, 7 is Sunday) from `days` days
 * after today on (before today where negative), at a minute of the day.
 */
export type RileysVisit = { days: number; weekday: number; minute: number } & Pick<
  AppointmentInFile,
  'id' | 'product_id' | 'provider_id' | 'patient_id' | 'status' | 'room_id' | 'note'
>;

export const rileysVisits = (visits: RileysVisit[], today: string, zone: string): AppointmentInFile[] =>
  visits.map(({ id, days, weekday: day, minute, ...rest }) => {
    const date = nextDay(addDays(today, days), day);
    return {
      id: `visit-riley-${id}`,
      client_id: 'client-riley',
      fromDate: (instantOf(date, minute, zone) ?? new Date(`${date}T16:00:00Z`)).toISOString(),
      ...rest,
    };
  });

/** The first date, from `date` on, that is this day of the week (1 is Monday, 7 is Sunday). */
const nextDay = (date: string, day: number): string => addDays(date, (day - weekday(date) + 7) % 7);
