import { describe, expect, it } from 'vitest';
import type { Product, Provider } from '../../../../src/contract/catalogue';
import {
  bookableTypes,
  bookAgain,
  clinicianChoice,
  cliniciansOf,
  dropoffChoice,
} from '../../../../src/domain/booking/choices';
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
    expect(ids(bookableTypes(types, [ada], false, null, { id: 'l', product_ids: null }))).toEqual(['all', 'new', 'cats']);
    expect(bookableTypes(types, [ada], false, null, { id: 'l', provider_user_ids: ['bo'] })).toEqual([]);
  });

  it('keep to what Book again can still book (QUERY-06, D-72)', () => {
    const offered = [product('a', { metadata: { speciesIds: ['cat', 'dog'] } }), product('b', { metadata: { speciesIds: ['dog'] } }), product('c')];
    expect(bookAgain(['b', 'gone'], offered)).toMatchObject({ speciesId: 'dog', products: [{ id: 'b' }] });
    expect(bookAgain(['a', 'b'], offered).speciesId).toBe('dog');
    expect(bookAgain(['a'], offered).speciesId).toBeNull();
    expect(bookAgain(['c'], offered)).toMatchObject({ speciesId: null, products: [{ id: 'c' }] });
    expect(bookAgain([], offered).products).toEqual([]);
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
  ])('%s', (_clause, clinicians, settings, choice) => expect(clinicianChoice(clinicians, settings)).toEqual(choice));
});

describe('a type', () => {

  it('offers or requires drop-off; required implies offered (APPT-23, APPT-24, D-64)', () => {
    expect(dropoffChoice(product('p'))).toBe('none');
    expect(dropoffChoice(product('p', { dropoff_enabled: true }))).toBe('offered');
    expect(dropoffChoice(product('p', { dropoff_enabled: false, dropoff_required: true }))).toBe('required');
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
