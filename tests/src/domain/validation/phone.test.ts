import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountPhoneProblem,
  caretAfterFormat,
  e164Of,
  formatPhoneTyped,
  lockedPhone,
  ownPhone,
  PHONE_INVALID,
  phoneDigitsOf,
  phoneProblem,
  phoneSent,
  phoneShown,
  readPhone,
} from '../../../../src/domain/validation/phone';
import * as limits from '../../../../src/limits';
import { dialled, splitPhone } from '../../../../src/domain/validation/phoneCodes';

const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

describe('a number beside a country code (D-403)', () => {
  it.each([
    ['5125550134', '1', '+15125550134'],
    ['(512) 555-0134', '1', '+15125550134'],
    ['[512] 555 0134', '1', '+15125550134'],
    ['512–555–0134', '1', '+15125550134'],
    ['\u202a+1 512\u00a0555\u00a00134\u202c', '1', '+15125550134'],
    ['５１２５５５０１３４', '1', '+15125550134'],
    ['1 512 555 0134', '1', '+15125550134'],
    ['+1 (512) 555-0134', '1', '+15125550134'],
    ['001 512 555 0134', '1', '+15125550134'],
    ['512-555-0134 x12', '1', '+15125550134'],
    ['512-555-0134 ext. 12', '1', '+15125550134'],
    ['512-555-0134 Extension 1234', '1', '+15125550134'],
    ['+1-512-555-0134;ext=12', '1', '+15125550134'],
    ['512 555 0134,12#', '1', '+15125550134'],
    ['512 555 0134 #12', '1', '+15125550134'],
    ['+44 20 7946 0958', '1', '+442079460958'],
    ['(+44) 20 7946 0958', '1', '+442079460958'],
    ['0044 20 7946 0958', '1', '+442079460958'],
    ['＋44 20 7946 0958', '1', '+442079460958'],
    ['+353 1 234 5678', '1', '+35312345678'],
    ['+44 20 7946 0958', '44', '+442079460958'],
    ['44 20 7946 0958', '44', '+442079460958'],
    ['20 7946 0958', '44', '+442079460958'],
    ['15123456789', '49', '+4915123456789'],
    ['+1 512 555 0134', '44', '+15125550134'],
    ['44 20 7946 0958', '1', null],
    ['25125550134', '1', null],
    ['51255501345', '1', null],
    ['011 44 20 7946 0958', '1', null],
    ['+1 512 555 013', '1', null],
    ['+1 512 555 01345', '1', null],
    ['+44 (0)20 7946 0958', '1', null],
    ['+0 512 555 0134', '1', null],
    ['+1234', '44', null],
    ['+12', '1', null],
    ['+1234567890123456', '44', null],
    ['512555013a', '1', null],
    ['512555 x0134', '1', null],
    ['5125550134 5125550135', '1', null],
    ['5125550134+44', '1', null],
    ['5125550134;1', '1', null],
    ['٥١٢٥٥٥٠١٣٤', '1', null],
    ['', '1', null],
  ])('reads %j beside +%s as %j', (text, code, whole) => expect(e164Of(text, code)).toBe(whole));

  const codes = fc.constantFrom('1', ...new Set(dialled.split(' ').map((each) => each.slice(2))));
  const written = fc
    .array(
      fc.constantFrom(
        '+',
        '00',
        '0',
        '1',
        '2',
        '4',
        '44',
        '49',
        '5',
        '7',
        '9',
        '512',
        '5550134',
        ' ',
        '-',
        '(',
        ')',
        '.',
        'x',
        'ext',
        '\u200b',
        '５',
        '٥',
        'a',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''));
  const anything = fc.oneof(written, fc.string({ unit: 'binary', maxLength: 40 }));

  it('makes no number of other digits than were typed, whatever was typed', () => {
    fc.assert(
      fc.property(anything, codes, (text, code) => {
        const read = readPhone(text, code);
        const whole = e164Of(text, code);
        if (read.kind === 'none') {
          expect(whole).toBeNull();
          return;
        }
        const typed = digitsIn(text);
        // All that was typed, but for the country's own code, 00, and what is dialled after the number.
        const [number] = read.kind === 'local' ? [read.digits] : [read.e164.slice(1)];
        const front = typed.startsWith(number) ? '' : typed.slice(0, typed.indexOf(number));
        expect(typed.includes(number)).toBe(true);
        expect(read.kind === 'local' ? ['', code, `00${code}`] : ['', '00']).toContain(front);
        const rest = typed.slice(front.length + number.length);
        if (rest !== '') expect(text.normalize('NFKC')).toMatch(/[,;#]|x/i);
        expect(whole).toMatch(/^\+[1-9]\d{7,14}$/);
        if (code === '1' && read.kind === 'local') expect(read.digits).toHaveLength(10);
      }),
      { numRuns: 5000 },
    );
  });

  it('never reads a + with another code as a number of the country', () => {
    fc.assert(
      fc.property(
        codes,
        codes,
        fc.stringMatching(/^\d{1,14}$/),
        fc.constantFrom('+', '00', ' (+', '\u200e+'),
        (code, other, digits, sign) => {
          fc.pre(!other.startsWith(code) && !`${other}${digits}`.startsWith(code));
          expect(readPhone(`${sign}${other}${digits}`, code).kind).not.toBe('local');
          expect(phoneProblem(`${sign}${other}${digits}`, code)).toBe(PHONE_INVALID);
          expect(phoneDigitsOf(formatPhoneTyped(`${sign}${other}${digits}`, code), code)).toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('travels as ten digits or whole, and comes back as the same number', () => {
    fc.assert(
      fc.property(anything, codes, (text, code) => {
        const sent = phoneSent(text, code);
        expect(sent).toMatch(/^(?:\d{10}|\+[1-9]\d{7,14})?$/);
        expect(sent === '' ? null : e164Of(sent, code)).toBe(e164Of(text, code));
        expect(e164Of(phoneShown(sent, code), code)).toBe(e164Of(text, code));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the phone field', () => {
  it.each([
    ['+', '+'],
    ['+1', '+1'],
    ['+15', '5'],
    ['+4', '+4'],
    ['+44 20', '+4420'],
    ['+44 20 7946 0958', '+442079460958'],
    ['0', '0'],
    ['00', '00'],
    ['0044 20', '004420'],
    ['001512', '512'],
    ['512-555-0134 ext. 12', '512-555-0134 x12'],
    ['44 20 7946 0958', '442079460958'],
    ['512+442079', '512+442079'],
    ['Tel: +44 20', '+4420'],
    ['512abc', '512'],
  ])('shows %j as %j', (typed, shown) => expect(formatPhoneTyped(typed)).toBe(shown));

  it.each(['212-555-8111 ext 12', '212-555-8111 extension 12', '+1 212 555 8111 x12', '(212) 555-8111 #12'])(
    'understands %j key by key as at once',
    (typed) => {
      const byKey = [...typed].reduce((field, key) => formatPhoneTyped(field + key), '');
      expect([byKey, formatPhoneTyped(typed)]).toEqual(['212-555-8111 x12', '212-555-8111 x12']);
      expect(phoneDigitsOf(byKey)).toBe('2125558111');
    },
  );

  it.each(['(212) 555-8133 , 212 555 8134', '2125558133,2125558134', '212-555-8133 or 212-555-8134'])(
    'takes two numbers for none: %j, where the field has room for them',
    (typed) => {
      const byKey = [...typed].reduce(
        (field, key) => formatPhoneTyped(field + key).slice(0, limits.phoneInternationalMax),
        '',
      );
      expect([phoneDigitsOf(byKey), phoneDigitsOf(formatPhoneTyped(typed))]).toEqual([null, null]);
    },
  );

  it('loses no digit that makes another number, key by key or at once', () => {
    const keys = fc.array(fc.constantFrom('+', ...'0123456789', ' ', '-', '(', ')'), { maxLength: 18 });
    fc.assert(
      fc.property(keys, (typed) => {
        const byKey = typed.reduce((field, key) => formatPhoneTyped(field + key), '');
        const atOnce = formatPhoneTyped(typed.join(''));
        for (const field of [byKey, atOnce]) {
          const number = phoneDigitsOf(field);
          if (number !== null) expect(digitsIn(typed.join(''))).toContain(number);
          if (number !== null) expect(['', '1', '001', '00']).toContain(digitsIn(typed.join('')).replace(number, ''));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps the caret where it was when a code goes from the front', () => {
    expect(caretAfterFormat('+15', 3, '5')).toBe(1);
    expect(caretAfterFormat('+15125', 4, '512-5')).toBe(2);
  });
});

describe('whose number it is (D-403)', () => {
  const british = { phoneCode: '44', phoneNumber: '2079460958' };
  const texan = { phoneCode: '1', phoneNumber: '5125550134' };

  it("another country's stands whole and locked in the form, from the account or the clinic's record", () => {
    expect(lockedPhone(british, null, '1')).toBe('+442079460958');
    expect(lockedPhone({ phoneCode: null, phoneNumber: null }, { phone: '+442079460958' }, '1')).toBe('+442079460958');
    expect(lockedPhone(texan, { phone: '+442079460958' }, '1')).toBeNull();
    expect(lockedPhone(british, null, '44')).toBeNull();
    expect(lockedPhone(null, { phone: '+442079460958' }, '1')).toBeNull();
    expect(lockedPhone(texan, null, '1')).toBeNull();
    expect([
      ownPhone(british, '1'),
      ownPhone(british, '44'),
      ownPhone(texan, '1'),
      ownPhone({ phoneCode: null, phoneNumber: null }),
    ]).toEqual(['+442079460958', '2079460958', '5125550134', '']);
  });

  it("the owner's own is right in the form, another's like it is not", () => {
    expect(phoneProblem('+442079460958', '1', '+442079460958')).toBeNull();
    expect(phoneProblem('+442079460959', '1', '+442079460958')).toBe(PHONE_INVALID);
    expect(accountPhoneProblem('+44 20 7946 0959')).toBeNull();
    expect(accountPhoneProblem('+1 512')).toBe(PHONE_INVALID);
  });

  it.each([
    ['+15125550134', '1', '5125550134'],
    ['+442079460958', '44', '2079460958'],
    ['+35312345678', '353', '12345678'],
    ['+4915123456789', '49', '15123456789'],
    ['+77012345678', '7', '7012345678'],
    ['+881612345678', '881', '612345678'],
  ])('%s is split into %s and %s', (whole, phoneCode, phoneNumber) =>
    expect(splitPhone(whole)).toEqual({ phoneCode, phoneNumber }),
  );
});
