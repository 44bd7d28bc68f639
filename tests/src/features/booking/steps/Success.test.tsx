// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactsOnly } from '../../../../../src/features/booking/client/requestBodies';
import { Success } from '../../../../../src/features/booking/steps/Success';
import { report } from '../../../../../src/features/booking/store/report';
import { formatDateTime } from '../../../../../src/domain/clinicTime';
import { pickedTime } from '../../../../../src/domain/booking/saving';
import { ok, reply, tinyServer } from '../../../../support/tinyServer';
import { exampleShop } from '../../../shop';
import { slot } from '../bookingSupport';
import { appointment, client } from '../saving/submitSupport';
import { owner } from '../../../api/support';
import type { Draft } from '../../../../../src/domain/booking/draft';
import { exam, renderStep } from './stepSupport';

let server: Awaited<ReturnType<typeof tinyServer>>;
/** What the clinic has of the appointment by now; null where it answers nothing of it. */
let known: ReturnType<typeof appointment> | null = null;
beforeEach(async () => {
  known = null;
  server = await tinyServer(({ url }, response) =>
    known && url.endsWith(`/appointments/${known.id}`)
      ? ok(response, known)
      : reply(response, 404, { success: false, code: 'not_found', message: 'Not found' }),
  );
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it.each([
  ['Mary Ann Stone', 'Thank you, Mary Ann!'],
  ['Riley Park', 'Thank you, Riley!'],
  ['Juan Carlos de la Cruz', 'Thank you, Juan Carlos de la!'],
  ['', 'Thank you!'],
])('the first name is all before the last space (INFO-17): %s', async (firstName, thanks) => {
  const customer = { ...contactsOnly({ phoneNumber: '5125550142', email: '' }, { phoneCode: '1' }), firstName };
  await renderStep(<Success />, { base: server.base, position: { step: 'success' }, draft: { customer } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(thanks);
});

it.each([true, false])('says whether the pet is left with the clinic: %s', async (isDropoff) => {
  await renderStep(<Success />, { base: server.base, position: { step: 'success' }, draft: { isDropoff } });
  await screen.findByRole('heading', { level: 1 });
  const said = screen.queryAllByText('Drop your pet off for this appointment and pick them up afterward.');
  expect(said).toHaveLength(isDropoff ? 1 : 0);
});

const chosen = {
  time: pickedTime('2026-11-25', slot()),
  appointmentId: 'appointment-1',
  isSaved: true,
  customer: {
    ...contactsOnly({ phoneNumber: '5125550142', email: '' }, { phoneCode: '1' }),
    firstName: 'Riley Park',
    petName: 'Biscuit',
  },
};
const waitable = { ...exam, metadata: { ...exam.metadata, waitlistEligible: true } };
const atSuccess = (draft: Partial<Draft> = {}) =>
  renderStep(<Success />, {
    base: server.base,
    position: { step: 'success' },
    saved: owner(),
    draft: { ...chosen, ...draft },
    product: waitable,
    shop: { feature_settings: { waitlist_ui_v1_enabled: true } },
  });

it('has the whole appointment after a reload at the step before (DONE-01, WAIT-02, D-38)', async () => {
  server.answer(({ url }, response) => {
    if (url.endsWith('/appointments/appointment-1')) ok(response, appointment());
    else if (url.includes('/by_user_id')) ok(response, client);
    else reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
  await atSuccess();
  await screen.findByRole('button', { name: 'Add to calendar' });
  await screen.findByText('Exam for Biscuit, 30 min');
  await screen.findByText(formatDateTime(new Date(slot().dateTime), exampleShop().timezone));
  await screen.findByText('Ada');
  await screen.findByRole('checkbox', { name: 'Put me on the waitlist for an earlier time' });
});

it('says what was chosen while the appointment cannot be read (D-38)', async () => {
  await atSuccess();
  await screen.findByText('Exam for Biscuit');
  await screen.findByText(formatDateTime(new Date(slot().dateTime), exampleShop().timezone));
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
});

it.each([
  [['time'], /as you chose it first: the other time that you chose since was not taken/],
  [['note'], /first: the other note that you chose since was not taken/],
  [['type', 'pet', 'note'], /first: the other type, the other pet and the other note .+ were not taken/],
] as const)('says that the first try is what was booked, and what was not taken: %j (D-97)', async (missed, said) => {
  await atSuccess({ notTaken: [...missed] });
  await screen.findByText(said);
  // The draft is not what was booked.
  expect(screen.queryByText(/Exam for Biscuit/)).toBeNull();
});

it('says nothing of a first try where all was taken (D-97)', async () => {
  await atSuccess({ notTaken: [] });
  await screen.findByText(/Exam for Biscuit/);
  expect(screen.queryByText(/Your first try had reached us/)).toBeNull();
});

/** After the insurance's step, which the appointment was stored before; a reload has left only its id. */
async function afterInsurance() {
  const { store } = await renderStep(<Success />, {
    base: server.base,
    position: { step: 'insurance' },
    draft: { isSaved: true, appointmentId: 'stored' },
    saved: owner(),
  });
  act(() => store.dispatch(report('insurance-settled')));
}

it('has all of an appointment of which a reload left only the id', async () => {
  known = appointment('stored');
  await afterInsurance();
  await screen.findByText(/Exam for Biscuit/);
  screen.getByRole('button', { name: 'Add to calendar' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Your appointment is scheduled');
});

it('tells what becomes of a deposit that was paid for what was called off meanwhile (D-414)', async () => {
  const deposit = { amount: 30.5, state: 'refunding', card_last4: '3155' };
  known = Object.assign(appointment('stored', 'DECLINED'), { deposit });
  await afterInsurance();
  await screen.findByText(/deposit of \$30\.50 .*3155/);
});

it.each([
  ['DECLINED', 'Your appointment was declined', 'We have no surgeon that day.'],
  ['DELETED', 'Your appointment was canceled', null],
])('thanks for nothing that was called off since it was stored: %s', async (status, title, reason) => {
  known = { ...appointment('stored', status), ...(reason && { declined_reason: reason }) };
  await afterInsurance();
  await screen.findByRole('heading', { level: 1, name: title });
  if (reason) screen.getByText(reason);
  expect(screen.queryByText(/Thank you|requested|scheduled|We'll let you know/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  expect(screen.getByRole('link', { name: 'See the appointment' }).getAttribute('href')).toBe(
    '/oakwood/appointments/stored',
  );
});
