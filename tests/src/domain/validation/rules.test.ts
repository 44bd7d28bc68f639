import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { birthDateProblem, BIRTH_DATE_TOO_EARLY } from '../../../../src/domain/validation/birthDate';
import { codePasted } from '../../../../src/domain/validation/code';
import {
  codeChannel,
  CONTACT_REQUIRED,
  EMAIL_REQUIRED,
  PHONE_REQUIRED,
  requiredEmailProblem,
  requiredPhoneProblem,
} from '../../../../src/domain/validation/contact';
import {
  EMAIL_INVALID,
  EMAIL_TOO_LONG,
  emailProblem,
  emailProblemWithSuffix,
} from '../../../../src/domain/validation/email';
import { fieldErrors } from '../../../../src/domain/validation/fieldErrors';
import { lookupStruct, lookupText, usableLookupField } from '../../../../src/domain/validation/lookup';
import { NAME_INCOMPLETE, NAME_TOO_LONG, nameProblem, splitName } from '../../../../src/domain/validation/name';
import {
  isPetNameDoubtful,
  PET_NAME_REQUIRED,
  PET_NAME_TOO_LONG,
  petNameProblem,
} from '../../../../src/domain/validation/petName';
import {
  caretAfterFormat,
  formatPhoneTyped,
  PHONE_INVALID,
  phoneDigitsOf,
  phoneProblem,
} from '../../../../src/domain/validation/phone';
import { formatPhone } from '../../../../src/domain/validation/phoneFormat';

describe('name', () => {
  it.each([
    ['VAL-01', '', NAME_INCOMPLETE],
    ['VAL-01', '   ', NAME_INCOMPLETE],
    ['VAL-03', 'Riley', NAME_INCOMPLETE],
    ['VAL-03', 'Riley P', NAME_INCOMPLETE],
    ['VAL-03', 'R Park', NAME_INCOMPLETE],
    ['VAL-03', '12 34', NAME_INCOMPLETE],
    ['VAL-03', 'Riley Park', null],
    ['D-86', '  Riley   Park ', null],
    ['D-86', "Ana-María O'Neil", null],
    ['D-86', 'Łukasz Żak', null],
    ['D-86', '李小 王明', null],
    ['VAL-02', `${'a'.repeat(252)} bc`, null],
    ['VAL-02', `${'a'.repeat(253)} bc`, NAME_TOO_LONG],
  ])('%s: %s', (_rule, name, problem) => expect(nameProblem(name)).toBe(problem));

  it('splits on the last space and loses no letter (INFO-17)', () => {
    expect(splitName(' Mary  Ann van Dyke ')).toEqual({ first: 'Mary Ann van', last: 'Dyke' });
    expect(splitName('Riley')).toEqual({ first: 'Riley', last: '' });
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zé]{1,8}$/), { minLength: 1, maxLength: 5 }), (words) => {
        const { first, last } = splitName(words.join('  '));
        expect(last).not.toContain(' ');
        expect(`${first} ${last}`.trim()).toBe(words.join(' '));
      }),
    );
  });
});

describe('e-mail', () => {
  it.each([
    ['VAL-04', 'riley@example.com', null],
    ['VAL-04', ' riley@example.com ', null],
    ['VAL-04', 'riley.park@example', EMAIL_INVALID],
    ['VAL-04', 'riley@example.c', EMAIL_INVALID],
    ['VAL-04', 'riley', EMAIL_INVALID],
    ['VAL-04', 'a b@example.com', EMAIL_INVALID],
    ['VAL-04', 'a@@example.com', EMAIL_INVALID],
    ['VAL-05', `${'a'.repeat(244)}@example.com`, EMAIL_TOO_LONG],
    ['VAL-05', `${'a'.repeat(243)}@example.com`, null],
    ['D-76', '', null],
  ])('%s: %s', (_rule, email, problem) => expect(emailProblem(email)).toBe(problem));

  it('accepts the test suffix only where one is set (RLOOK-09, D-15)', () => {
    expect(emailProblemWithSuffix('rex@test', '@test')).toBeNull();
    expect(emailProblemWithSuffix('rex@test', '')).toBe(EMAIL_INVALID);
    expect(emailProblemWithSuffix('@test', '@test')).toBe(EMAIL_INVALID);
  });
});

describe('phone', () => {
  it.each([
    ['VAL-06', '5125550134', '5125550134'],
    ['VAL-06', '(512) 555-0134', '5125550134'],
    ['VAL-06', '512-555-0134', '5125550134'],
    ['D-77', '+1 512 555 0134', '5125550134'],
    ['D-77', '1-512-555-0134', '5125550134'],
    ['VAL-06', '512555013', null],
    ['VAL-06', '25125550134', null],
    ['VAL-06', '51255501345', null],
    ['VAL-06', '512.555.0134', '5125550134'],
    ['VAL-06', '512555013a', null],
    ['D-77', '+44 20 7946 0958', null],
    ['VAL-06', '', null],
  ])('%s: %s', (_rule, text, digits) => {
    expect(phoneDigitsOf(text)).toBe(digits);
    expect(phoneProblem(text)).toBe(digits !== null || text === '' ? null : PHONE_INVALID);
  });

  it.each([
    ['', ''],
    ['5', '5'],
    ['512', '512'],
    ['5125', '512-5'],
    ['512555', '512-555'],
    ['512-5550', '512-555-0'],
    ['51255501349', '51255501349'],
    ['+1 (512) 555-0134', '512-555-0134'],
    ['15125550134', '512-555-0134'],
    ['512a5', '512-5'],
  ])('shows %j as %j (RLOOK-02)', (typed, shown) => expect(formatPhoneTyped(typed)).toBe(shown));

  it('keeps its shape when formatted again, and its digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{0,9}$/), (digits) => {
        const shown = formatPhone(digits);
        expect(formatPhoneTyped(shown)).toBe(shown);
        expect(shown.replaceAll('-', '')).toBe(digits);
        expect(shown.length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it('keeps the caret behind the digit it stood behind', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{0,9}$/), fc.nat(10), (digits, at) => {
        const caret = Math.min(at, digits.length);
        const shown = formatPhone(digits);
        const moved = caretAfterFormat(digits, caret, shown);
        expect(shown.slice(0, moved).replaceAll('-', '')).toBe(digits.slice(0, caret));
      }),
    );
  });
});

