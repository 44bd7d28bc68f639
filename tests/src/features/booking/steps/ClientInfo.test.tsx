// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authApi } from '../../../../../src/api/auth';
import { connectionLost } from '../../../../../src/state/connection';
import type { ClientRecord } from '../../../../../src/contract/clients';
import { emptyForm } from '../../../../../src/domain/booking/draft';
import { clientQuery } from '../../../../../src/features/booking/store/facts';
import { ClientInfo } from '../../../../../src/features/booking/steps/ClientInfo';
import { ok, reply, tinyServer } from '../../../../support/tinyServer';
import { guest, owner } from '../../../api/support';
import { exam, renderStep } from './stepSupport';

/** The form is drawn with it; by itself it is not drawn. */
const drawn = vi.hoisted(() => vi.fn(() => null));
vi.mock('../../../../../src/features/booking/hold/HeldTime', () => ({ HeldTime: drawn }));

type Server = Awaited<ReturnType<typeof tinyServer>>;
let server: Server;
const position = { step: 'client-info' } as const;
const isCall = (url: string, path: string) => url.startsWith(`/api${path}`);
const client: ClientRecord = {
  id: 'c1',
  first_name: 'Riley',
  last_name: 'Park',
  email: 'riley@example.com',
  phone: '+15125550142',
  created_at: '2025-01-01T00:00:00.000Z',
  patients: [
    { id: 'p1', name: 'Biscuit', species_id: 'dog' },
    { id: 'p2', name: 'Rex', species_id: 'dog' },
    { id: 'p3', name: 'Juniper', species_id: 'cat' },
    { id: 'p4', name: 'Ghost', species_id: 'dog', deceased_at: '2025-06-01' },
  ],
};

