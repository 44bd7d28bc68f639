// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../../../src/state/session';
import type { PaymentRequest } from '../../../../../src/contract/payments';
import { emptyDraft, type Customer, type Draft } from '../../../../../src/domain/booking/draft';
import { DRAFT_VERSION } from '../../../../../src/domain/booking/draftVersion';
import { pickedTime } from '../../../../../src/domain/booking/saving';
import { noDemographics } from '../../../../../src/domain/pets/noDemographics';
import { openDeposit } from '../../../../../src/features/booking/deposit/deposit';
import { entryParams } from '../../../../../src/features/booking/open/entryParams';
import { saveAppointment } from '../../../../../src/features/booking/saving/save';
import { settleDeposit } from '../../../../../src/features/booking/deposit/settle';
import { appointmentBooked, bookingOpened, visitChosen } from '../../../../../src/features/booking/store/slice';
import { portalDb } from '../../../../../src/offline/database/db';
import { ok, reply, tinyServer } from '../../../../support/tinyServer';
import { guest, owner } from '../../../api/support';
import { openPage, slot } from '../bookingSupport';
import { exam } from '../steps/stepSupport';

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
beforeEach(() => Promise.all(portalDb().tables.map((table) => table.clear())));
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const key = '00000000-0000-4000-8000-00000000000a';
const customer: Customer = {
  firstName: 'Riley Park',
  phoneCode: '1',
  phoneNumber: '5125550142',
  email: 'riley@example.com',
  address1: '',
  address2: '',
  city: '',
  state: '',
  country: 'US',
  zip: '',
  petName: 'Biscuit',
  patientId: null,
  ...noDemographics,
  sex: null,
  birthdate: null,
  clientDob: null,
  hasWellnessPlan: false,
  created_at: null,
};
const filled: Draft = {
  ...emptyDraft(key),
  species: { id: 'dog', name: 'Dog' },
  selectedProducts: [{ provider: null, products: [{ id: exam.id, name: exam.name }] }],
  time: pickedTime('2026-11-25', slot()),
  customer,
  clientId: 'client-1',
  paymentRequestId: 'payment-1',
};

const open: PaymentRequest = {
  id: 'payment-1',
  client_name: 'Riley Park',
  completed_at: null,
  amount: 25,
  confirmation_number: null,
  status: 'pending',
  client_secret: 'seti_1_secret_x',
};
const paid: PaymentRequest = {
  ...open,
  client_secret: null,
  completed_at: '2026-11-21T16:00:00.000Z',
  confirmation_number: 'ABCD-2345',
  status: 'complete',
};
const bank = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } };
const visit = {
  providerName: 'Ada',
  providerAvatar: null,
  productId: 'exam',
  productName: 'Exam',
  patientName: 'Biscuit',
  productTime: 30,
};
const appointment = (status: string) => ({
  id: 'appointment-1',
  status,
  fromDate: slot().dateTime,
  toDate: '2026-11-25T17:00:00.000Z',
  providers: [],
  items: [{ clientId: 'client-1', providerId: 'ada', metadata: visit }],
});

const accept = 'PUT /appointment_requests/appointment-1/accept';
const remind = 'PUT /appointments/appointment-1/reminders';
const create = 'POST /appointments';
const link = 'PUT /payment_requests/payment-1';

type Given = {
  isAutoAccept?: boolean;
  draft?: Partial<Draft>;
  paymentId?: string | null;
  isPaymentReturn?: boolean;
  isGuest?: boolean;
  /** The server knows the owner's session no longer. */
  isRunOut?: boolean;
  /** What the clinic answers; what is not here is gone. */
  answers?: Record<string, unknown>;
};

