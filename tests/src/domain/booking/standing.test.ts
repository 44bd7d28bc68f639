import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product, Provider } from '../../../../src/contract/catalogue';
import type { Patient } from '../../../../src/contract/clients';
import { bookableTypes, clinicianChoice, cliniciansOf, dropoffChoice } from '../../../../src/domain/booking/choices';
import { emptyDraft, emptyForm, withSpecies, type Draft } from '../../../../src/domain/booking/draft';
import {
  fieldsOfPet,
  petChange,
  saidIn,
  standingDraft,
  standingForm,
  visitOf,
  wishIn,
  type Offer,
} from '../../../../src/domain/booking/standing';
import { productIdsOf, together } from '../../../../src/domain/booking/together';
import { noDemographics } from '../../../../src/domain/pets/noDemographics';
import { locationOf } from '../../../../src/domain/shop/locations';
import { petsOffered, type ClientInfoSettings } from '../../../../src/domain/validation/clientInfo';
import { exampleShop } from '../../shop';

const product = (
  id: string,
  given: Partial<Omit<Product, 'metadata'>> & { metadata?: Partial<Product['metadata']> } = {},
): Product => ({
  id,
  name: id,
  providerIds: ['ada', 'bo'],
  ...given,
  metadata: { time: 30, ...given.metadata },
});
const [dog, cat] = [
  { id: 'dog', name: 'Dog' },
  { id: 'cat', name: 'Cat' },
];
const ada: Provider = { id: 'ada', firstName: 'Ada' };
const bo: Provider = { id: 'bo', firstName: 'Bo', maxDropoffs: 0 };
const offer = (given: Partial<Offer> = {}): Offer => ({
  shop: exampleShop(),
  species: [dog, cat],
  products: [product('exam')],
  providers: [ada, bo],
  isReturning: false,
  ...given,
});
const time = {
  date: '2026-11-25',
  dateTime: '2026-11-25T16:30:00.000Z',
  dateTimeLabel: '10:30am',
  dateTimeProviderId: 'bo',
  roomId: null,
};
const draft = (given: Partial<Draft> = {}): Draft => ({
  ...emptyDraft('key'),
  species: dog,
  selectedProducts: [{ provider: { id: 'bo', firstName: 'Bo' }, products: [{ id: 'exam', name: 'exam' }] }],
  date: time.date,
  time,
  hold: { time_slot_calendar_id: 'h', deadline: time.dateTime, isExtended: false },
  ...given,
});
const clinicianOf = ({ selectedProducts: [group] }: Draft) => group?.provider?.id ?? null;