beforeEach(async () => {
  server = await tinyServer(({ url }, response) => {
    if (isCall(url, '/bb/access')) return ok(response, { pass: true });
    if (isCall(url, '/user/v1/auth/check-availability')) return ok(response, { available: true });
    if (isCall(url, '/user/v1/auth/code/init')) return ok(response, { sent: true });
    if (isCall(url, '/user/v1/auth/guest-sign-in')) return ok(response, guest());
    if (isCall(url, '/clients/by_user_id')) return ok(response, client);
    if (isCall(url, '/keyword_actions')) return ok(response, []);
    if (isCall(url, '/products')) return ok(response, [{ ...exam, is_telemedicine: true }]);
    return reply(response, 500, { success: false, code: 'internal', message: 'not expected here' });
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const open = (more: Partial<Parameters<typeof renderStep>[1]> = {}) =>
  renderStep(<ClientInfo />, { base: server.base, position, saved: guest(), ...more });
const submit = () => screen.getByRole('button', { name: /^CONTINUE/ });
const name = () => screen.getByLabelText<HTMLInputElement>('Full name');

describe('the client form', () => {
  it.each([true, false])('says whether the pet is left with the clinic: %s', async (isDropoff) => {
    await open({ draft: { isDropoff } });
    const said = screen.queryAllByText('Drop your pet off for this appointment and pick them up afterward.');
    expect(said).toHaveLength(isDropoff ? 1 : 0);
  });

  it('names what is missing, shows the banner and goes to the first wrong field (INFO-14)', async () => {
    const user = userEvent.setup({ delay: null });
    await open();
    expect(screen.queryByText('Please correct the errors above before submitting')).toBeNull();
    await user.click(submit());
    expect(screen.getByText('Please enter your full first and last name')).toBeTruthy();
    expect(screen.getAllByText('A mobile phone number or email is required')).toHaveLength(2);
    expect(screen.getByText('Pet name is required')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Please correct the errors above before submitting');
    await waitFor(() => expect(document.activeElement).toBe(name()));
    expect(server.seen).toHaveLength(0);
  });

  it('announces the banner at an attempt only: an error typed after all were corrected just shows it (INFO-14)', async () => {
    const user = userEvent.setup({ delay: null });
    const wrong = 'Please correct the errors above before submitting';
    await open();
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toBe(wrong);
    await user.type(name(), 'Riley Park');
    await user.type(screen.getByLabelText('Mobile phone'), '5125550142');
    await user.type(screen.getByLabelText('Pet name'), 'Biscuit');
    await waitFor(() => expect(screen.queryByText(wrong)).toBeNull());
    await user.type(screen.getByLabelText(/^Reason for the visit/), 'Both my dogs are coughing');
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(wrong));
  });

  it('draws one field for a key, not the whole form', async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await open();
    await user.type(name(), 'R');
    drawn.mockClear();
    await user.type(name(), 'iley');
    expect(store.getState().booking.draft.form?.firstName).toBe('Riley');
    expect(drawn).not.toHaveBeenCalled();
  });

  it('says a wrong e-mail on leaving it, and nothing about fields not reached yet', async () => {
    const user = userEvent.setup({ delay: null });
    await open();
    await user.type(screen.getByLabelText('Email'), 'riley.park@example');
    expect(screen.queryByText('Please enter a valid email')).toBeNull();
    await user.tab();
    expect(screen.getByText('Please enter a valid email')).toBeTruthy();
    expect(screen.queryByText('Pet name is required')).toBeNull();
  });

  it('sends the form, keeps what was typed, and goes to the code (INFO-18, INFO-22, D-38)', async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await open();
    await user.type(name(), 'Riley Park');
    await user.type(screen.getByLabelText('Mobile phone'), '5125550134');
    expect(screen.getByLabelText<HTMLInputElement>('Mobile phone').value).toBe('512-555-0134');
    await user.type(screen.getByLabelText('Pet name'), 'Biscuit');
    await user.type(screen.getByLabelText(/Reason for the visit/), 'limps');
    expect(store.getState().booking.draft.form).toEqual({
      ...emptyForm,
      firstName: 'Riley Park',
      phoneNumber: '512-555-0134',
      email: '',
      petName: 'Biscuit',
      patientId: null,
      note: 'limps',
      allowRemind: true,
    });
    await user.click(submit());
    await waitFor(() =>
      expect(store.getState().booking.position).toEqual({ step: 'verification', origin: 'client-info' }),
    );
    const sent = server.seen.find(({ url }) => isCall(url, '/user/v1/auth/code/init'));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ phoneNumber: '5125550134', phoneCode: '1', email: null });
    expect(sent?.headers.authorization).toBe('Bearer guest-1');
    expect(store.getState().booking.draft.customer).toMatchObject({
      firstName: 'Riley Park',
      petName: 'Biscuit',
      phoneNumber: '5125550134',
    });
  });

  it('comes back with what was typed, but not with the one-pet confirmations (D-38)', async () => {
    const form = {
      ...emptyForm,
      firstName: 'Riley Park',
      phoneNumber: '512-555-01',
      email: '',
      petName: 'Rex Max Bella',
      patientId: null,
      note: 'two dogs',
      allowRemind: false,
    };
    await open({ draft: { form } });
    expect(name().value).toBe('Riley Park');
    expect(screen.getByLabelText<HTMLInputElement>('Mobile phone').value).toBe('512-555-01');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Send me appointment/ }).checked).toBe(false);
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'I confirm that this is only one pet' }).checked,
    ).toBe(false);
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'I confirm that this appointment is for only one pet' })
        .checked,
    ).toBe(false);
  });

  it('asks for one pet until the very hint is confirmed (VAL-15, VAL-20, D-82)', async () => {
    const user = userEvent.setup({ delay: null });
    await open({
      draft: {
        form: {
          ...emptyForm,
          firstName: 'Riley Park',
          phoneNumber: '512-555-0134',
          email: '',
          petName: 'Biscuit',
          patientId: null,
          note: '',
          allowRemind: true,
        },
      },
    });
    const note = screen.getByLabelText(/Reason for the visit/);
    await user.type(note, 'two dogs');
    const box = () =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'I confirm that this appointment is for only one pet' });
    const isAbove = () =>
      screen.getByText(/^Are you booking for multiple pets\?/).compareDocumentPosition(box()) ===
      Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isAbove()).toBe(true);
    await user.click(box());
    expect(box().checked).toBe(true);
    await user.clear(note);
    await user.type(note, 'my cats');
    expect(box().checked).toBe(false);
    await user.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(box()));
    expect(isAbove()).toBe(true);
  });

  it("offers the owner's own living pets of the species, and a new one (INFO-05, D-89)", async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = await open({ saved: owner() });
    await screen.findByRole('option', { name: 'Biscuit' });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Choose your pet',
      'Biscuit',
      'Rex',
    ]);
    expect(name().value).toBe('Riley Park');
    await user.selectOptions(screen.getByLabelText('Pet name'), 'Biscuit');
    expect(store.getState().booking.draft.form).toMatchObject({ patientId: 'p1', petName: 'Biscuit' });
    await user.click(screen.getByRole('button', { name: 'New pet' }));
    await user.type(screen.getByLabelText('Pet name'), 'rex');
    expect(store.getState().booking.draft.form).toMatchObject({ patientId: null, petName: 'rex' });
    await user.click(screen.getByRole('button', { name: 'Choose Rex from your pets' }));
    expect(store.getState().booking.draft.form).toMatchObject({ patientId: 'p2', petName: 'Rex' });
    expect(screen.getByLabelText<HTMLSelectElement>('Pet name').value).toBe('p2');
  });

  it('states consent without a box for a virtual visit, which needs the phone (INFO-12, VAL-12)', async () => {
    const user = userEvent.setup({ delay: null });
    await open({ product: { ...exam, is_telemedicine: true }, shop: { metadata: { isAutoAccept: false } } });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByText(/^By continuing you agree to receive text messages/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'CONTINUE WITH REQUEST' }));
    expect(screen.getByText('A phone number is required')).toBeTruthy();
    expect(screen.queryByText('A mobile phone number or email is required')).toBeNull();
  });

  it('asks for the type again after a reload, for what it demands of the form (VAL-12)', async () => {
    await open({ isReloaded: true });
    await screen.findByText(/^By continuing you agree to receive text messages/);
  });

  it('locks the button with a reason while offline, and keeps the form (D-03, D-13)', async () => {
    const { store } = await open({ draft: { form: null } });
    store.dispatch(connectionLost());
    await screen.findByText("You're offline. Connect to the internet to do this.");
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });

  it('lets the caret step over the dash when a digit is deleted', async () => {
    const user = userEvent.setup({ delay: null });
    await open();
    const phone = screen.getByLabelText<HTMLInputElement>('Mobile phone');
    await user.type(phone, '5125550134');
    phone.setSelectionRange(4, 4);
    await user.keyboard('{Backspace}');
    expect([phone.value, phone.selectionStart]).toEqual(['512-555-0134', 3]);
    await user.keyboard('{Backspace}');
    expect([phone.value, phone.selectionStart]).toEqual(['515-550-134', 2]);
  });
});

