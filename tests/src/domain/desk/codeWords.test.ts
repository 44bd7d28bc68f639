import { expect, it } from 'vitest';
import { codeWords } from '../../../../src/domain/desk/codeWords';

it('says of a refused code what to do, and after five tries that none counts any more', () => {
  expect(codeWords(1)).toBe('Invalid code. Check it, or send another one.');
  expect(codeWords(4)).toBe(codeWords(1));
  expect(codeWords(5)).toBe(
    'Invalid code. After 5 wrong tries a code counts no more, even the right one: send another one.',
  );
  expect(codeWords(6)).toBe(codeWords(5));
});
