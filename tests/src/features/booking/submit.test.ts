// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../../src/api/session';
import { emptyForm } from '../../../../src/domain/booking/draft';
import { pickTime } from '../../../../src/features/booking/hold';
import { report } from '../../../../src/features/booking/report';
import { resendCode } from '../../../../src/features/booking/lookup';
import { confirmNotice, submitClientInfo, submitCode } from '../../../../src/features/booking/submit';
import { portalDb } from '../../../../src/offline/db';
import { ok, reply, tinyServer, type Seen } from '../../../support/tinyServer';
import { guest, owner } from '../../api/support';
import { chooseExam, openPage, slot } from './bookingSupport';
import { exam } from './stepSupport';

const values = {
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
const appointment = (id = 'appointment-1', status = 'ACCEPTED') => ({
  id,
  status,
  fromDate: slot().dateTime,
  toDate: '2026-11-25T17:00:00.000Z',
  items: [{ clientId: 'client-1', providerId: 'ada', metadata: { providerName: 'Ada', providerAvatar: null, productId: 'exam', productName: 'Exam', patientName: 'Biscuit', productTime: 30 } }],
  providers: [],
});
const client = { id: 'client-1', first_name: 'Riley', last_name: 'Park', email: null, phone: null, created_at: '2020-01-01T00:00:00Z', patients: [] };

type Answer = (response: ServerResponse, request: Seen) => void;
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
async function atForm(answers: Record<string, Answer> = {}, feature_settings: Record<string, unknown> = {}) {
  const table = { ...yes, ...answers };
  const server = await tinyServer((request, response) => {
    const answer = table[last(request.url)];
    if (answer) answer(response, request);
    else reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
  servers.push(server);
  // A clinic of its own: what an earlier test's page still saves is none of this one's.
  const clinicId = `clinic-${++clinics}`;
  const page = await openPage({ base: server.base, clinicId, shop: { feature_settings } });
  page.store.dispatch(report('new-chosen'));
  chooseExam(page);
  await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
  // The client's sync goes on beside everything (D-36).
  const calls = () => server.seen.map((each) => last(each.url)).filter((name) => name !== 'find_and_sync');
  const step = () => page.booking().position.step;
  return { ...page, clinicId, server, calls, step, seen: (name: string) => server.seen.filter((each) => last(each.url) === name) };
}

describe('submitting the form', () => {
  it('checks the contacts, sends a code to the phone, and saves nothing yet', async () => {
    const page = await atForm();
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.calls().sort()).toEqual(['access', 'check-availability', 'guest-sign-in', 'init', 'keyword_actions']);
    expect(JSON.parse(page.seen('init')[0]?.body ?? '')).toMatchObject({ phoneNumber: '5125550142', phoneCode: '1', email: 'riley@example.com', role: 'ROLE_CUSTOMER' });
    expect(page.booking().position).toEqual({ step: 'verification', origin: 'client-info' });
  });

  it('an owner who is signed out meanwhile goes on by a code, with the same time (ERR-04)', async () => {
    const page = await atForm({ upsert: (response) => reply(response, 401, { success: false, code: 'unauthorized', message: 'Unauthorized' }) });
    page.store.dispatch(sessionStarted(owner()));
    const { time, hold } = page.booking().draft;
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({ position: { step: 'verification', origin: 'client-info' }, draft: { time, hold } });
    expect(page.seen('init')).toHaveLength(1);
    expect(page.seen('appointments')).toEqual([]);
  });

  it.each([
    ['a contact the clinic does not take', { access: ((response) => ok(response, { pass: false })) as Answer }],
    ['an account the clinic has closed', { 'check-availability': ((response) => ok(response, { available: false })) as Answer }],
  ])('leads %s to no availability', async (_, answers) => {
    const page = await atForm(answers);
    await page.store.dispatch(submitClientInfo(values));
    expect(page.step()).toBe('no-availability');
    expect(page.calls()).not.toContain('init');
  });

  const broken: Answer = (response) => reply(response, 500, { success: false, code: 'internal', message: 'Internal error' });

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
    expect(JSON.parse(page.seen('upsert')[0]?.body ?? '')).toMatchObject({ first_name: 'Riley', last_name: 'Park', source: 'client_info_collection' });
    expect(page.booking()).toMatchObject({ position: { step: 'success' }, booked: { id: 'appointment-1' }, draft: { isSaved: true, hold: null } });
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
    expect(sent).toMatchObject({ date: slot().dateTime, patientName: 'Biscuit', isReminderSMS: true, isReturningClient: true, saveAsRequest: false });
    expect(sent.products).toEqual([{ id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' }]);
    expect(page.seen('appointments')[0]?.headers.authorization).toBe('Bearer owner-1');
    expect(page.step()).toBe('success');
  });

  it('stays when it is wrong, and when nobody answers', async () => {
    const wrong = await atCode({ verify: (response) => reply(response, 401, { success: false, code: 'InvalidCode', message: 'Invalid code' }) });
    expect(await wrong.store.dispatch(submitCode('000000'))).toBe('wrong');
    expect(wrong.step()).toBe('verification');
    const silent = await atCode({ verify: (response) => response.destroy() });
    expect(await silent.store.dispatch(submitCode('000000'))).toBe('failed');
  });

  it('clears the saved booking when no further code will do (VERIF-10)', async () => {
    const page = await atCode({ verify: (response) => reply(response, 400, { success: false, code: 'VerificationMaximumExceeded', message: 'VerificationMaximumExceeded' }) });
    await expect.poll(() => portalDb().drafts.get(page.clinicId)).toBeDefined();
    expect(await page.store.dispatch(submitCode('000000'))).toBe('exceeded');
    await expect.poll(() => portalDb().drafts.get(page.clinicId)).toBeUndefined();
    expect(page.store.getState().toasts).toEqual([]);
  });

  it('is sent again to the same contact', async () => {
    const page = await atCode();
    expect(await page.store.dispatch(resendCode())).toBe(true);
    expect(page.seen('init').map((each) => each.body)).toEqual([page.seen('init')[0]?.body, page.seen('init')[0]?.body]);
  });
});

describe('saving', () => {
  async function signedIn(answers: Record<string, Answer>) {
    const page = await atForm(answers);
    page.store.dispatch(sessionStarted(owner()));
    return page;
  }

  it('leads back to the picker when the time is gone, with everything typed', async () => {
    const page = await signedIn({ appointments: (response) => reply(response, 409, { success: false, code: 'slot_gone', message: 'gone' }) });
    await page.store.dispatch(submitClientInfo(values));
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'slot-gone', goneTimes: [slot().dateTime] });
    expect(page.booking().draft).toMatchObject({ time: null, note: values.note, customer: { petName: 'Biscuit' } });
  });

  it('sends the same key when a lost reply is tried again (D-97)', async () => {
    let count = 0;
    const page = await signedIn({ appointments: (response) => (++count === 1 ? void response.destroy() : ok(response, appointment())) });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    await page.store.dispatch(submitClientInfo(values));
    const keys = page.seen('appointments').map((each) => each.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toBe(page.booking().draft.createKey);
    expect(page.step()).toBe('success');
  });

  it('shows the appointment of the first try when the second said something else (D-97)', async () => {
    const page = await signedIn({
      appointments: (response) => reply(response, 422, { success: false, code: 'idempotency_mismatch', message: 'other', result: { id: 'first' } }),
      first: (response) => ok(response, appointment('first')),
    });
    await page.store.dispatch(submitClientInfo(values));
    expect(page.booking()).toMatchObject({ position: { step: 'success' }, booked: { id: 'first' } });
  });

  it('asks for the form again when it fails after the code, since the code is used up', async () => {
    const page = await atForm({ appointments: (response) => reply(response, 422, { success: false, code: 'not_allowed', message: 'Not possible online.' }) });
    await page.store.dispatch(submitClientInfo(values));
    await page.store.dispatch(submitCode('123456'));
    expect(page.step()).toBe('client-info');
    expect(page.store.getState().toasts.map((toast) => toast.text)).toEqual(['Not possible online.']);
    expect(page.store.getState().session.token).toBe('owner-1');
  });

  it('says under the field when a contact belongs to somebody else (D-21)', async () => {
    const page = await signedIn({ upsert: (response) => reply(response, 409, { success: false, code: 'AliasAlreadyUsed', message: 'AliasAlreadyUsed' }) });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({
      kind: 'refused',
      fields: { phoneNumber: 'This phone number or email is already in use. Please sign in as a returning client.' },
    });
    expect(page.store.getState().toasts).toEqual([]);
  });
});

describe('the five checks in their order', () => {
  const asksCalendar = { check_vetbridge_time_slot_availability: true };
  const urgent = { id: 'urgent', keywords: ['limps'], product_ids: [], all_products: true, action_type: 'prompt', prompt_message: 'I understand', info_message: 'Please call us.' };
  const withNotice: Answer = (response) => ok(response, [urgent]);
  const free: Answer = (response) => ok(response, { available: true });
  const taken: Answer = (response) => ok(response, { available: false });
  /** The check succeeds for the pick, and `then` answers at submit. */
  const afterPick = (then: Answer): Answer => {
    let asked = 0;
    return (response, request) => (++asked === 1 ? free : then)(response, request);
  };

  it('asks the calendar between the contacts and the notice, and only where no time is held (INFO-19)', async () => {
    const page = await atForm({ check: afterPick(taken), keyword_actions: withNotice }, asksCalendar);
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'slot-gone', notice: null });
    expect(page.calls()).not.toContain('init');
    expect(JSON.parse(page.seen('check').at(-1)?.body ?? '')).toMatchObject({ start_time: slot().dateTime, duration: 30, appointment_type_id: 'exam' });
  });

  it('asks the calendar only once the contacts may book', async () => {
    const refused = await atForm({ check: afterPick(taken), access: (response) => ok(response, { pass: false }) }, asksCalendar);
    await refused.store.dispatch(submitClientInfo(values));
    expect(refused.step()).toBe('no-availability');
    expect(refused.seen('check')).toHaveLength(1);
  });

  it('asks the calendar only where the clinic wants it', async () => {
    const unasked = await atForm();
    await unasked.store.dispatch(submitClientInfo(values));
    expect(unasked.seen('check')).toHaveLength(0);
  });

  it('stays when nobody answers for the calendar (D-60)', async () => {
    const page = await atForm({ check: afterPick((response) => void response.destroy()) }, asksCalendar);
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    expect(page.step()).toBe('client-info');
    expect(page.booking().draft.time).not.toBeNull();
  });

  it('shows a notice before anything is stored or sent, and goes on behind it (INFO-20, KEY-09)', async () => {
    const page = await atForm({ keyword_actions: withNotice });
    page.store.dispatch(sessionStarted(owner()));
    await page.store.dispatch(submitClientInfo({ ...values, firstName: 'Riley Stone' }));
    expect(page.booking()).toMatchObject({ position: { step: 'keyword-notice' }, notice: { id: 'urgent' }, draft: { confirmed_keyword_action: null } });
    expect(page.calls()).not.toContain('profile');
    expect(page.calls()).not.toContain('upsert');

    expect(await page.store.dispatch(confirmNotice())).toEqual({ kind: 'moved' });
    expect(page.step()).toBe('success');
    expect(page.calls().slice(-3)).toEqual(['profile', 'upsert', 'appointments']);
    expect(JSON.parse(page.seen('appointments')[0]?.body ?? '')).toMatchObject({ confirmed_keyword_action: 'urgent' });
  });

  it('goes back from a notice to the form, and asks again when the note or the type has changed (KEY-10, D-92)', async () => {
    const page = await atForm({ keyword_actions: withNotice });
    await page.store.dispatch(submitClientInfo(values));
    page.store.dispatch(report('went-back'));
    expect(page.booking()).toMatchObject({ position: { step: 'client-info' }, notice: null });
    await page.store.dispatch(submitClientInfo(values));
    await page.store.dispatch(confirmNotice());
    expect(page.step()).toBe('verification');
    page.store.dispatch(report('went-back'));
    await page.store.dispatch(submitClientInfo(values));
    expect(page.step()).toBe('verification');
    page.store.dispatch(report('went-back'));
    await page.store.dispatch(submitClientInfo({ ...values, note: 'limps on the other leg' }));
    expect(page.step()).toBe('keyword-notice');
  });

  it('lets nobody wait for a list of notices that does not come (ERR-09)', async () => {
    const page = await atForm({ keyword_actions: (response) => reply(response, 500, { success: false, code: 'internal', message: 'x' }) });
    await page.store.dispatch(submitClientInfo(values));
    expect(page.step()).toBe('verification');
    expect(page.store.getState().toasts).toEqual([]);
  });

  it('stores only what has changed in the profile, of a signed-in owner (INFO-21, D-88)', async () => {
    const page = await atForm();
    page.store.dispatch(sessionStarted(owner()));
    await page.store.dispatch(submitClientInfo({ ...values, email: 'other@example.com' }));
    expect(page.calls().slice(-3)).toEqual(['profile', 'upsert', 'appointments']);
    expect(JSON.parse(page.seen('profile')[0]?.body ?? '')).toEqual({ email: 'other@example.com' });
  });

  it('says beside the changed contact that it is somebody else’s, and stays (D-21, ERR-07)', async () => {
    const alias: Answer = (response) => reply(response, 409, { success: false, code: 'AliasAlreadyUsed', message: 'AliasAlreadyUsed' });
    const page = await atForm({ profile: alias });
    page.store.dispatch(sessionStarted(owner()));
    const text = 'This phone number or email is already in use. Please sign in as a returning client.';
    expect(await page.store.dispatch(submitClientInfo({ ...values, email: 'other@example.com' }))).toEqual({ kind: 'refused', fields: { email: text } });
    expect(page.step()).toBe('client-info');
    expect(page.store.getState().toasts).toEqual([]);

    const behind = await atForm({ profile: alias, keyword_actions: withNotice });
    behind.store.dispatch(sessionStarted(owner()));
    await behind.store.dispatch(submitClientInfo({ ...values, email: 'other@example.com' }));
    await behind.store.dispatch(confirmNotice());
    expect(behind.booking()).toMatchObject({ position: { step: 'client-info' }, refusedFields: { email: text } });
  });

  it('stores the address where it was asked and answered (INFO-02)', async () => {
    const page = await atForm({}, { client_address_enabled: true });
    page.store.dispatch(sessionStarted(owner()));
    await page.store.dispatch(submitClientInfo({ ...values, address1: '1 Main  St', city: 'Austin', state: 'TX', zip: '78701' }));
    expect(JSON.parse(page.seen('upsert')[0]?.body ?? '')).toMatchObject({ address1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' });
    const unasked = await atForm();
    unasked.store.dispatch(sessionStarted(owner()));
    await unasked.store.dispatch(submitClientInfo({ ...values, address1: '1 Main St' }));
    expect(JSON.parse(unasked.seen('upsert')[0]?.body ?? '')).not.toHaveProperty('address1');
  });

  it('tells the error service that an appointment was not saved, and nothing about the owner (SAVE-06, SAVE-07)', async () => {
    const page = await atForm({ appointments: (response) => reply(response, 500, { success: false, code: 'internal', message: 'x' }) });
    page.store.dispatch(sessionStarted(owner()));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    expect(page.booking().notSaved).toEqual({ kind: 'http', status: 500, code: 'internal' });
    expect(page.store.getState().toasts.map(({ text }) => text)).toEqual(['Oops! Something went wrong. Please try again in a few seconds.']);
  });
});
