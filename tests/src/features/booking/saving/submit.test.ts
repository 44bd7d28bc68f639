// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../../../src/state/session';
import { bookingApi } from '../../../../../src/features/booking/api';
import { productsQuery, selectClient } from '../../../../../src/features/booking/store/facts';
import { findAccount, resendCode } from '../../../../../src/features/booking/client/lookup';
import { report } from '../../../../../src/features/booking/store/report';
import { customerEntered } from '../../../../../src/features/booking/store/slice';
import { submitClientInfo, submitCode } from '../../../../../src/features/booking/saving/submit';
import { trackingApi } from '../../../../../src/features/tracking/api';
import { portalDb } from '../../../../../src/offline/database/db';
import { ok, reply } from '../../../../support/tinyServer';
import { owner } from '../../../api/support';
import { slot } from '../bookingSupport';
import { exam } from '../steps/stepSupport';
import { appointment, atForm, atStart, client, values, type Answer } from './submitSupport';

const broken: Answer = (response) =>
  reply(response, 500, { success: false, code: 'internal', message: 'Internal error' });

describe('submitting the form', () => {
  it('checks the contacts, sends a code to the phone, and saves nothing yet', async () => {
    const page = await atForm();
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.calls().sort()).toEqual(['access', 'check-availability', 'guest-sign-in', 'init', 'keyword_actions']);
    expect(JSON.parse(page.seen('init')[0]?.body ?? '')).toMatchObject({
      phoneNumber: '5125550142',
      phoneCode: '1',
      email: 'riley@example.com',
      role: 'ROLE_CUSTOMER',
    });
    expect(page.booking().position).toEqual({ step: 'verification', origin: 'client-info' });
  });

  it("goes back to the picker where a resumed booking's type is offered no more, and sends nothing (D-408)", async () => {
    const page = await atForm({ products: (response) => ok(response, [{ ...exam, id: 'another' }]) });
    await page.store.dispatch(bookingApi.endpoints.listProducts.initiate(productsQuery(null), { forceRefetch: true }));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      pickerMessage: 'visit-refused',
      draft: { time: null },
    });
    expect(page.calls()).toEqual(['products']);
  });

  it('an owner who is signed out meanwhile goes on by a code, with the same time (ERR-04)', async () => {
    const page = await atForm({
      upsert: (response) => reply(response, 401, { success: false, code: 'unauthorized', message: 'Unauthorized' }),
    });
    page.store.dispatch(sessionStarted(owner()));
    const { time, hold } = page.booking().draft;
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({
      position: { step: 'verification', origin: 'client-info' },
      draft: { time, hold },
    });
    expect(page.seen('init')).toHaveLength(1);
    expect(page.seen('appointments')).toEqual([]);
  });

  it.each([
    ['a contact the clinic does not take', { access: ((response) => ok(response, { pass: false })) as Answer }],
    [
      'an account the clinic has closed',
      { 'check-availability': ((response) => ok(response, { available: false })) as Answer },
    ],
  ])('leads %s to no availability', async (_, answers) => {
    const page = await atForm(answers);
    await page.store.dispatch(submitClientInfo(values));
    expect(page.step()).toBe('no-availability');
    expect(page.calls()).not.toContain('init');
  });

  it('goes on when the access check breaks (D-16)', async () => {
    const open = await atForm({ access: broken });
    expect(await open.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(open.store.getState().toasts).toEqual([]);
  });

  it('stays when the account check breaks (D-17)', async () => {
    const closed = await atForm({ 'check-availability': broken });
    expect(await closed.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    expect(closed.step()).toBe('client-info');
    expect(closed.store.getState().toasts).toHaveLength(1);
  });

  it('saves at once for a signed-in owner, without asking about their own contacts', async () => {
    const page = await atForm();
    page.store.dispatch(sessionStarted(owner()));
    await page.store.dispatch(submitClientInfo(values));
    expect(page.calls()).toEqual(['keyword_actions', 'upsert', 'appointments']);
    expect(JSON.parse(page.seen('upsert')[0]?.body ?? '')).toMatchObject({
      first_name: 'Riley',
      last_name: 'Park',
      source: 'client_info_collection',
    });
    expect(page.booking()).toMatchObject({
      position: { step: 'success' },
      booked: { id: 'appointment-1' },
      draft: { isSaved: true, hold: null },
    });
  });
});

