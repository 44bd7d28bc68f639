// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchVisit } from '../../../../src/app/telemetry/watchVisit';
import { appointmentBooked, appointmentNotSaved, formSubmitted } from '../../../../src/features/booking/store/slice';
import { pickTime } from '../../../../src/features/booking/hold/hold';
import { report } from '../../../../src/features/booking/store/report';
import { contactsOnly } from '../../../../src/features/booking/client/requestBodies';
import { chooseExam, clinicOfTest, openPage, slot } from '../../features/booking/bookingSupport';
import { exam } from '../../features/booking/steps/stepSupport';
import { ok, tinyServer } from '../../../support/tinyServer';
import { guest } from '../../api/support';

let server: Awaited<ReturnType<typeof tinyServer>>;
beforeEach(async () => {
  localStorage.clear();
  server = await tinyServer((request, response) =>
    ok(response, request.url.endsWith('/guest-sign-in') ? guest() : { recorded: true }),
  );
});
afterEach(() => server.close());

const to = (path: string) => server.seen.filter(({ url }) => url.startsWith(path)).map(({ body }) => body);

async function watched() {
  const origin = server.base.replace('/api', '');
  const page = await openPage({
    base: server.base,
    shop: {
      is_demo: true,
      feature_settings: { skip_demo_shop_booking_otp_enabled: true },
      client_config: { analytics_url: `${origin}/analytics`, sentry_dsn: `${origin.replace('//', '//key@')}/1` },
    },
  });
  const stop = watchVisit(page.store);
  chooseExam(page);
  const customer = {
    ...contactsOnly({ phoneNumber: '5125550142', email: 'riley@example.com' }, { phoneCode: '1' }),
    firstName: 'Riley Park',
    petName: 'Biscuit',
  };
  page.store.dispatch(formSubmitted({ customer, note: 'limps', allowRemind: true }));
  return { ...page, stop };
}

it('an appointment that could not be saved reaches the error service, the owner does not (SAVE-06)', async () => {
  const { store, stop } = await watched();
  store.dispatch(appointmentNotSaved({ kind: 'http', status: 500, code: 'internal' }));
  await vi.waitFor(() => expect(to('/api/1/envelope/')).toHaveLength(1));
  const [envelope] = to('/api/1/envelope/');
  expect(envelope).toContain('AppointmentNotSaved http 500 internal');
  expect(envelope).not.toMatch(/Riley|Biscuit|limps|5125550142|example\.com/);
  stop();
});

it('success is a conversion for analytics, once an appointment and without the owner (DONE-06, D-131)', async () => {
  sessionStorage.clear();
  const { store, stop } = await watched();
  const conversions = () =>
    to('/analytics')
      .map((body) => JSON.parse(body) as { name: string })
      .filter(({ name }) => name === 'booking_completed');
  const metadata = {
    providerName: 'Ada',
    providerAvatar: null,
    productId: 'exam',
    productName: 'Exam',
    patientName: 'Biscuit',
    productTime: 30,
  };
  store.dispatch(report('new-chosen'));
  await store.dispatch(pickTime('2026-11-25', slot(), exam));
  store.dispatch(
    appointmentBooked({
      id: 'a1',
      status: 'REQUESTED',
      fromDate: slot().dateTime,
      toDate: slot().dateTime,
      items: [{ clientId: 'c1', providerId: 'ada', metadata }],
      providers: [],
    }),
  );
  await vi.waitFor(() => expect(to('/analytics')).toHaveLength(5));
  expect(conversions()).toEqual([]);
  store.dispatch(report('form-passed'));
  const conversion = {
    clinic: clinicOfTest(),
    name: 'booking_completed',
    productId: 'exam',
    isRequest: true,
    referral: null,
  };
  await vi.waitFor(() => expect(conversions()).toEqual([conversion]));
  stop();
  // As after a reload: the page is there again, its success is not.
  watchVisit(store)();
  await vi.waitFor(() => expect(to('/analytics')).toHaveLength(9));
  expect(conversions()).toEqual([conversion]);
  expect(to('/analytics').join()).not.toMatch(/Riley|Biscuit|limps|5125550142|example\.com/);
});