/** The page at the deposit, and what it asked the clinic to change. */
async function atDeposit({
  isAutoAccept = true,
  draft = {},
  paymentId = null,
  isPaymentReturn = false,
  isGuest = false,
  isRunOut = false,
  answers = {},
}: Given = {}) {
  const table: Record<string, unknown> = {
    [create]: appointment('ACCEPTED'),
    [accept]: appointment('ACCEPTED'),
    [remind]: appointment('ACCEPTED'),
    [link]: { ...paid, appointment_id: 'appointment-1' },
    ...answers,
  };
  const server = await tinyServer(({ method, url, headers }, response) => {
    const answer = table[`${method} ${url.replace(/^\/api|\?.*$/g, '')}`];
    if (isRunOut && headers.authorization === 'Bearer owner-1')
      reply(response, 401, { success: false, code: 'unauthorized', message: 'Unauthorized' });
    else if (answer === undefined) reply(response, 409, { success: false, code: 'slot_gone', message: 'gone' });
    else ok(response, answer);
  });
  servers.push(server);
  const page = await openPage({ base: server.base, shop: { metadata: { isAutoAccept } } });
  const { dispatch } = page.store;
  dispatch(sessionStarted(isGuest ? guest() : owner()));
  const params = { ...entryParams(new URLSearchParams(), paymentId), isPaymentReturn };
  const saved = {
    version: DRAFT_VERSION,
    savedAt: new Date().toISOString(),
    userId: null,
    position: { step: 'deposit' as const },
    draft: { ...filled, ...draft },
  };
  dispatch(
    bookingOpened({
      address: '/clinic',
      params,
      target: { step: 'deposit' },
      saved: paymentId === null ? saved : null,
      createKey: key,
    }),
  );
  const changes = () =>
    server.seen
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [
        `${method} ${url.replace('/api', '')}`,
        body === '' ? null : (JSON.parse(body) as unknown),
      ]);
  return { ...page, dispatch, changes };
}

const onRequest = { isSaved: true, appointmentId: 'appointment-1' };

describe('what follows a paid deposit (DEP-14 to DEP-16, D-95)', () => {
  it.each([true, false])(
    'a request that was saved before is accepted, with reminders %s as the owner chose',
    async (allowRemind) => {
      const page = await atDeposit({ draft: { ...onRequest, allowRemind } });
      page.dispatch(appointmentBooked(appointment('REQUESTED')));
      expect(await page.dispatch(settleDeposit(paid))).toBe('saved');
      expect(page.changes()).toEqual([[`${accept}?enableReminders=${String(allowRemind)}`, null]]);
      expect(page.booking()).toMatchObject({
        booked: { status: 'ACCEPTED' },
        draft: { deposit_paid: true, deposit: { amount: 25, confirmation_number: 'ABCD-2345' } },
      });
    },
  );

  it.each([true, false])('an appointment that is accepted already only gets its reminders, %s', async (allowRemind) => {
    const page = await atDeposit({ draft: { ...onRequest, allowRemind } });
    page.dispatch(appointmentBooked(appointment('ACCEPTED')));
    expect(await page.dispatch(settleDeposit(paid))).toBe('saved');
    expect(page.changes()).toEqual([[remind, { id: 'appointment-1', enableReminders: allowRemind }]]);
  });

  it('a clinic that answers later is asked nothing more for a saved request', async () => {
    const page = await atDeposit({ isAutoAccept: false, draft: onRequest });
    expect(await page.dispatch(settleDeposit(paid))).toBe('saved');
    expect(page.changes()).toEqual([]);
  });

  it.each(['DELETED', 'DECLINED'])(
    'a request that was called off while the owner paid is not accepted: %s',
    async (status) => {
      const known = await atDeposit({ draft: onRequest });
      expect(await known.dispatch(settleDeposit({ ...paid, appointment_status: status }))).toBe('saved');
      expect(known.changes()).toEqual([]);
      expect(known.booking()).toMatchObject({ bookedStatus: status });

      const since = await atDeposit({
        draft: onRequest,
        answers: { [accept]: undefined, 'GET /appointments/appointment-1': appointment(status) },
      });
      expect(await since.dispatch(settleDeposit({ ...paid, appointment_status: 'REQUESTED' }))).toBe('saved');
      expect(since.booking()).toMatchObject({ booked: { status } });
    },
  );

  it('a request that could not be accepted, and still stands, can be tried again', async () => {
    const page = await atDeposit({
      draft: onRequest,
      answers: { [accept]: undefined, 'GET /appointments/appointment-1': appointment('REQUESTED') },
    });
    expect(await page.dispatch(settleDeposit(paid))).toBe('failed');
  });

  it.each([
    [true, false],
    [false, true],
  ])(
    'an appointment that is not saved yet is, with the deposit, and the payment names it (accepts at once: %s)',
    async (isAutoAccept, saveAsRequest) => {
      const page = await atDeposit({ isAutoAccept });
      expect(await page.dispatch(settleDeposit(paid))).toBe('saved');
      expect(page.changes()).toEqual([
        [create, expect.objectContaining({ deposit_paid: true, saveAsRequest, date: slot().dateTime })],
        [link, { id: 'payment-1', appointment_id: 'appointment-1' }],
      ]);
    },
  );

  it('a payment link’s appointment gets its reminders where its owner is signed in, and nothing is asked for anybody else', async () => {
    const linked = { ...paid, appointment_id: 'appointment-1' };
    const signedIn = await atDeposit({ paymentId: 'payment-1' });
    expect(await signedIn.dispatch(settleDeposit(linked))).toBe('saved');
    expect(signedIn.changes()).toEqual([[remind, { id: 'appointment-1', enableReminders: true }]]);

    const visitor = await atDeposit({ paymentId: 'payment-1', isGuest: true });
    expect(await visitor.dispatch(settleDeposit(linked))).toBe('saved');
    const later = await atDeposit({ paymentId: 'payment-1', isAutoAccept: false });
    expect(await later.dispatch(settleDeposit(linked))).toBe('saved');
    const unlinked = await atDeposit({ paymentId: 'payment-1' });
    expect(await unlinked.dispatch(settleDeposit(paid))).toBe('saved');
    expect([visitor.changes(), later.changes(), unlinked.changes()]).toEqual([[], [], []]);
  });
});

