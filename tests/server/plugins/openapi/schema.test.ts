import {
  array,
  boolean,
  date,
  enums,
  integer,
  literal,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  pattern,
  record,
  size,
  string,
  type,
  union,
} from 'superstruct';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../../server/plugins/openapi/schema';
import * as fields from '../../../../src/contract/fields';
import { text } from '../../../../src/contract/wire';

describe('the JSON Schema of a struct', () => {
  it.each([
    ['a text', string(), { type: 'string' }],
    ['a text with limits', size(string(), 2, 128), { type: 'string', minLength: 2, maxLength: 128 }],
    ['a text with one limit', text(1000), { type: 'string', maxLength: 1000 }],
    ['a text of one length', size(string(), 7), { type: 'string', minLength: 7, maxLength: 7 }],
    ['a text or null', nullable(text(4)), { type: ['string', 'null'], maxLength: 4 }],
    ['a list', size(array(boolean()), 1, 10), { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 10 }],
    ['a number', number(), { type: 'number' }],
    ['a whole number', max(min(integer(), 5), 240), { type: 'integer', minimum: 5, maximum: 240 }],
    ['one below nought', max(integer(), -3), { type: 'integer', maximum: -3 }],
    ['a setting of a number', fields.whole(5, 240), { type: 'integer', minimum: 5, maximum: 240 }],
    ['a setting of a text', fields.text(20), { type: 'string', maxLength: 20 }],
    ['a switch', fields.flag(), { type: 'boolean' }],
    ['one of some', enums(['a', 'b']), { enum: ['a', 'b'] }],
    ['one of some or null', nullable(enums(['a', 'b'])), { enum: ['a', 'b', null] }],
    ['one value', literal(true), { const: true }],
    ['one value or null', nullable(literal('a')), { anyOf: [{ const: 'a' }, { type: 'null' }] }],
    ['a record', record(string(), number()), { type: 'object', additionalProperties: { type: 'number' } }],
    [
      'an object',
      object({ a: string(), b: optional(nullable(type({ c: number() }))) }),
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { type: ['object', 'null'], properties: { c: { type: 'number' } }, required: ['c'] },
        },
        required: ['a'],
      },
    ],
  ])('says what it takes: %s', (_, struct, schema) => {
    expect(schemaOf(struct)).toEqual(schema);
  });

  it.each([
    ['a kind that it does not know', date(), 'no JSON Schema for a struct of the type "date"'],
    ['a union, which does not tell of what', union([string(), number()]), 'of the type "union"'],
    ['a refinement that is no range', pattern(string(), /^\d+$/), 'is no range of sizes'],
    ['a bound that is not in it', min(number(), 0, { exclusive: true }), 'is no range of whole numbers'],
  ])('is none, loudly, for %s', (_, struct, message) => {
    expect(() => schemaOf(struct)).toThrow(message);
  });
});