describe('the pet on the screen is the pet of the booking (D-408, D-411)', () => {
  const asCat = { species: { id: 'cat', name: 'Cat' } };
  const asked = { feature_settings: { pet_demographics_enabled: true } };
  const of = (id: string) => client.patients.find((pet) => pet.id === id)!;
  const chosen = (id: string, more: object = {}) => ({
    ...emptyForm,
    firstName: 'Riley Park',
    phoneNumber: '512-555-0142',
    email: 'riley@example.com',
    patientId: id,
    petName: of(id).name,
    ...more,
  });
  const customer = (store: Awaited<ReturnType<typeof open>>['store']) => store.getState().booking.draft.customer;
  const pet = () => screen.getByLabelText<HTMLSelectElement>('Pet name');
  /** The form alone is looked at: what comes after it is refused here. */
  const sent = async (store: Awaited<ReturnType<typeof open>>['store']) => {
    await userEvent.click(submit());
    await waitFor(() => expect(customer(store)).not.toBeNull());
    return customer(store)!;
  };

  it('a pet of the species before is gone with what was known of it, and the only one is chosen', async () => {
    const { store } = await open({
      saved: owner(),
      draft: { ...asCat, form: chosen('p1', { breed: 'Beagle', breed_id: 'beagle', birthdate: '2020-05-14' }) },
    });
    await waitFor(() => expect(pet().value).toBe('p3'));
    expect(await sent(store)).toMatchObject({
      patientId: 'p3',
      petName: 'Juniper',
      breed: null,
      breed_id: null,
      birthdate: null,
    });
  });

  it('an empty list does not pass, and what is typed as a new pet is what is booked', async () => {
    const birds = { species: { id: 'bird', name: 'Bird' } };
    const { store } = await open({ saved: owner(), draft: { ...birds, form: chosen('p1') } });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Pet name').value).toBe(''));
    await userEvent.click(submit());
    expect(await screen.findByText('Pet name is required')).toBeTruthy();
    expect(customer(store)).toBeNull();
    await userEvent.type(screen.getByLabelText('Pet name'), 'Tweety');
    expect(await sent(store)).toMatchObject({ patientId: null, petName: 'Tweety' });
  });

  it('a list with two of them asks which, however the form was filled before', async () => {
    const { store } = await open({ saved: owner(), draft: { form: chosen('p3') } });
    await screen.findByRole('option', { name: 'Biscuit' });
    expect(pet().value).toBe('');
    await userEvent.click(submit());
    expect(await screen.findByText('Pet name is required')).toBeTruthy();
    await userEvent.selectOptions(pet(), 'Rex');
    expect(await sent(store)).toMatchObject({ patientId: 'p2', petName: 'Rex' });
  });

  it('a name that is typed before the record has come stays what it is', async () => {
    let release = () => {};
    const later = new Promise<void>((resolve) => (release = resolve));
    const slow = await tinyServer(async ({ url }, response) => {
      if (isCall(url, '/clients/by_user_id')) await later;
      if (isCall(url, '/clients/by_user_id')) return ok(response, client);
      return reply(response, 500, { success: false, code: 'internal', message: 'not expected here' });
    });
    const { store } = await open({ base: slow.base, saved: owner() });
    await userEvent.type(screen.getByLabelText('Pet name'), 'Coco');
    release();
    await screen.findByRole('button', { name: 'Choose one of your pets' });
    expect(screen.getByLabelText<HTMLInputElement>('Pet name').value).toBe('Coco');
    expect(store.getState().booking.draft.form).toMatchObject({ patientId: null, petName: 'Coco' });
    await slow.close();
  });

  it('what is typed and taken back is kept as it is on the screen', async () => {
    const { store } = await open();
    await userEvent.type(screen.getByLabelText('Pet name'), 'C');
    await userEvent.clear(screen.getByLabelText('Pet name'));
    expect(store.getState().booking.draft.form?.petName).toBe('');
  });

  it('a pet that the clinic takes off the record while the form is open is chosen no longer', async () => {
    const { store } = await open({ saved: owner(), shop: asked });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Pet name' }), 'Rex');
    await userEvent.selectOptions(screen.getByLabelText("Pet's sex"), 'Female');
    await store.dispatch(
      authApi.util.upsertQueryData('clientByUser', clientQuery(owner().user), {
        ...client,
        patients: client.patients
          .filter(({ id }) => id !== 'p2' && id !== 'p1')
          .concat({ id: 'p5', name: 'Bo', species_id: 'dog' }, { id: 'p6', name: 'Fido', species_id: 'dog' }),
      }),
    );
    await screen.findByRole('option', { name: 'Fido' });
    expect(pet().value).toBe('');
    expect(screen.getByLabelText<HTMLSelectElement>("Pet's sex").value).toBe('');
    // The form's values go into the draft after a pause.
    await expect
      .poll(() => store.getState().booking.draft.form)
      .toMatchObject({ patientId: null, petName: '', sex: '' });
  });

  it('an own correction of a known pet goes out, and a name longer than one can type', async () => {
    const long = `Sir ${'Barks'.repeat(12)}`;
    const kept = {
      ...client,
      patients: [{ id: 'p1', name: long, species_id: 'dog', sex: 'Male', birthdate: '2020-05-14' }],
    };
    const known = await tinyServer(({ url }, response) => {
      if (isCall(url, '/clients/by_user_id')) return ok(response, kept);
      if (/breeds|patient_/.test(url)) return ok(response, []);
      return reply(response, 500, { success: false, code: 'internal', message: 'not expected here' });
    });
    const { store } = await open({
      base: known.base,
      saved: owner(),
      shop: { feature_settings: { pet_demographics_enabled: { enabled: true, breed: false, color: false } } },
    });
    await waitFor(() => expect(pet().value).toBe('p1'));
    await screen.findByRole('option', { name: 'Female' });
    await userEvent.selectOptions(screen.getByLabelText("Pet's sex"), 'Female');
    expect(await sent(store)).toMatchObject({ patientId: 'p1', petName: long, sex: 'female', birthdate: '2020-05-14' });
    await known.close();
  });

  it.each([
    [true, true],
    [false, false],
  ])('of an unticked consent a virtual visit (%s) knows what its sentence says', async (isVirtual, allowRemind) => {
    const form = {
      ...emptyForm,
      firstName: 'Riley Park',
      phoneNumber: '512-555-0134',
      petName: 'Coco',
      allowRemind: false,
    };
    const { store } = await open({ product: { ...exam, is_telemedicine: isVirtual }, draft: { form } });
    await sent(store);
    expect(store.getState().booking.draft.allowRemind).toBe(allowRemind);
  });

  it('what no control asks for is not sent, whatever the draft has', async () => {
    const form = chosen('p1', {
      petName: 'Coco',
      patientId: null,
      address1: '1 Main',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      clientDob: '1990-05-05',
      hasWellnessPlan: true,
      sex: 'Male',
      birthdate: '2020-05-05',
      breed: 'Pug',
      breed_id: 'pug',
    });
    const { store } = await open({ draft: { form } });
    expect(await sent(store)).toMatchObject({
      address1: '',
      city: '',
      state: '',
      zip: '',
      clientDob: null,
      hasWellnessPlan: null,
      sex: null,
      birthdate: null,
      breed: null,
      breed_id: null,
    });
  });
});