describe('the visit of a draft', () => {
  it('is the very same while all of it is offered', () => {
    const whole = draft();
    expect(standingDraft(whole, offer())).toBe(whole);
    expect(standingDraft(emptyDraft('key'), offer())).toEqual(emptyDraft('key'));
  });

  it.each<[string, Partial<Offer>]>([
    ['there is one clinician alone', { providers: [bo] }],
    [
      'the clinic asks for none',
      { shop: exampleShop({ metadata: { isBookingAnyone: true, isBookingSkipProvider: true } }) },
    ],
    [
      'the clinician is gone',
      { providers: [ada, { id: 'cy', firstName: 'Cy' }], products: [product('exam', { providerIds: ['ada', 'cy'] })] },
    ],
    ['the clinician does it no more', { products: [product('exam', { providerIds: ['ada'] })] }],
  ])('is with any clinician where %s, and its time goes (APPT-10)', (_, given) => {
    const stands = standingDraft(draft(), offer(given));
    expect(clinicianOf(stands)).toBeNull();
    expect(stands).toMatchObject({
      selectedProducts: [{ products: [{ id: 'exam' }] }],
      date: null,
      time: null,
      hold: null,
    });
  });

  it.each<[string, Partial<Offer>]>([
    ['the type is gone', { products: [product('other')] }],
    [
      'the client turns out to be of another kind',
      { isReturning: true, products: [product('exam', { metadata: { allowReturningClients: false } })] },
    ],
    ['the type is not for the species', { products: [product('exam', { metadata: { speciesIds: ['cat'] } })] }],
    ['nobody does it', { providers: [] }],
  ])('goes where %s', (_, given) => {
    expect(standingDraft(draft({ isDropoff: true }), offer(given))).toMatchObject({
      species: dog,
      selectedProducts: [],
      isDropoff: false,
      time: null,
      hold: null,
    });
  });

  it('keeps of several types those that are still offered', () => {
    const several = draft({
      selectedProducts: [
        {
          provider: null,
          products: [
            { id: 'exam', name: 'exam' },
            { id: 'gone', name: 'gone' },
          ],
        },
      ],
    });
    expect(productIdsOf(standingDraft(several, offer()))).toEqual(['exam']);
  });

  it('has the drop-off of its type: required, as ticked, or none (D-64)', () => {
    const under = (isDropoff: boolean, given: Partial<Product>) =>
      standingDraft(draft({ isDropoff }), offer({ products: [product('exam', given)] })).isDropoff;
    expect([
      under(false, { dropoff_required: true }),
      under(true, { dropoff_enabled: true }),
      under(false, { dropoff_enabled: true }),
      under(true, {}),
    ]).toEqual([true, true, false, false]);
  });

  it('loses a species that is gone with all that hung on it, and takes the only one without asking (D-74)', () => {
    expect(standingDraft(draft(), offer({ species: [cat, { id: 'bird', name: 'Bird' }] }))).toMatchObject({
      species: null,
      time: null,
    });
    expect(
      standingDraft(
        draft(),
        offer({ species: [cat], products: [product('exam', { metadata: { speciesIds: ['dog'] } })] }),
      ),
    ).toMatchObject({ species: cat, selectedProducts: [], time: null });
    expect(standingDraft(emptyDraft('key'), offer({ species: [cat] })).species).toEqual(cat);
  });

  it('has no location that nobody is asked for, and the only one where there is one (D-57)', () => {
    const located = draft({ location: { id: 'north', name: 'North' } });
    expect(standingDraft(located, offer())).toMatchObject({ location: null, time: null });
    const on = { feature_settings: { multi_location_v1_enabled: true } };
    const two = offer({ shop: exampleShop({ ...on, location: [{ id: 'north' }, { id: 'south' }] }) });
    expect(standingDraft(located, two)).toBe(located);
    const one = offer({ shop: exampleShop({ ...on, location: [{ id: 'south' }] }) });
    expect(standingDraft(located, one).location).toEqual({ id: 'south', name: '' });
  });

  it('does not keep a tick that the type before required (D-64)', () => {
    const ticked = draft({ isDropoff: true });
    expect(wishIn(ticked, product('dental', { dropoff_required: true })).isDropoff).toBe(false);
    expect(wishIn(ticked, product('exam', { dropoff_enabled: true })).isDropoff).toBe(true);
    expect(
      visitOf(
        [product('exam', { dropoff_enabled: true })],
        wishIn(ticked, product('dental', { dropoff_required: true })),
        offer(),
        null,
      )?.isDropoff,
    ).toBe(false);
  });

  const someProduct = fc
    .record({
      id: fc.constantFrom('exam', 'other'),
      providerIds: fc.subarray(['ada', 'bo', 'cy']),
      speciesIds: fc.option(fc.subarray(['dog', 'cat'])),
      dropoff_enabled: fc.boolean(),
      dropoff_required: fc.boolean(),
      allowNewClients: fc.boolean(),
    })
    .map(({ speciesIds, allowNewClients, ...rest }) =>
      product(rest.id, { ...rest, metadata: { speciesIds, allowNewClients } }),
    );
  const someOffer = fc.record({
    products: fc.uniqueArray(someProduct, { selector: ({ id }) => id }),
    providers: fc.subarray([ada, bo, { id: 'cy', firstName: 'Cy' }]),
    species: fc.subarray([dog, cat, { id: 'bird', name: 'Bird' }]),
    isReturning: fc.boolean(),
    shop: fc
      .record({ any: fc.boolean(), skips: fc.boolean(), multi: fc.boolean(), ids: fc.subarray(['north', 'south']) })
      .map(({ any, skips, multi, ids }) =>
        exampleShop({
          metadata: { isBookingAnyone: any, isBookingSkipProvider: skips },
          feature_settings: { multi_location_v1_enabled: multi },
          location: ids.map((id) => ({ id, provider_user_ids: id === 'north' ? ['ada'] : null })),
        }),
      ),
  });
  const someDraft = fc
    .record({
      clinician: fc.option(fc.constantFrom('ada', 'bo', 'cy')),
      ids: fc.subarray(['exam', 'other']),
      isDropoff: fc.boolean(),
      location: fc.option(fc.constantFrom('north', 'south')),
      species: fc.constantFrom(dog, cat),
    })
    .map(({ clinician, ids, isDropoff, location, species }) =>
      draft({
        species,
        isDropoff,
        location: location === null ? null : { id: location, name: location },
        selectedProducts: [
          {
            provider: clinician === null ? null : { id: clinician, firstName: clinician },
            products: ids.map((id) => ({ id, name: id })),
          },
        ],
      }),
    );

  it('carries after settling only what the screen shows, and settles once', () => {
    fc.assert(
      fc.property(someDraft, someOffer, (before, given) => {
        const after = standingDraft(before, given);
        expect(standingDraft(after, given)).toBe(after);
        if (after === before) expect(after.time).toBe(time);
        else expect([after.date, after.time, after.hold]).toEqual([null, null, null]);

        const location = locationOf(given.shop, after.location);
        const types = bookableTypes(
          given.products,
          given.providers,
          given.isReturning,
          after.species?.id ?? null,
          location,
        );
        expect(types.map(({ id }) => id)).toEqual(expect.arrayContaining(productIdsOf(after)));
        const visit = together(productIdsOf(after).map((id) => types.find((type) => type.id === id)!));
        if (!visit) {
          expect([clinicianOf(after), after.isDropoff]).toEqual([null, false]);
          return;
        }
        const dropoff = dropoffChoice(visit);
        if (dropoff !== 'offered') expect(after.isDropoff).toBe(dropoff === 'required');
        const clinicians = cliniciansOf(visit, given.providers, after.isDropoff, location);
        const { isAsked, hasAny } = clinicianChoice(clinicians, given.shop.metadata);
        if (!isAsked) expect(clinicianOf(after)).toBeNull();
        else if (clinicianOf(after) !== null || !hasAny)
          expect(clinicians.map(({ id }) => id)).toContain(clinicianOf(after));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the pet of a form', () => {
  const biscuit: Patient = {
    id: 'p1',
    name: 'Biscuit',
    species_id: 'dog',
    sex: 'Male',
    patient_sex_id: 'm',
    birthdate: '2020-05-14',
    breed: 'Beagle',
    breed_id: 'beagle',
    patient_color_id: 'tan',
  };
  const juniper: Patient = { id: 'p3', name: 'Juniper', species_id: 'cat', sex: 'Female' };
  const stray: Patient = { id: 'p9', name: 'Stray', species_id: null, sex: 'Male' };
  const client = {
    patients: [
      biscuit,
      { ...biscuit, id: 'p2', name: 'Rex' },
      juniper,
      stray,
      { ...juniper, id: 'p4', deceased_at: '2025-01-01' },
    ],
  };
  const chosen = { ...emptyForm, ...fieldsOfPet(biscuit) };

  it('is one of the living pets of the species, or of none', () => {
    expect(petsOffered(client, 'dog').map(({ id }) => id)).toEqual(['p1', 'p2', 'p9']);
    expect(petsOffered(client, 'cat').map(({ id }) => id)).toEqual(['p3', 'p9']);
    expect(petsOffered(null, 'cat')).toEqual([]);
  });

  it('goes with all that was known of it when it is not offered, and an only pet takes its place', () => {
    expect(petChange(chosen, [biscuit, stray])).toBeNull();
    expect(petChange(chosen, [juniper, stray])).toEqual({ patientId: null, petName: '', ...noDemographics });
    expect(petChange(chosen, [])).toEqual({ patientId: null, petName: '', ...noDemographics });
    expect(petChange(chosen, [juniper])).toEqual(fieldsOfPet(juniper));
  });

  it('is not judged before the record is known, and a typed name stays', () => {
    expect(petChange(chosen, null)).toBeNull();
    expect(petChange({ patientId: null, petName: 'Coco' }, [juniper])).toBeNull();
    expect(petChange({ patientId: null, petName: '' }, [juniper, stray])).toBeNull();
    expect(petChange({ patientId: null, petName: '' }, [juniper])).toEqual(fieldsOfPet(juniper));
  });

  it("keeps a corrected answer, but nothing of another species' lists (D-408, D-411)", () => {
    const corrected = draft({ form: { ...chosen, breed: 'Pug', breed_id: 'pug', birthdate: '2019-01-01' } });
    expect(standingForm(corrected.form!, [biscuit])).toMatchObject({
      breed: 'Pug',
      breed_id: 'pug',
      birthdate: '2019-01-01',
    });
    const elsewhere = withSpecies(withSpecies(corrected, cat), dog).form!;
    expect(standingForm(elsewhere, [biscuit])).toMatchObject({
      patientId: 'p1',
      breed: 'Beagle',
      breed_id: 'beagle',
      patient_color_id: 'tan',
      sex: 'Male',
      birthdate: '2019-01-01',
    });

    const typed = draft({
      form: {
        ...emptyForm,
        petName: 'Coco',
        sex: 'Male Neutered',
        patient_sex_id: 'mn',
        breed: 'Pug',
        breed_id: 'pug',
        patient_color_id: 'tan',
        birthdate: '2021-01-01',
        note: 'limps',
      },
    });
    expect(withSpecies(typed, cat).form).toEqual({
      ...emptyForm,
      petName: 'Coco',
      birthdate: '2021-01-01',
      note: 'limps',
    });
  });

  it('is after opening always one that is offered, or a typed one', () => {
    const form = fc
      .record({
        patientId: fc.option(fc.constantFrom('p1', 'p3', 'p4', 'p9', 'x')),
        petName: fc.constantFrom('', 'Coco', 'Biscuit'),
      })
      .map((given) => ({ ...emptyForm, ...given }));
    fc.assert(
      fc.property(form, fc.constantFrom('dog', 'cat'), (given, species) => {
        const pets = petsOffered(client, species);
        const { patientId, petName } = standingForm(given, pets);
        if (patientId !== null) expect(pets.map(({ id }) => id)).toContain(patientId);
        if (patientId === null && given.patientId === null) expect(petName).toBe(given.petName);
        if (patientId === null && given.patientId !== null) expect(petName).toBe('');
      }),
    );
  });

  const settings: ClientInfoSettings = {
    isPhoneRequired: false,
    isEmailRequired: false,
    isNoteRequired: false,
    address: 'required',
    isBirthDateAsked: true,
    isWellnessAsked: true,
    isConsentAsked: true,
    demographics: { sex: true, birthdate: true, breed: true, color: true },
  };
  const filled = {
    ...emptyForm,
    ...fieldsOfPet(biscuit),
    firstName: 'Jo Miller',
    address1: '1 Main',
    address2: '2',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    clientDob: '1990-05-05',
    note: 'limps',
    hasWellnessPlan: true,
    allowRemind: false,
    onePetName: null,
    onePetNote: null,
  };

  it('of a form only what its controls showed is said (D-408)', () => {
    expect(saidIn(filled, settings, [biscuit])).toEqual(filled);
    const none: ClientInfoSettings = {
      ...settings,
      address: 'none',
      isBirthDateAsked: false,
      isWellnessAsked: false,
      isConsentAsked: false,
      demographics: { sex: false, birthdate: false, breed: false, color: false },
    };
    expect(saidIn(filled, none, [juniper])).toEqual({
      ...emptyForm,
      firstName: 'Jo Miller',
      petName: 'Biscuit',
      note: 'limps',
      allowRemind: true,
      onePetName: null,
      onePetNote: null,
    });
  });

  it.each([
    ['sex', ['sex', 'patient_sex_id']],
    ['birthdate', ['birthdate']],
    ['breed', ['breed', 'breed_id']],
    ['color', ['patient_color_id']],
  ] as const)('a pet whose %s is not asked says nothing of it', (fact, fields) => {
    const said = saidIn(filled, { ...settings, demographics: { ...settings.demographics, [fact]: false } }, [biscuit]);
    expect(said).toEqual({ ...filled, ...Object.fromEntries(fields.map((field) => [field, emptyForm[field]])) });
  });
});