describe('paid, and the time is gone (D-96)', () => {
  it('keeps the deposit for another time of the same type, and the payment then names that appointment', async () => {
    const answers: Record<string, unknown> = { [create]: undefined };
    const page = await atDeposit({ answers });
    expect(await page.dispatch(settleDeposit(paid))).toBe('gone');
    expect(page.booking().draft).toMatchObject({ isSaved: false, deposit_paid: true, paymentRequestId: 'payment-1' });
  });

  it('forgets the deposit where another type is chosen: that one asks its own', async () => {
    const page = await atDeposit();
    page.dispatch(
      visitChosen({
        group: { provider: { id: 'ada', firstName: 'Ada' }, products: [{ id: exam.id, name: exam.name }] },
        isDropoff: false,
      }),
    );
    expect(page.booking().draft.paymentRequestId).toBe('payment-1');
    page.dispatch(
      visitChosen({ group: { provider: null, products: [{ id: 'dental', name: 'Dental' }] }, isDropoff: false }),
    );
    expect(page.booking().draft).toMatchObject({ paymentRequestId: null, deposit: null, deposit_paid: false });
  });

  it('links the deposit also when the form saves the other time', async () => {
    const page = await atDeposit({ draft: { deposit_paid: true } });
    expect(await page.dispatch(saveAppointment(false))).toEqual({ kind: 'saved' });
    expect(page.changes().map(([call]) => call)).toEqual([create, link]);
  });
});