describe("the species' lists on their way when the form is sent", () => {
  const rows = {
    patient_sexes: [{ id: 'fs', name: 'Female Spayed' }],
    breeds: [{ id: 'beagle', display_name: 'Beagle' }],
    patient_colors: [{ id: 'tan', name: 'Tan' }],
  };
  type List = keyof typeof rows;

  /** Opened anew with the draft's choices and sent; `come` lets the lists come with other rows than these, or fail. */
  async function sent(more: Partial<typeof emptyForm>) {
    const user = userEvent.setup({ delay: null });
    const waiting: ((others: Partial<Record<List, object[] | 'none'>>) => void)[] = [];
    const lists = await tinyServer(({ url }, response) => {
      const list = (Object.keys(rows) as List[]).find((each) => isCall(url, `/${each}`));
      if (isCall(url, '/bb/access')) return ok(response, { pass: true });
      if (isCall(url, '/user/v1/auth/check-availability')) return ok(response, { available: true });
      if (isCall(url, '/user/v1/auth/code/init')) return ok(response, { sent: true });
      if (!list) return ok(response, []);
      waiting.push((others) => {
        const given = others[list] ?? rows[list];
        if (given === 'none') reply(response, 500, { success: false, code: 'internal', message: 'No' });
        else ok(response, given);
      });
    });
    const form = {
      ...emptyForm,
      firstName: 'Riley Park',
      phoneNumber: '512-555-0134',
      petName: 'Biscuit',
      birthdate: '2020-05-05',
      ...more,
    };
    const { store } = await open({
      base: lists.base,
      shop: { feature_settings: { pet_demographics_enabled: true } },
      draft: { form },
    });
    await waitFor(() => expect(waiting).toHaveLength(3));
    await user.click(submit());
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('true'));
    expect(screen.queryByRole('alert')).toBeNull();
    return {
      store,
      come: (others: Parameters<(typeof waiting)[number]>[0] = {}) => waiting.forEach((answer) => answer(others)),
      close: () => lists.close(),
    };
  }
  const chosen = { sex: 'Female Spayed', patient_sex_id: 'fs', breed: 'beagle', patient_color_id: 'tan' };

  it('are waited for, and what was chosen goes out with their ids', async () => {
    const { store, come, close } = await sent(chosen);
    expect(store.getState().booking.draft.customer).toBeNull();
    come();
    await waitFor(() => expect(store.getState().booking.position.step).toBe('verification'));
    expect(store.getState().booking.draft.customer).toMatchObject({
      patient_sex_id: 'fs',
      breed: 'Beagle',
      breed_id: 'beagle',
      patient_color_id: 'tan',
    });
    await close();
  });

  it('say what has to be chosen anew once they have come', async () => {
    const { store, come, close } = await sent(chosen);
    come({ patient_colors: [{ id: 'black', name: 'Black' }] });
    expect(await screen.findByText("Pet's color is required")).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Please correct the errors above before submitting');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Pet's color")));
    expect(store.getState().booking.position.step).toBe('client-info');
    await close();
  });

  it('are done without where they fail (ERR-09, D-81)', async () => {
    const { store, come, close } = await sent({
      ...chosen,
      sex: 'female',
      patient_sex_id: null,
      breed: 'Beagle mix',
      patient_color_id: null,
    });
    come({ patient_sexes: 'none', breeds: 'none', patient_colors: 'none' });
    await waitFor(() => expect(store.getState().booking.position.step).toBe('verification'));
    expect(store.getState().booking.draft.customer).toMatchObject({
      sex: 'female',
      patient_sex_id: null,
      breed: 'Beagle mix',
      breed_id: null,
      patient_color_id: null,
    });
    await close();
  });
});