describe('the code', () => {
  async function atCode(answers: Record<string, Answer> = {}) {
    const page = await atForm(answers);
    await page.store.dispatch(submitClientInfo(values));
    return page;
  }

  it('signs in, stores the client and saves the appointment', async () => {
    const page = await atCode();
    expect(await page.store.dispatch(submitCode('123456'))).toBe('moved');
    expect(page.calls().slice(5)).toEqual(['verify', 'by_user_id', 'upsert', 'appointments']);
    expect(page.store.getState().session).toMatchObject({ token: 'owner-1', user: { is_guest: false } });
    const sent = JSON.parse(page.seen('appointments')[0]?.body ?? '');
    expect(sent).toMatchObject({
      date: slot().dateTime,
      patientName: 'Biscuit',
      isReminderSMS: true,
      isReturningClient: true,
      saveAsRequest: false,
    });
    expect(sent.products).toEqual([{ id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' }]);
    expect(page.seen('appointments')[0]?.headers.authorization).toBe('Bearer owner-1');
    expect(page.step()).toBe('success');
  });

  it.each([
    [[{ id: 'p1', name: 'Biscuit', species_id: 'dog' }], 'p1'],
    [[], null],
  ])('books the chosen pet where it is of whoever proved to be there: %j (D-408)', async (patients, patientId) => {
    const page = await atCode({ upsert: (response) => ok(response, { ...client, patients }) });
    page.store.dispatch(customerEntered({ ...page.booking().draft.customer!, patientId: 'p1' }));
    await page.store.dispatch(submitCode('123456'));
    expect(JSON.parse(page.seen('appointments')[0]?.body ?? '')).toMatchObject({ patientId, patientName: 'Biscuit' });
  });

  it('stays when it is wrong, and when nobody answers', async () => {
    const wrong = await atCode({
      verify: (response) => reply(response, 401, { success: false, code: 'InvalidCode', message: 'Invalid code' }),
    });
    expect(await wrong.store.dispatch(submitCode('000000'))).toBe('wrong');
    expect(wrong.step()).toBe('verification');
    const silent = await atCode({ verify: (response) => response.destroy() });
    expect(await silent.store.dispatch(submitCode('000000'))).toBe('failed');
  });

  it('clears the saved booking when no further code will do (VERIF-10)', async () => {
    const page = await atCode({
      verify: (response) =>
        reply(response, 400, {
          success: false,
          code: 'VerificationMaximumExceeded',
          message: 'VerificationMaximumExceeded',
        }),
    });
    await expect.poll(() => portalDb().drafts.get(page.clinicId)).toBeDefined();
    expect(await page.store.dispatch(submitCode('000000'))).toBe('exceeded');
    await expect.poll(() => portalDb().drafts.get(page.clinicId)).toBeUndefined();
    expect(page.store.getState().toasts).toEqual([]);
  });

  it('is sent again to the same contact', async () => {
    const page = await atCode();
    expect(await page.store.dispatch(resendCode())).toBe(true);
    expect(page.seen('init').map((each) => each.body)).toEqual([
      page.seen('init')[0]?.body,
      page.seen('init')[0]?.body,
    ]);
  });
});

describe("a returning client's code", () => {
  it("gives an account without a name the record's, which stays known, whatever else is under way (VERIF-08, D-27)", async () => {
    let visitRecorded = () => {};
    const page = await atStart({
      verify: (response) => ok(response, { ...owner(), user: { ...owner().user, firstName: null } }),
      by_user_id: (response) => ok(response, client),
      find_and_sync: (response) => ok(response, client),
      booking_sessions: (response) => (visitRecorded = () => ok(response, { recorded: true })),
    });
    page.store.dispatch(report('returning-chosen'));
    await page.store.dispatch(findAccount({ phoneNumber: '5125550142', email: '' }));
    const visit = page.store.dispatch(
      trackingApi.endpoints.recordBookingSession.initiate({ body: { session_id: 'visit-1', last_recorded_step: 2 } }),
    );
    await expect.poll(() => page.seen('booking_sessions')).toHaveLength(1);
    const entered = page.store.dispatch(submitCode('123456'));
    await expect.poll(() => page.seen('by_user_id')).toHaveLength(1);
    visitRecorded();
    await visit;
    expect(await entered).toBe('moved');
    expect(page.seen('name').map(({ body }) => JSON.parse(body))).toEqual([{ firstName: 'Riley Park' }]);
    expect(page.store.getState().session.user?.firstName).toBe('Riley Park');
    expect(selectClient(page.store.getState())).toEqual(client);
  });
});

describe('saving', () => {
  async function signedIn(answers: Record<string, Answer>) {
    const page = await atForm(answers);
    page.store.dispatch(sessionStarted(owner()));
    return page;
  }

  it('leaves the record known, which the insurer is told from (D-102)', async () => {
    const page = await signedIn({ by_user_id: (response) => ok(response, client) });
    await page.store.dispatch(submitClientInfo(values));
    expect(page.step()).toBe('success');
    expect(selectClient(page.store.getState())).toEqual(client);
    await expect.poll(() => page.seen('by_user_id')).toHaveLength(1);
    expect(selectClient(page.store.getState())).toEqual(client);
  });

  it('leads back to the picker when the time is gone, with everything typed', async () => {
    const page = await signedIn({
      appointments: (response) => reply(response, 409, { success: false, code: 'slot_gone', message: 'gone' }),
    });
    await page.store.dispatch(submitClientInfo(values));
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      pickerMessage: 'slot-gone',
      goneTimes: [slot().dateTime],
    });
    expect(page.booking().draft).toMatchObject({ time: null, note: values.note, customer: { petName: 'Biscuit' } });
  });

  it('sends the same key when a lost reply is tried again (D-97)', async () => {
    let count = 0;
    const page = await signedIn({
      appointments: (response) => (++count === 1 ? void response.destroy() : ok(response, appointment())),
    });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    expect(page.booking().hasSaveFailed).toBe(true);
    await page.store.dispatch(submitClientInfo(values));
    expect(page.booking().hasSaveFailed).toBe(false);
    const keys = page.seen('appointments').map((each) => each.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toBe(page.booking().draft.createKey);
    expect(page.step()).toBe('success');
  });

  it('shows the appointment of the first try when the second said something else (D-97)', async () => {
    const page = await signedIn({
      appointments: (response) =>
        reply(response, 422, {
          success: false,
          code: 'idempotency_mismatch',
          message: 'other',
          result: { id: 'first' },
        }),
      first: (response) => ok(response, appointment('first')),
    });
    await page.store.dispatch(submitClientInfo(values));
    expect(page.booking()).toMatchObject({ position: { step: 'success' }, booked: { id: 'first' } });
  });

  it.each([
    ['the note', { petName: 'Biscuit', note: 'Coughs too' }, { note: 'Limps' }, ['note']],
    ['the pet and the note', { petName: 'Rex', note: 'Coughs too' }, { note: 'Limps' }, ['pet', 'note']],
    ['the time', { note: 'Limps' }, { note: 'Limps', fromDate: '2026-11-24T16:30:00.000Z' }, ['time']],
    ['nothing that the owner chooses', { note: 'Limps' }, { note: 'Limps' }, []],
  ])('knows what of the second try was not taken: %s (D-97)', async (_, typed, first, notTaken) => {
    const page = await signedIn({
      appointments: (response) =>
        reply(response, 422, {
          success: false,
          code: 'idempotency_mismatch',
          message: 'other',
          result: { id: 'first' },
        }),
      first: (response) => ok(response, { ...appointment('first'), ...first }),
    });
    await page.store.dispatch(submitClientInfo({ ...values, ...typed }));
    expect(page.booking()).toMatchObject({
      position: { step: 'success' },
      booked: { id: 'first' },
      draft: { notTaken },
    });
  });

  it('asks for the form again when it fails after the code, since the code is used up', async () => {
    const page = await atForm({ appointments: broken });
    await page.store.dispatch(submitClientInfo(values));
    await page.store.dispatch(submitCode('123456'));
    expect([page.step(), page.booking().hasSaveFailed]).toEqual(['client-info', true]);
    expect(page.store.getState().session.token).toBe('owner-1');
  });

  it('leaves it to a cap to say whom to call, and does not ask to try again (D-404)', async () => {
    const page = await signedIn({
      appointments: (response) =>
        reply(response, 429, { success: false, code: 'too_many_requests', message: 'Please call 512-555-0100.' }),
    });
    expect(await page.store.dispatch(submitClientInfo(values))).toMatchObject({ kind: 'failed' });
    expect(page.booking().hasSaveFailed).toBe(false);
  });

  it('reads anew what the clinic offers when it takes the visit no more, and leads back to it (D-408)', async () => {
    const page = await atForm({
      appointments: (response) =>
        reply(response, 422, { success: false, code: 'not_allowed', message: 'Not possible online.' }),
    });
    await page.store.dispatch(submitClientInfo(values));
    await page.store.dispatch(submitCode('123456'));
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'visit-refused' });
    expect(page.seen('products').length).toBeGreaterThan(0);
    expect(page.store.getState().toasts.map(({ text }) => text)).not.toContain('Not possible online.');
    expect(page.store.getState().session.token).toBe('owner-1');
  });

  it('says under the field when a contact belongs to somebody else (D-21)', async () => {
    const page = await signedIn({
      upsert: (response) =>
        reply(response, 409, { success: false, code: 'AliasAlreadyUsed', message: 'AliasAlreadyUsed' }),
    });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({
      kind: 'refused',
      fields: { phoneNumber: 'This phone number or email is already in use. Please sign in as a returning client.' },
    });
    expect(page.store.getState().toasts).toEqual([]);
  });
});
