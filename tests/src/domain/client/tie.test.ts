import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientToTie, isProven } from '../../../../src/domain/client/tie';

const record = (id: string, name = '', user: string | null = null) => ({
  id,
  user_id: user,
  first_name: name.split(' ')[0] || null,
  last_name: name.split(' ')[1] ?? null,
});

describe("which record is the user's (D-214)", () => {
  test.each([
    ['none: none', [], 'Ann Lee', null],
    ['one: it, whatever its name', [record('a', 'Bob Fox')], 'Ann Lee', 'a'],
    [
      'several: the one with the full name, in any spelling',
      [record('a', 'Ann Lee'), record('b', 'Bob Lee')],
      '  bob   LEE ',
      'b',
    ],
    ['several of that name: the operator decides', [record('a', 'Ann Lee'), record('b', 'ANN lee')], 'Ann Lee', null],
    ['several, none of that name', [record('a', 'Ann Lee'), record('b', 'Bob Lee')], 'Cy Lee', null],
    ['one that somebody else has signed in to: none', [record('a', 'Ann Lee', 'u')], 'Ann Lee', null],
    [
      'one of two is taken: the clinic decides, whoever is left',
      [record('a', 'Ann Lee', 'u'), record('b', 'Bob Lee')],
      null,
      null,
    ],
    [
      'one of two is taken: the other one by its full name',
      [record('a', 'Ann Lee', 'u'), record('b', 'Bob Lee')],
      'bob lee',
      'b',
    ],
    ['and never the taken one by its name', [record('a', 'Ann Lee', 'u'), record('b', 'Bob Lee')], 'Ann Lee', null],
    ['several and no name given: nameless records are no match', [record('a'), record('b', 'Bob Lee')], null, null],
  ])('%s', (_case, candidates, name, expected) => {
    expect(clientToTie(candidates, name)?.id ?? null).toBe(expected);
  });

  test('never one out of several whose name differs, whatever their order', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        user_id: fc.constantFrom(null, 'u'),
        first_name: fc.constantFrom('Ann', 'Bob', null),
        last_name: fc.constantFrom('Lee', 'Fox'),
      }),
      { selector: (one) => one.id, minLength: 2, maxLength: 6 },
    );
    fc.assert(
      fc.property(candidates, fc.constantFrom('Ann Lee', 'bob fox', null), (all, name) => {
        const chosen = clientToTie(all, name);
        expect(clientToTie([...all].reverse(), name)).toBe(chosen);
        expect(chosen?.user_id ?? null).toBeNull();
        if (chosen !== null) expect(`${chosen.first_name} ${chosen.last_name}`.toLowerCase()).toBe(name?.toLowerCase());
      }),
    );
  });

  test('a contact of a record proves who somebody is unless it was typed and never verified', () => {
    expect(isProven({}, 'email')).toBe(true);
    expect(isProven({ unverified: ['phone'] }, 'email')).toBe(true);
    expect(isProven({ unverified: ['email'] }, 'email')).toBe(false);
  });
});
