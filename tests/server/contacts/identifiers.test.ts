import { describe, expect, test } from 'vitest';
import { phoneBeside, usernameIdentifier } from '../../../server/modules/contacts/identifiers';

describe('whom a username names (D-25)', () => {
  test.each([
    ['1;5125550142', '+15125550142'],
    ['1;(512) 555-0142', '+15125550142'],
    ['1;+1 512.555.0142', '+15125550142'],
    ['1;15125550142', '+15125550142'],
    ['44;2079460958', '+442079460958'],
    ['1;+44 20 7946 0958', '+442079460958'],
    ['+44 20 7946 0958', '+442079460958'],
    ['1;0044 20 7946 0958', '+442079460958'],
    ['1;+881612345678', null],
    ['1;442079460958', null],
    ['1;5125550142 x12', '+15125550142'],
    ['<Riley@Example.com>', 'riley@example.com'],
    ['riley@ｅxample.com', 'riley@example.com'],
    ['5125550142', '+15125550142'],
    ['Riley@Example.com ', 'riley@example.com'],
    ["o'hara+pets@sub.example.co", "o'hara+pets@sub.example.co"],
    ['1;riley@example.com', null],
    ['riley;5125550142', null],
    ['1;512555014', null],
    ['1;51255501422', null],
    ['1;5125550142;1', null],
    ['01;5125550142', null],
    ['881;1234567890', null],
    ["1;5125550142'--", null],
    ['riley', null],
    ['a@b', null],
    ['', null],
    [';', null],
  ])('%s: %s', (username, value) => {
    expect(usernameIdentifier(username, '1')?.value ?? null).toBe(value);
  });

  test("digits alone take the clinic's code", () => {
    expect(usernameIdentifier('2079460958', '44')).toEqual({ channel: 'sms', value: '+442079460958' });
    expect(phoneBeside('44', '442079460958')).toBe('+442079460958');
  });
});
