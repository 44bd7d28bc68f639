import { expect, test } from 'vitest';
import { lookToKeep } from '../../sw/look';

const message = { type: 'KEEP_LOOK', skin: 'dark', narrow: 'true', clockOffset: '-1200' };
const look = { id: 'look', skin: 'dark', narrow: true, clockOffset: -1200 };

test('the look that a page tells is kept', () => expect(lookToKeep(message)).toEqual(look));

test('what local storage has no word for is as the device has it', () =>
  expect(lookToKeep({ ...message, skin: null, narrow: null, clockOffset: null })).toEqual({
    id: 'look',
    skin: 'system',
    narrow: false,
    clockOffset: 0,
  }));

test.each([
  [{ skin: 'pink' }, { skin: 'system' }],
  [{ narrow: 'yes' }, { narrow: false }],
  [{ clockOffset: 'none' }, { clockOffset: 0 }],
])('a word of no meaning is none: %j', (wrong, told) =>
  expect(lookToKeep({ ...message, ...wrong })).toEqual({ ...look, ...told }),
);

test.each([null, 'KEEP_LOOK', { type: 'KEEP_LOOK' }, { ...message, type: 'KEEP_CLINIC' }, { ...message, skin: 7 }])(
  'what tells no look: %j',
  (other) => expect(lookToKeep(other)).toBeNull(),
);
