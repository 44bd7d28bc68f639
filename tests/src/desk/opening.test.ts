import { describe, expect, it } from 'vitest';
import { makeOpening } from '../../../src/desk/item/opening';

const press = { detail: 1 };

describe.each([
  ['the next item', 'next'],
  ['whichever item comes', null],
])('after an answer %s opens by itself', (_, next) => {
  const opened = () => {
    const opening = makeOpening();
    opening.next(next);
    opening.seen('next');
    return opening;
  };

  it('and answers to nothing that was meant for the one before', () => {
    expect(opened().isUnseen('next', press)).toBe(true);
    expect(opened().isUnseen('next')).toBe(true);
  });

  it('and answers at once where it is picked from the list', () => {
    const opening = opened();
    opening.picked();
    opening.seen('next');
    expect(opening.isUnseen('next', press)).toBe(false);
    expect(opening.isUnseen('next')).toBe(false);
  });
});
