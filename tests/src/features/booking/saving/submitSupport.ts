import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { emptyForm } from '../../../../../src/domain/booking/draft';
import { pickTime } from '../../../../../src/features/booking/hold/hold';
import { report } from '../../../../../src/features/booking/store/report';
import { portalDb } from '../../../../../src/offline/database/db';
import { ok, reply, tinyServer, type Seen } from '../../../../support/tinyServer';
import { guest, owner } from '../../../api/support';
import { chooseExam, openPage, slot, type Given } from '../bookingSupport';
import { exam } from '../steps/stepSupport';

/** The form as an owner filled it in. */
export const values = {
  ...emptyForm,
  firstName: 'Riley Park',
  phoneNumber: '512-555-0142',
  email: 'riley@example.com',
  petName: 'Biscuit',
  patientId: null,
  onePetName: null,
  note: 'Limps since 3/4; "left" leg!',
  onePetNote: null,
  allowRemind: true,
};
export const appointment = (id = 'appointment-1', status = 'ACCEPTED') => ({
  id,
  status,
  fromDate: slot().dateTime,
  toDate: '2026-11-25T17:00:00.000Z',
  items: [
    {
      clientId: 'client-1',
      providerId: 'ada',
      metadata: {
        providerName: 'Ada',
        providerAvatar: null,
        productId: 'exam',
        productName: 'Exam',
        patientName: 'Biscuit',
        productTime: 30,
      },
    },
  ],
  providers: [],
});
export const client = {
  id: 'client-1',
  first_name: 'Riley',
  last_name: 'Park',
  email: null,
  phone: null,
  created_at: '2020-01-01T00:00:00Z',
  patients: [],
};

export type Answer = (response: ServerResponse, request: Seen) => void;
/** A clinic that says yes to everything, unless a test says otherwise for a path's end. */
const yes: Record<string, Answer> = {
  'guest-sign-in': (response) => ok(response, guest()),
  access: (response) => ok(response, { pass: true }),
  'check-availability': (response) => ok(response, { available: true }),
  init: (response) => ok(response, { sent: true }),
  keyword_actions: (response) => ok(response, []),
  verify: (response) => ok(response, owner()),
  by_user_id: (response) => ok(response, null),
  upsert: (response) => ok(response, client),
  appointments: (response) => ok(response, appointment()),
  name: (response) => ok(response, owner().user),
  profile: (response) => ok(response, owner().user),
  check: (response) => ok(response, { available: true }),
};
const last = (url: string) => url.split('?')[0]?.split('/').at(-1) ?? '';

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
beforeEach(async () => {
  localStorage.clear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

let clinics = 0;
/** A page at the first question. */
export async function atStart(
  answers: Record<string, Answer> = {},
  feature_settings: Record<string, unknown> = {},
  given: Pick<Given, 'shop' | 'query' | 'now'> = {},
) {
  const table = { ...yes, ...answers };
  const server = await tinyServer((request, response) => {
    const answer = table[last(request.url)];
    if (answer) answer(response, request);
    else reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
  servers.push(server);
  // A clinic of its own: what an earlier test's page still saves is none of this one's.
  const clinicId = `clinic-${++clinics}`;
  const page = await openPage({ ...given, base: server.base, clinicId, shop: { ...given.shop, feature_settings } });
  // The client's sync goes on beside everything (D-36).
  const calls = () => server.seen.map((each) => last(each.url)).filter((name) => name !== 'find_and_sync');
  const step = () => page.booking().position.step;
  return {
    ...page,
    clinicId,
    server,
    calls,
    step,
    seen: (name: string) => server.seen.filter((each) => last(each.url) === name),
  };
}

/** A page whose visit and time are chosen, at the form. */
export async function atForm(
  answers: Record<string, Answer> = {},
  feature_settings: Record<string, unknown> = {},
  given: Pick<Given, 'shop' | 'query' | 'now'> = {},
) {
  const page = await atStart(answers, feature_settings, given);
  page.store.dispatch(report('new-chosen'));
  chooseExam(page);
  await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
  return page;
}