describe('phone and e-mail together', () => {
  const none = { phone: false, email: false };
  it.each([
    ['VAL-08', '', '', none, CONTACT_REQUIRED, CONTACT_REQUIRED],
    ['VAL-08', '5125550134', '', none, null, null],
    ['VAL-08', '', 'a@example.com', none, null, null],
    ['D-76', '512', 'a@example.com', none, PHONE_INVALID, null],
    ['D-76', '5125550134', 'a@b', none, null, EMAIL_INVALID],
    ['VAL-11', '', 'a@example.com', { phone: true, email: false }, PHONE_REQUIRED, null],
    ['VAL-11', '', '', { phone: true, email: false }, PHONE_REQUIRED, null],
    ['D-76', '', '', { phone: false, email: true }, null, EMAIL_REQUIRED],
    ['VAL-09, VAL-10', '', '', { phone: true, email: true }, PHONE_REQUIRED, EMAIL_REQUIRED],
    ['VAL-09', '5125550134', 'a@b', { phone: true, email: true }, null, EMAIL_REQUIRED],
  ])('%s: %j %j', (_rule, phone, email, required, phoneText, emailText) => {
    expect(requiredPhoneProblem(phone, email, required)).toBe(phoneText);
    expect(requiredEmailProblem(email, phone, required)).toBe(emailText);
  });

  it('sends the code to the phone when both are there (D-29)', () => {
    expect(codeChannel('512-555-0134', 'a@example.com')).toEqual({ channel: 'phone', identifier: '5125550134' });
    expect(codeChannel('', ' a@example.com ')).toEqual({ channel: 'email', identifier: 'a@example.com' });
    expect(codeChannel('', '')).toBeNull();
    expect(codeChannel('+442079460958', ''), "another country's whole (D-403)").toEqual({
      channel: 'phone',
      identifier: '+442079460958',
    });
  });
});

describe('lookup', () => {
  it('has a message for each wrong field and none for blank ones (RLOOK-06 to RLOOK-08)', () => {
    expect(fieldErrors(lookupStruct(''), { phoneNumber: '512', email: undefined })).toEqual({
      phoneNumber: PHONE_INVALID,
    });
    expect(fieldErrors(lookupStruct(''), { email: 'x' })).toEqual({ email: EMAIL_INVALID });
    expect(fieldErrors(lookupStruct(''), {})).toEqual({});
    expect(fieldErrors(lookupStruct('@test'), { email: 'x@test' })).toEqual({});
    expect(
      fieldErrors(lookupStruct(''), { phoneNumber: '+442079460958' }),
      'an account of another country (D-403)',
    ).toEqual({});
    expect(fieldErrors(lookupStruct(''), { phoneNumber: '442079460958' })).toEqual({ phoneNumber: PHONE_INVALID });
  });

  it('lets one of the two be used at a time (RLOOK-04)', () => {
    expect(usableLookupField({})).toBe('both');
    expect(usableLookupField({ phoneNumber: '5' })).toBe('phoneNumber');
    expect(usableLookupField({ email: 'r' })).toBe('email');
  });

  it('says verify with a redirect, find without (RLOOK-01, D-56)', () => {
    expect(lookupText(false)).toBe("Let's find your account using your mobile phone or email");
    expect(lookupText(true)).toBe("Let's verify your account using your mobile phone or email");
  });
});

describe('pet name', () => {
  it.each([
    ['VAL-13', ' ', PET_NAME_REQUIRED],
    ['VAL-14', 'x'.repeat(30), null],
    ['VAL-14', 'x'.repeat(31), PET_NAME_TOO_LONG],
  ])('%s', (_rule, name, problem) => expect(petNameProblem(name)).toBe(problem));

  it('is doubtful from three words on (VAL-15, D-83)', () => {
    expect(isPetNameDoubtful('Sir  Barks')).toBe(false);
    expect(isPetNameDoubtful(' Rex Max Bella ')).toBe(true);
  });
});

describe('birth date', () => {
  it.each([
    ['VAL-29', '', 'is required'],
    ['D-79', '2021-02-31', 'is required'],
    ['VAL-30', '2026-11-21', 'must be in the past'],
  ])('%s: %s, and the message says whose', (_rule, date, problem) => {
    expect(birthDateProblem(date, '2026-11-21', 'owner')).toBe(`Your date of birth ${problem}`);
    expect(birthDateProblem(date, '2026-11-21', 'pet')).toBe(`The pet's date of birth ${problem}`);
  });

  it.each([
    ['VAL-30', '2026-11-20', null],
    ['VAL-31', '1775-12-31', BIRTH_DATE_TOO_EARLY],
    ['D-79', '1776-01-01', null],
  ])('%s: %s', (_rule, date, problem) => expect(birthDateProblem(date, '2026-11-21', 'pet')).toBe(problem));
});

describe('code', () => {
  it.each([
    ['123456', '123456'],
    ['123-456', '123456'],
    [' 123456\n', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12-34-5', null],
    ['-123456', null],
    ['code 123456', null],
  ])('pastes %j as %j (VERIF-03)', (text, code) => expect(codePasted(text)).toBe(code));
});
