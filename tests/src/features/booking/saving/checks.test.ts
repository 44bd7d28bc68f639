// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../../../src/state/session';
import { report } from '../../../../../src/features/booking/store/report';
import { confirmNotice, submitClientInfo } from '../../../../../src/features/booking/saving/submit';
import { ok, reply } from '../../../../support/tinyServer';
import { owner } from '../../../api/support';
import { slot } from '../bookingSupport';
import { exam } from '../steps/stepSupport';
import { appointment, atForm, values, type Answer } from './submitSupport';

describe('the five checks in their order', () => {
  const asksCalendar = { check_vetbridge_time_slot_availability: true };
  const urgent = {
    id: 'urgent',
    keywords: ['limps'],
    product_ids: [],
    all_products: true,
    action_type: 'prompt',
    prompt_message: 'I understand',
    info_message: 'Please call us.',
  };
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
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      pickerMessage: 'slot-gone',
      notice: null,
    });
    expect(page.calls()).not.toContain('init');
    expect(JSON.parse(page.seen('check').at(-1)?.body ?? '')).toMatchObject({
      start_time: slot().dateTime,
      duration: 30,
      appointment_type_id: 'exam',
    });
  });

  it('asks the calendar only once the contacts may book', async () => {
    const refused = await atForm(
      { check: afterPick(taken), access: (response) => ok(response, { pass: false }) },
      asksCalendar,
    );
    await refused.store.dispatch(submitClientInfo(values));
    expect(refused.step()).toBe('no-availability');
    expect(refused.seen('check')).toHaveLength(1);
  });

  it('asks the calendar only where the clinic wants it', async () => {
    const unasked = await atForm();
    await unasked.store.dispatch(submitClientInfo(values));
    expect(unasked.seen('check')).toHaveLength(0);
  });

  it('leaves it to the create call once that went out: the time may be taken by this very visit (D-97)', async () => {
    let created = 0;
    const page = await atForm(
      {
        check: afterPick((response) => ok(response, { available: created === 0 })),
        appointments: (response) => {
          created += 1;
          // The first answer is lost: an access point of the café says something else in its place.
          if (created > 1) ok(response, appointment());
          else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome to our café</html>');
        },
      },
      asksCalendar,
    );
    page.store.dispatch(sessionStarted(owner()));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({ position: { step: 'success' }, pickerMessage: null });
    expect([page.seen('check').length, created]).toEqual([2, 2]);
  });

  it('says that the type is offered no more, not that the time is gone, and reads the offer anew (D-408)', async () => {
    const gone: Answer = (response) =>
      reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
    const page = await atForm(
      {
        check: afterPick(gone),
        products: (response) => ok(response, [{ ...exam, id: 'other' }]),
        providers: (response) => ok(response, { content: [{ id: 'ada', firstName: 'Ada' }] }),
      },
      asksCalendar,
    );
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'visit-refused' });
    expect(page.calls()).toContain('products');
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
    expect(page.booking()).toMatchObject({
      position: { step: 'keyword-notice' },
      notice: { id: 'urgent' },
      draft: { confirmed_keyword_action: null },
    });
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
    const page = await atForm({
      keyword_actions: (response) => reply(response, 500, { success: false, code: 'internal', message: 'x' }),
    });
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
    const alias: Answer = (response) =>
      reply(response, 409, { success: false, code: 'AliasAlreadyUsed', message: 'AliasAlreadyUsed' });
    const page = await atForm({ profile: alias });
    page.store.dispatch(sessionStarted(owner()));
    const text = 'This phone number or email is already in use. Please sign in as a returning client.';
    expect(await page.store.dispatch(submitClientInfo({ ...values, email: 'other@example.com' }))).toEqual({
      kind: 'refused',
      fields: { email: text },
    });
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
    await page.store.dispatch(
      submitClientInfo({ ...values, address1: '1 Main  St', city: 'Austin', state: 'TX', zip: '78701' }),
    );
    expect(JSON.parse(page.seen('upsert')[0]?.body ?? '')).toMatchObject({
      address1: '1 Main St',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      country: 'US',
    });
    const unasked = await atForm();
    unasked.store.dispatch(sessionStarted(owner()));
    await unasked.store.dispatch(submitClientInfo({ ...values, address1: '1 Main St' }));
    expect(JSON.parse(unasked.seen('upsert')[0]?.body ?? '')).not.toHaveProperty('address1');
  });

  it('tells the error service that an appointment was not saved, and nothing about the owner (SAVE-06, SAVE-07)', async () => {
    const page = await atForm({
      appointments: (response) => reply(response, 500, { success: false, code: 'internal', message: 'x' }),
    });
    page.store.dispatch(sessionStarted(owner()));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    expect(page.booking().notSaved).toEqual({ kind: 'http', status: 500, code: 'internal' });
    expect(page.store.getState().toasts.map(({ text }) => text)).toEqual([
      'Oops! Something went wrong. Please try again in a few seconds.',
    ]);
  });
});
