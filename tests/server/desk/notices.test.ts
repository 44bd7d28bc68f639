import { expect, test } from 'vitest';
import { cancelAppointment, CUSTOMER_SITE } from '../../../src/contract/appointments';
import { textUs } from '../../../src/contract/messages';
import { requestRefill } from '../../../src/contract/pets';
import { joinWaitlist } from '../../../src/contract/waitlist';
import { knownClient, patient, product } from '../../support/clinicFile';
import { bookAs, chicago, jo, manyClinics, sentBy, wednesday } from '../booking/support';
import { asksFirst, atDesk } from './support';

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });

const rex = patient({ id: 'patient-rex', name: 'Rex', medications: [{ id: 'm1', description: 'Carprofen 75 mg' }] });

test('every notice of the clinic leads to the item that it is about', async () => {
  const { shop } = asksFirst;
  const server = await open(
    {
      shop: {
        ...shop,
        feature_settings: {
          ...shop.feature_settings,
          pet_portal_medication_refills_enabled: true,
          waitlist_ui_v1_enabled: true,
        },
      },
      clients: [{ ...knownClient, patients: [rex] }],
      products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
    },
    '2026-11-23T15:00:00Z',
  );
  const who = await jo(server);
  const { token } = who;
  const booked = await bookAs(server, who, chicago(wednesday, '09:00'));
  const later = await bookAs(server, who, chicago(wednesday, '16:00'));
  await server.api(requestRefill, { body: { patient_id: 'patient-rex', medication_id: 'm1' } }, { token });
  await server.api(textUs, { body: { phone_number: '5125550111' } }, { token });
  await server.api(joinWaitlist, { body: { client_id: who.clientId, appointment_id: later.id } }, { token });
  await server.api(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token });
  const ana = await atDesk(server);
  const links = (await sentBy(server))
    .map(({ text }) => /http:\/\/localhost:8123\/admin\/inbox\/([^?\s]+)\?clinic=(\S+)/.exec(text))
    .filter((found) => found !== null);
  const kinds = new Set<string>();
  for (const [, item, clinic] of links) {
    const id = decodeURIComponent(item!);
    expect(clinic).toBe(server.clinicId);
    expect((await ana.item(id)).row.id).toBe(id);
    kinds.add(id.slice(0, id.indexOf('-')));
  }
  expect([...kinds].sort()).toEqual(['refill', 'request', 'text_us', 'waitlist']);
});
