import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainInMessage, nameInMessage } from '../../../src/domain/messageText';

describe('what is told in full or not at all (D-401)', () => {
  it.each([
    'Carprofen 75 mg',
    'Apoquel 0.5 mg, half a tablet',
    'Vetmedin 1.25 mg/ml (42 ml)',
    'Rimadyl® 100 mg',
    `Ear drops ${'long '.repeat(30)}10 ml`,
  ])('%j is told', (text) => expect(isPlainInMessage(text)).toBe(true));

  it.each([
    '',
    ' \n ',
    'Refund at evil.example',
    'at 192.168.10.1',
    'me@example.com',
    'call 512-555-0134',
    'https://evil.example',
    'see 1.evil.example',
    'see example\u200b.\u200bcom',
  ])('%j is not', (text) => expect(isPlainInMessage(text)).toBe(false));
});

describe('a name in a message (D-401)', () => {
  it.each([
    ['Riley Carter', 'Riley Carter'],
    ["Ana-María  O'Neil", "Ana-María O'Neil"],
    ['李小 王明', '李小 王明'],
    ['Łukasz Żak', 'Łukasz Żak'],
    ['Mr. & Mrs. Smith (Bob)', 'Mr. & Mrs. Smith (Bob)'],
    ['J.R. Smith', 'J. R. Smith'],
    ['Mr.Whiskers', 'Mr. Whiskers'],
    ['Smith/Jones', 'Smith/Jones'],
    ['K-9 Rex 2020', 'K-9 Rex 2020'],
    ['Bella, the 2nd.', 'Bella, the 2nd.'],
  ])('leaves %j as %j', (name, shown) => expect(nameInMessage(name)).toBe(shown));

  it.each([
    ['Win at https://evil.example/x now', 'Win at now'],
    ['Win at HTTP://evil now', 'Win at now'],
    ['see example.com today', 'see today'],
    ['see (example.com), today', 'see today'],
    ['see example.com/path?q=1 today', 'see today'],
    ['see www.example today', 'see today'],
    ['see www.a b', 'see b'],
    ['mail me@example.com now', 'mail now'],
    ['mail mailto:me now', 'mail now'],
    ['see example\u200b.\u200bcom now', 'see now'],
    ['see ex\u00adample.com now', 'see now'],
    ['see ｅｘａｍｐｌｅ．ｃｏｍ now', 'see now'],
    ['see example。com now', 'see now'],
    ['see example｡com now', 'see now'],
    ['see example․com now', 'see now'],
    ['see пример.рф now', 'see now'],
    ['see 💩.la now', 'see now'],
    ['mail me＠example．com now', 'mail now'],
    ['call 512-555-0134 now', 'call now'],
    ['call +1 (512) 555.0134 now', 'call + now'],
    ['call 5 1 2 5 5 5 0 1 3 4 now', 'call now'],
    ['call ５１２５５５０１３４ now', 'call now'],
    ['call ٥١٢٥٥٥٠١٣٤ now', 'call now'],
    ['call 5\u200b12\u200b555 now', 'call now'],
    ['at 192.168.10.1 now', 'at now'],
    ['one\r\nSubject: two\u2028three\u0000', 'one Subject: two three'],
    ['\u202egnp.exe', 'gnp exe'],
    ['Bo.Jo', 'Bo Jo'],
    ['No.1', 'No. 1'],
    ['evil.example/x', ''],
    ['<b>Rex</b>', '<b>Rex</b>'],
    ['https://evil.example', ''],
    ['', ''],
  ])('takes out of %j what would be a link: %j', (name, shown) => expect(nameInMessage(name)).toBe(shown));

  const pieces = fc.constantFrom(
    'a',
    'Z',
    'é',
    '1',
    '５',
    '٣',
    '.',
    '。',
    '．',
    '․',
    '@',
    '＠',
    ':',
    '/',
    '//',
    '://',
    'www',
    'com',
    'http',
    ' ',
    '\u200b',
    '\u00ad',
    '\n',
    '\u2028',
    '-',
    '+',
    '(',
    ')',
    '<',
    '>',
    '💩',
    '\ud800',
    'x'.repeat(30),
  );
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
  );

  it('is one short line without anything that links, whatever was typed', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const shown = nameInMessage(name);
        expect([...shown].length).toBeLessThanOrEqual(60);
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/u);
        expect(shown).not.toMatch(/:\/\//);
        expect(shown).not.toMatch(/@/);
        expect(shown, 'a host').not.toMatch(/[^\s.]\.+[\p{L}\p{N}]/u);
        expect(shown, 'a number to call').not.toMatch(/(\p{N}[^\p{L}\p{N}]{0,4}){5}/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const shown = nameInMessage(name);
        expect(nameInMessage(shown)).toBe(shown);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves names of letters alone', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ][a-zà-öø-ÿ'-]{0,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        fc.pre(words.join(' ').length <= 60);
        expect(nameInMessage(words.join(' '))).toBe(words.join(' '));
      }),
    );
  });
});
