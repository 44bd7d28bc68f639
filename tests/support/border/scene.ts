import { createAppointment } from '../../../src/contract/appointments';
import { upsertClient } from '../../../src/contract/clients';
import { addDays } from '../../../src/domain/clinicTime';
import { bookingBody, chicago, type Owner } from '../../server/booking/support';
import { client, clinicFile, knownClient, patient, product, provider } from '../clinicFile';
import { startTestServer, type TestServer } from '../server';

export const password = 'correct horse battery';

/** Builds a clinic with every feature on, so that every call has something to act on. */
export const everything = (id: string) =>
  clinicFile({
    shop: {
      id,
      notify_email: 'desk@testvets.example',
      metadata: { bookingMaxLeadTime: 300 * 1440 },
      feature_settings: {
        client_online_cancellation_enabled: true,
        client_online_reschedule_enabled: true,
        waitlist_ui_v1_enabled: true,
        pet_portal_medication_refills_enabled: true,
        vertical_insure_enabled: true,
        deposit_collection_v1_enabled: true,
        include_requested_provider_in_appointment_note: true,
      },
    },
    locations: [{ id: 'north', name: 'North' }],
    rooms: [{ id: 'suite', name: 'Suite' }],
    breeds: [{ id: 'pug', species_id: 'dog', display_name: 'Pug' }],
    patient_colors: [{ id: 'tan', species_id: 'dog', name: 'Tan' }],
    patient_sexes: [{ id: 'male', species_id: 'dog', name: 'Male' }],
    keyword_actions: [
      { id: 'bloat', keywords: ['bloat'], all_products: true, action_type: 'prompt', prompt_message: 'Please call.' },
    ],
    providers: [
      provider({ id: 'ada', firstName: 'Dr. Ada Park', maxDropoffs: 50 }),
      provider({ id: 'ben', firstName: 'Dr. Ben Ruiz', maxDropoffs: 50 }),
    ],
    products: [
      product({ id: 'exam', name: 'Exam', dropoff_enabled: true, metadata: { waitlistEligible: true } }),
      product({
        id: 'asked',
        name: 'Asked',
        deposit_amount: 25,
        metadata: {
          depositRequiredBeforeBooking: true,
          collectDepositFromNewClients: true,
          collectDepositFromReturningClients: true,
          appointmentRequestWithoutDeposit: true,
        },
      }),
      product({
        id: 'long',
        name: 'Long',
        metadata: { time: 60 },
        segments: [
          { minutes: 30, providerIds: ['ada'], needs_room: true },
          { minutes: 30, providerIds: ['ben'] },
        ],
      }),
      product({ id: 'secret', name: 'Staff visit', hidden_from_clients: true, visibility_token: 'open-sesame' }),
    ],
    clients: [
      { ...knownClient, password, state: 'TX', zip: '78704', patients: [pet('rex', 'Rex')] },
      client({
        id: 'client-casey',
        email: 'casey@example.com',
        phone: '+15125550122',
        password,
        state: 'TX',
        zip: '78704',
        patients: [pet('tia', 'Tia')],
      }),
      client({ id: 'client-max', first_name: 'Max', last_name: 'Hill', email: 'max@example.com', password }),
    ],
  });

const pet = (id: string, name: string) =>
  patient({
    id: `patient-${id}`,
    name,
    birthdate: '2020-04-01',
    sex: 'male',
    breed: 'Pug',
    vaccinations: [
      { id: `vaccination-${id}`, description: 'Rabies', issue_date: '2025-01-01', expiration_date: '2027-01-01' },
    ],
    medications: [{ id: `medication-${id}`, description: 'Carprofen 75 mg', issue_date: '2026-10-01' }],
  });

/** An owner with a pet on file, and the ids that calls need. */
export type Character = Owner & {
  email: string;
  phone: string;
  firstName: string;
  patientId: string;
  medicationId: string;
  petName: string;
};

export type Scene = {
  server: TestServer;
  /** The owner whose calls are made, and another owner at the same clinic. */
  jo: Character;
  casey: Character;
  /** Returns a start that is not booked yet, half an hour after the last one. */
  nextStart(): string;
  close(): Promise<void>;
};

/** An id that no record has. */
export const nowhere = 'nothing-has-this-id';
export const otherClinic = 'othervets';

/** Starts a server with two similar clinics and two owners of the first one, without caps on calls. */
export async function makeScene(): Promise<Scene> {
  const server = await startTestServer({
    clinicFiles: [everything('testvets'), everything(otherClinic)],
    env: { PUBLIC_URL: 'http://localhost:8123', INTERNAL_EMAIL_DOMAIN: 'portal.example', CAPS_TIMES: '1000000' },
  });
  return {
    server,
    jo: await characterOf(server, {
      email: 'jo@example.com',
      phone: '5125550111',
      firstName: 'Jo',
      lastName: 'Miller',
      petName: 'Rex',
    }),
    casey: await characterOf(server, {
      email: 'casey@example.com',
      phone: '5125550122',
      firstName: 'Casey',
      lastName: 'Brown',
      petName: 'Tia',
    }),
    nextStart: starts(),
    close: () => server.close(),
  };
}

async function characterOf(
  server: TestServer,
  given: { email: string; phone: string; firstName: string; lastName: string; petName: string },
): Promise<Character> {
  const { email, phone, firstName, lastName, petName } = given;
  const { token, user } = await server.signIn(email);
  const { id } = await server.api(
    upsertClient,
    { body: { user_id: user.id, first_name: firstName, last_name: lastName, source: 'verification' } },
    { token },
  );
  const pet = petName.toLowerCase();
  return {
    token,
    userId: user.id,
    clientId: id,
    email,
    phone,
    firstName,
    petName,
    patientId: `patient-${pet}`,
    medicationId: `medication-${pet}`,
  };
}

/** Returns a function that gives the starts on weekdays from 9 to 4, one after another. */
function starts(): () => string {
  let taken = 0;
  return () => {
    const [day, half] = [Math.floor(taken / 14), taken % 14];
    taken += 1;
    // From a Monday in winter on, so that no change of daylight saving time falls between the starts.
    const date = addDays('2026-11-30', Math.floor(day / 5) * 7 + (day % 5));
    return chicago(date, `${String(9 + Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
  };
}

/** Books a visit of the type for the owner. */
export const bookedBy = async ({ server, nextStart }: Scene, { token, petName }: Character, type = 'exam') => {
  const body = bookingBody(nextStart(), {
    patientName: petName,
    products: [{ id: type, anyone: true, providerId: 'ada', label: type }],
  });
  return server.api(createAppointment, { body }, { token });
};