describe('back from the bank (DEP-20, QUERY-05, D-99)', () => {
  const statuses = [
    ['complete', { ...paid }, 'Payment succeeded!', 'paid', 'paid'],
    [
      'processing',
      { ...open, client_secret: null, status: 'processing' },
      'Your payment is processing.',
      'processing',
      'processing',
    ],
    [
      'failed',
      { ...open, status: 'failed' },
      'Your payment was not successful, please try again.',
      'payable',
      'payable',
    ],
    [
      'requires_action',
      { ...open, client_secret: null, status: 'requires_action', next_action: bank },
      'Something went wrong.',
      'payable',
      'processing',
    ],
    ['expired', { ...open, client_secret: null, status: 'expired' }, 'Something went wrong.', 'payable', 'over'],
  ] as const;

  it.each(statuses)('%s with the booking on this device', async (_, payment, message, kind) => {
    const page = await atDeposit({
      isPaymentReturn: true,
      answers: {
        'GET /payment_requests/ppid/payment-1': payment,
        'POST /payment_requests/start_payment': { ...open, id: 'payment-2' },
      },
    });
    expect(await page.dispatch(openDeposit())).toMatchObject({ kind, message });
  });

  it.each(statuses)('%s without it', async (_, payment, message, __, kind) => {
    const page = await atDeposit({
      isPaymentReturn: true,
      paymentId: 'payment-1',
      answers: { 'GET /payment_requests/ppid/payment-1': payment },
    });
    expect(await page.dispatch(openDeposit())).toMatchObject({ kind, message });
    expect(page.changes()).toEqual([]);
  });

  it('failed, for somebody who did not begin the payment', async () => {
    const page = await atDeposit({
      isPaymentReturn: true,
      paymentId: 'payment-1',
      answers: { 'GET /payment_requests/ppid/payment-1': { ...open, client_secret: null, status: 'failed' } },
    });
    expect(await page.dispatch(openDeposit())).toEqual({
      kind: 'over',
      message: 'Your payment was not successful, please try again.',
    });
  });
});

it('a payment link opens for an owner whose session has run out, as for everybody (ROUTE-04, D-40)', async () => {
  const page = await atDeposit({
    paymentId: 'payment-1',
    isRunOut: true,
    answers: { 'GET /payment_requests/ppid/payment-1': open, 'POST /user/v1/auth/guest-sign-in': guest() },
  });
  expect(await page.dispatch(openDeposit())).toMatchObject({ kind: 'payable', message: null });
  expect(page.store.getState().session.user?.is_guest).toBe(true);
});

describe('an owner whose session has run out at their own deposit (ERR-04, D-18)', () => {
  const again = {
    'POST /user/v1/auth/guest-sign-in': guest(),
    'POST /user/v1/auth/code/init': { sent: true },
    'GET /payment_requests/ppid/payment-1': { ...open, client_secret: null },
  };

  it('is sent a code, and the booking and its time wait', async () => {
    const page = await atDeposit({ isRunOut: true, answers: again });
    const { draft } = page.booking();
    expect(await page.dispatch(openDeposit())).toEqual({ kind: 'opening' });
    expect(page.booking().position).toEqual({ step: 'verification', origin: 'client-info' });
    expect(page.booking().draft).toEqual(draft);
    expect(page.changes().at(-1)).toEqual([
      'POST /user/v1/auth/code/init',
      expect.objectContaining({ phoneNumber: '5125550142' }),
    ]);
  });

  it('stays where no code can be sent, and can try again', async () => {
    const page = await atDeposit({ isRunOut: true, answers: { ...again, 'POST /user/v1/auth/code/init': undefined } });
    expect(await page.dispatch(openDeposit())).toEqual({ kind: 'over', message: 'An unexpected error occurred.' });
    expect(page.booking().position).toEqual({ step: 'deposit' });
  });

  it('proves who they are before a paid deposit is settled', async () => {
    const page = await atDeposit({ isRunOut: true, draft: onRequest, answers: again });
    page.dispatch(appointmentBooked(appointment('REQUESTED')));
    expect(await page.dispatch(settleDeposit(paid))).toBe('failed');
    expect(page.booking()).toMatchObject({
      position: { step: 'verification', origin: 'client-info' },
      draft: { deposit_paid: true, paymentRequestId: 'payment-1', appointmentId: 'appointment-1' },
    });
  });
});
