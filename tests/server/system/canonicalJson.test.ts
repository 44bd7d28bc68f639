import { assert, dictionary, jsonValue, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../server/system/canonicalJson';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, reversed(one)]),
  );
};

it('is the same whatever the order of the fields, at any depth, and says nothing else', () => {
  assert(
    property(dictionary(string(), jsonValue()), (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('keeps the order of a list, and leaves out what is undefined', () => {
  expect(canonicalJson([2, 1, { b: undefined, a: 1 }])).toBe('[2,1,{"a":1}]');
  expect(canonicalJson(undefined)).toBe('');
});
