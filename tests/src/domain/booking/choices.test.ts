import { describe, expect, it } from 'vitest';
import type { Product, Provider } from '../../../../src/contract/catalogue';
import { bookableTypes, clinicianChoice, cliniciansOf, dropoffChoice } from '../../../../src/domain/booking/choices';
import { bookAgain, together } from '../../../../src/domain/booking/together';
import { doLocationsApply, onlyLocation } from '../../../../src/domain/shop/locations';

type Given = Partial<Omit<Product, 'metadata'>> & { metadata?: Partial<Product['metadata']> };
const product = (id: string, { metadata, ...given }: Given = {}): Product => ({
  id,
  name: id,
  providerIds: ['ada'],
  ...given,
  metadata: { time: 30, ...metadata },
});
const provider = (id: string, given: Partial<Provider> = {}): Provider => ({ id, firstName: id, ...given });
const ids = (list: readonly { id: string }[]) => list.map((each) => each.id);
const ada = provider('ada');
const bo = provider('bo', { maxDropoffs: 0 });

describe('types on offer', () => {
  const types = [
    product('all'),
    product('new', { metadata: { allowReturningClients: false } }),
    product('old', { metadata: { allowNewClients: false } }),
    product('cats', { metadata: { speciesIds: ['cat'] } }),
    product('nobody', { providerIds: ['gone'] }),
  ];

  it('go by kind of client, species and clinician (D-53, D-55, D-74)', () => {
    expect(ids(bookableTypes(types, [ada], false))).toEqual(['all', 'new', 'cats']);
    expect(ids(bookableTypes(types, [ada], true, 'dog'))).toEqual(['all', 'old']);
    expect(ids(bookableTypes(types, [ada], true, 'cat'))).toEqual(['all', 'old', 'cats']);
    expect(bookableTypes(types, [], true)).toEqual([]);
  });

  it('go by the location, whose missing lists narrow nothing (D-57)', () => {
    expect(ids(bookableTypes(types, [ada], false, null, { id: 'l', product_ids: ['cats'] }))).toEqual(['cats']);
    expect(ids(bookableTypes(types, [ada], false, null, { id: 'l', product_ids: null }))).toEqual([
      'all',
      'new',
      'cats',
    ]);
    expect(bookableTypes(types, [ada], false, null, { id: 'l', provider_user_ids: ['bo'] })).toEqual([]);
  });

  it.each([
    [['b', 'gone'], 'dog', ['b']],
    [['a', 'b'], 'dog', ['a', 'b']],
    [['c', 'b'], 'dog', ['c', 'b']],
    [['a'], null, ['a']],
    [['c'], null, ['c']],
    [['c', 'c'], null, ['c']],
    [[], null, []],
    // No clinician does both, and no species is for both: the first one stays.
    [['b', 'other'], 'dog', ['b']],
    [['cats', 'b', 'c'], 'cat', ['cats', 'c']],
  ])('Book again with %o brings species %s and %o (QUERY-06, D-72)', (wanted, speciesId, kept) => {
    const offered = [
      product('a', { metadata: { speciesIds: ['cat', 'dog'] } }),
      product('b', { metadata: { speciesIds: ['dog'] } }),
      product('c'),
      product('other', { providerIds: ['bo'] }),
      product('cats', { metadata: { speciesIds: ['cat'] } }),
    ];
    const again = bookAgain(wanted, offered, [ada, bo]);
    expect([again.speciesId, ids(again.products)]).toEqual([speciesId, kept]);
  });
});

describe('clinicians', () => {
  const both = product('p', { providerIds: ['ada', 'bo'] });

  it('who take no drop-offs are left out when one is wanted (D-64)', () => {
    expect(ids(cliniciansOf(both, [ada, bo]))).toEqual(['ada', 'bo']);
    expect(ids(cliniciansOf(both, [ada, bo], true))).toEqual(['ada']);
    expect(ids(cliniciansOf(both, [ada, bo], false, { id: 'l', provider_user_ids: ['bo'] }))).toEqual(['bo']);
  });

  it.each([
    ['APPT-07', [ada, bo], { isBookingAnyone: true }, { isAsked: true, hasAny: true }],
    ['APPT-07', [ada, bo], {}, { isAsked: true, hasAny: false }],
    ['APPT-08', [ada, bo], { isBookingSkipProvider: true }, { isAsked: false, hasAny: true }],
    ['APPT-09, APPT-10', [ada], {}, { isAsked: false, hasAny: true }],
  ])('%s', (_rule, clinicians, settings, choice) => expect(clinicianChoice(clinicians, settings)).toEqual(choice));
});

describe('a type', () => {
  it('offers or requires drop-off; required implies offered (APPT-23, APPT-24, D-64)', () => {
    expect(dropoffChoice(product('p'))).toBe('none');
    expect(dropoffChoice(product('p', { dropoff_enabled: true }))).toBe('offered');
    expect(dropoffChoice(product('p', { dropoff_enabled: false, dropoff_required: true }))).toBe('required');
  });
});

describe('several types in one visit', () => {
  const visit = together([
    product('exam', {
      name: 'Exam',
      providerIds: ['ada', 'bo'],
      dropoff_enabled: true,
      metadata: { cost: 68, depositRequiredBeforeBooking: true, waitlistEligible: true },
    }),
    product('teeth', {
      name: 'Teeth',
      providerIds: ['bo', 'cy'],
      dropoff_required: true,
      is_telemedicine: true,
      metadata: { time: 45, cost: 20, speciesIds: ['dog'] },
    }),
  ]);

  it('are as long as all, done by who does all, and a deposit goes by the first (D-72, D-94)', () => {
    expect(visit).toMatchObject({
      id: 'exam',
      name: 'Exam, Teeth',
      providerIds: ['bo'],
      dropoff_required: true,
      is_telemedicine: true,
      metadata: {
        time: 75,
        cost: 88,
        speciesIds: ['dog'],
        depositRequiredBeforeBooking: true,
        waitlistEligible: false,
      },
    });
  });

  it('are one type where they are one, and none where they are none', () => {
    const one = product('exam');
    expect(together([one])).toBe(one);
    expect(together([])).toBeNull();
    expect(together([one, product('free')])?.metadata).toMatchObject({ cost: null, speciesIds: null });
  });
});

describe('places', () => {
  it('asks for a location unless there is exactly one (D-57)', () => {
    const on = { multi_location_v1_enabled: true };
    const [one, two] = [{ id: '1' }, { id: '2' }];
    expect(doLocationsApply({ location: [one, two], feature_settings: on })).toBe(true);
    expect(doLocationsApply({ location: [], feature_settings: on })).toBe(true);
    expect(doLocationsApply({ location: one, feature_settings: on })).toBe(false);
    expect(doLocationsApply({ location: [one, two], feature_settings: {} })).toBe(false);
    expect(onlyLocation({ location: [one], feature_settings: on })).toEqual(one);
    expect(onlyLocation({ location: [one, two], feature_settings: on })).toBeNull();
    expect(onlyLocation({ location: [one], feature_settings: {} })).toBeNull();
  });
});
