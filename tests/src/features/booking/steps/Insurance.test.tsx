// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { INSURED_ALREADY, OFFER_REPLACED } from '../../../../../src/domain/insurance/offer';
import { contactsOnly } from '../../../../../src/features/booking/client/requestBodies';
import {
  OutsideContext,
  type BookingOutside,
  type CardConfirmed,
  type CardFieldsProps,
} from '../../../../../src/features/booking/outside';
import { Insurance } from '../../../../../src/features/booking/steps/Insurance';
import type { Draft } from '../../../../../src/domain/booking/draft';
import { ok, reply, tinyServer, type Seen } from '../../../../support/tinyServer';
import { owner } from '../../../api/support';
import { appointment, client, type Answer } from '../saving/submitSupport';
import { renderStep } from './stepSupport';

const refusal =
  (message: string): Answer =>
  (response) =>
    reply(response, 409, { success: false, code: 'conflict', message });
const answers: Record<string, Answer> = {
  'GET client_id': (response) => ok(response, { client_id: 'partner' }),
  'GET client-1': (response) => ok(response, null),
  'GET appointment-1': (response) => ok(response, appointment()),
  'GET by_user_id': (response) => ok(response, record),
  'POST offer': (response) =>
    ok(response, [{ id: 'q', quote_id: 'quote-1', subscription_premium: { payment_amount: 4640 } }]),
  'POST insurance_quotes': (response) =>
    ok(response, { complete: false, client_secret: 'pi_1_secret_1', stripe_public_key: null, stripe_account: null }),
  'PUT complete_payment': (response) => ok(response, { complete: true }),
};
const record = {
  ...client,
  state: 'TX',
  patients: [{ id: 'pet-1', name: 'Biscuit', species_id: 'dog', birthdate: '2016-04-01', breed: 'Beagle' }],
};
let told: Record<string, Answer>;
let server: Awaited<ReturnType<typeof tinyServer>>;
beforeEach(async () => {
  told = { ...answers };
  server = await tinyServer((request, response) => {
    const answer = told[`${request.method} ${request.url.split('?')[0]!.split('/').at(-1)!}`];
    if (answer) answer(response, request);
    else reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

/** The step after a reload, where the page has the draft alone; `confirmed` is what becomes of an entered card. */
function open(draft: Partial<Draft> = {}, confirmed: CardConfirmed = { kind: 'confirmed' }) {
  const CardFields = ({ onReady }: CardFieldsProps) => {
    useEffect(() => onReady({ confirm: () => Promise.resolve(confirmed) }), [onReady]);
    return <p>Card number</p>;
  };
  const outside = { cardFields: (props: CardFieldsProps) => <CardFields {...props} /> } as BookingOutside;
  return renderStep(
    <OutsideContext value={outside}>
      <Insurance />
    </OutsideContext>,
    {
      base: server.base,
      position: { step: 'insurance' },
      saved: owner(),
      shop: { feature_settings: { vertical_insure_enabled: { enabled: true } } },
      draft: {
        clientId: 'client-1',
        appointmentId: 'appointment-1',
        isSaved: true,
        customer: {
          ...contactsOnly({ phoneNumber: '5125550142', email: 'riley@example.com' }, { phoneCode: '1' }),
          petName: 'Biscuit',
          patientId: 'pet-1',
        },
        ...draft,
      },
    },
  );
}
async function accept() {
  fireEvent.click(await screen.findByRole('radio', { name: /^Accept/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
}
async function pay() {
  await accept();
  await screen.findByText('Card number');
  const button = screen.getByRole('button', { name: 'Continue' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  fireEvent.click(button);
}
const seen = (name: string): Seen[] => server.seen.filter(({ url }) => url.split('?')[0]!.endsWith(`/${name}`));

it('says that the pet is insured already where another tab bought it before the offer was accepted', async () => {
  told['POST insurance_quotes'] = refusal(INSURED_ALREADY);
  await open();
  await accept();
  expect((await screen.findAllByText(INSURED_ALREADY)).length).toBeGreaterThan(0);
});

it.each([
  ['was taken', { kind: 'confirmed' }, INSURED_ALREADY],
  ['was refused', { kind: 'refused', message: 'Called off.' }, INSURED_ALREADY],
  ['was refused', { kind: 'refused', message: 'Called off.' }, OFFER_REPLACED],
] as const)('a card that %s may be too late for a pet that is insured from another tab', async (_, confirmed, said) => {
  told['PUT complete_payment'] = refusal(said);
  await open({}, confirmed);
  await pay();
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Something went wrong|has been purchased/)).toBeNull();
});

it('INS-13 a card that is refused is told as that, also where nobody answers then', async () => {
  told['PUT complete_payment'] = (response) =>
    reply(response, 503, { success: false, code: 'unavailable', message: '' });
  await open({}, { kind: 'refused', message: 'Declined.' });
  await pay();
  await screen.findByText('Something went wrong, but your appointment has still been booked. (1)');
});

it('D-38 after a reload the appointment is read, so that the success step has it', async () => {
  const { store } = await open();
  await screen.findByRole('radio', { name: /^Accept/ });
  expect(store.getState().booking.booked).toMatchObject({ id: 'appointment-1' });
});

it("INS-09 D-102 details that the form did not ask for come from the clinic's record", async () => {
  await open();
  await screen.findByRole('radio', { name: /^Accept/ });
  const [asked] = seen('offer');
  const today = new Date();
  const age = today.getFullYear() - 2016 - (today.getMonth() < 3 ? 1 : 0);
  expect(JSON.parse(asked!.body)).toMatchObject({ name: 'Biscuit', age, breed: 'Beagle', state: 'TX' });
});

it('INS-09 what the form asked for counts', async () => {
  const customer = {
    ...contactsOnly({ phoneNumber: '5125550142', email: 'riley@example.com' }, { phoneCode: '1' }),
    petName: 'Biscuit',
    patientId: 'pet-1',
    birthdate: '1990-01-01',
    breed: 'Pug',
  };
  await open({ customer });
  await screen.findByRole('radio', { name: /^Accept/ });
  expect(JSON.parse(seen('offer')[0]!.body)).toMatchObject({
    age: new Date().getFullYear() - 1990,
    breed: 'Pug',
  });
});

it('D-97 no insurance is offered for another pet than the booked one', async () => {
  const { store } = await open({ notTaken: ['pet'] });
  await waitFor(() => expect(store.getState().booking.position.step).toBe('success'));
  expect(seen('offer')).toEqual([]);
});
