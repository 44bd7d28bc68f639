import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparable, isCommonPassword, type Guessable } from '../../../../src/domain/validation/commonPassword';

const about: Guessable = {
  common: new Set(['password1', 'qwertyuiop']),
  identifiers: ['jo.miller@example.com', '+15125550142'],
  clinicName: 'Oakwood Animal Clinic',
};
const isCommon = (password: string) => isCommonPassword(password, about);

describe('a password that others would try first (D-407)', () => {
  test.each([
    ['password1', 'in the list'],
    ['PassWord1', 'in other letters'],
    ['ｐａｓｓｗｏｒｄ１', 'in full width'],
    [' qwertyuiop ', 'with spaces around'],
    ['jo.miller@example.com', 'the e-mail'],
    ['Jo.Miller@Example.com', 'the e-mail in other letters'],
    ['JO.MILLER', 'what stands before its @'],
    ['5125550142', 'the phone'],
    ['512-555-0142', 'the phone with dashes'],
    ['+1 (512) 555-0142', 'with its country'],
    ['0015125550142', 'as dialled abroad'],
    ['1;5125550142', 'as a username'],
    ['٥12-555-0142'.replace('٥', '５'), 'the phone in full width'],
    ['Oakwood Animal Clinic', 'the clinic'],
    ['oakwoodanimalclinic', 'the clinic in one word'],
    ['Oakwood-Animal_Clinic!', 'the clinic with signs'],
  ])('%s is refused: %s', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  test.each([
    'correct horse battery',
    'jo.miller@example.org',
    'jo.miller1',
    '5125550143',
    '512555014',
    '1234',
    'my 5125550142',
    'Oakwood Animal Clinic 1',
    'example.com',
  ])('%s is not', (password) => {
    expect(isCommon(password)).toBe(false);
  });

  test('a clinic or a phone without letters and digits makes nothing common', () => {
    expect(isCommonPassword('!!! ... !!!', { common: new Set(), identifiers: ['+'], clinicName: '***' })).toBe(false);
  });

  test('no letter case and no form of a letter makes one less common', () => {
    const typed = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '');
    const forms = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => text.normalize('NFKC'),
    );
    fc.assert(
      fc.property(typed, forms, (text, form) => {
        // Some letters have no way back from their other case.
        fc.pre(comparable(form(text)) === comparable(text));
        expect(isCommonPassword(form(text), { ...about, common: new Set([comparable(text)]) })).toBe(true);
      }),
    );
  });
});
