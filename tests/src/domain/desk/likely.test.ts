import fc from 'fast-check';
import { expect, it } from 'vitest';
import { likelyRecord } from '../../../../src/domain/desk/likely';

it('names the one record that agrees in more, and says in what', () => {
  expect(likelyRecord([{ agrees: ['phone'] }, { agrees: ['name', 'phone', 'email'] }])).toEqual({
    place: 1,
    why: 'Only this record agrees in name, phone and e-mail.',
  });
  expect(likelyRecord([{ agrees: ['name'] }])).toEqual({ place: 0, why: 'Only this record agrees in name.' });
});

it('names none where a contact alone agrees, where two agree alike, and of none', () => {
  expect(likelyRecord([{ agrees: ['phone', 'email'] }, { agrees: ['phone'] }])).toBeNull();
  expect(likelyRecord([{ agrees: ['name', 'phone'] }, { agrees: ['pets', 'phone'] }])).toBeNull();
  expect(likelyRecord([])).toBeNull();
});

it('the record that it names agrees in more than every other one, in any order', () => {
  const records = fc.array(fc.record({ agrees: fc.uniqueArray(fc.constantFrom('name', 'phone', 'email', 'pets')) }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(records, (all) => {
      const found = likelyRecord(all);
      const turned = likelyRecord([...all].reverse());
      expect(turned?.place).toBe(found === null ? undefined : all.length - 1 - found.place);
      if (found === null) return;
      const { agrees } = all[found.place]!;
      expect(agrees.includes('name') || agrees.includes('pets')).toBe(true);
      all.forEach((other, place) => {
        if (place !== found.place) expect(other.agrees.length).toBeLessThan(agrees.length);
      });
    }),
  );
});
