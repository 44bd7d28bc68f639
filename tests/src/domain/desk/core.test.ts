import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeywordAction } from '../../../../src/contract/catalogue';
import { dayFit } from '../../../../src/domain/desk/dayFit';
import { dayTimes } from '../../../../src/domain/desk/dayLine';
import { keyLines } from '../../../../src/domain/desk/keyLines';
import { offeredFrom, offerEnd } from '../../../../src/domain/desk/offer';
import { byDue, isLate } from '../../../../src/domain/desk/order';
import { urgentPlaces, urgentWord } from '../../../../src/domain/desk/urgent';
import { begun, inLine, nearWords, petWords, waysWords } from '../../../../src/domain/desk/words';

const HOUR = 3_600_000;
const now = new Date('2026-11-23T16:00:00Z');
const hoursOn = (hours: number): string => new Date(now.getTime() + hours * HOUR).toISOString();

describe('the keys of the desk', () => {
  const key = (name: string, says: string) => ({ key: name, says });

  it('are listed whole beside the list: those that do the same together, and what has a meaning in what has focus', () => {
    const page = [key('J', 'Next'), key('ArrowDown', 'Next'), key('ArrowUp', 'Previous'), key('.', 'Show what is new')];
    expect(keyLines(page).map(({ keys }) => keys.join(' '))).toEqual([
      'J ↓',
      '↑',
      '.',
      'Enter',
      'Esc',
      '1 to 9',
      'Ctrl Enter',
    ]);
  });

  it('are in the order in which they are pressed, those that are not named last', () => {
    const page = ['F6', 'O', 'D', 'A', 'U', 'K', 'J'].map((name) => key(name, `It does ${name}`));
    expect(
      keyLines(page)
        .flatMap(({ keys }) => keys)
        .slice(0, 7),
    ).toEqual(['J', 'K', 'A', 'O', 'D', 'U', 'F6']);
  });

  it('are those of a tray where one is open: its digits in one line, the latest of a key', () => {
    const digits = [...'123456789'].map((digit) => key(digit, 'Choose'));
    const lines = keyLines([key('J', 'Next'), ...digits, key('Escape', 'Back'), key('Escape', 'Fold the answer')]);
    expect(lines.filter(({ keys }) => /^(1|Esc)/.test(keys[0]!))).toEqual([
      { keys: ['1 to 9'], says: 'Choose' },
      { keys: ['Esc'], says: 'Fold the answer' },
    ]);
  });

  it('are those of the page alone where no list is', () =>
    expect(keyLines([key('1', 'Inbox')])).toEqual([{ keys: ['1'], says: 'Inbox' }]));
});

it('a message of several lines is one line, with a stroke where a line ended without a point', () => {
  expect(inLine('Hello Noor,\n\nPepper is booked:\n\nExam with Dr. Park\nFor Pepper\n')).toBe(
    'Hello Noor, Pepper is booked: Exam with Dr. Park / For Pepper',
  );
  expect(inLine('Quiet Vets: booked.')).toBe('Quiet Vets: booked.');
  expect(begun('Exam with Dr. Park', 14)).toBe('Exam with Dr…');
});

it('a long message begins with whole words', () => {
  expect(begun('See your appointments here.', 12)).toBe('See your…');
  expect(begun('See your appointments here.', 8)).toBe('See your…');
  expect(begun('Bookedforyouatnine', 6)).toBe('Booked…');
  expect(begun('See you.', 8)).toBe('See you.');
});

describe('the order of the inbox (D-427)', () => {
  const row = (id: string, given: Partial<Parameters<typeof byDue>[0]> = {}) => ({
    id,
    place: 'waits' as const,
    due_at: null,
    asked_at: hoursOn(-1),
    urgent_word: null,
    offered_until: null,
    ...given,
  });

  it('has late ones first and the latest of all on top, urgent words first among equals, offers last', () => {
    const rows = [
      row('offered', { place: 'offered', offered_until: hoursOn(1) }),
      row('later', { due_at: hoursOn(5) }),
      row('soon', { due_at: hoursOn(1) }),
      row('urgent', { due_at: hoursOn(5), urgent_word: 'bloat' }),
      row('none'),
      row('late', { due_at: hoursOn(-1) }),
      row('later-late', { due_at: hoursOn(-3) }),
      row('answered', { place: 'answered', due_at: hoursOn(2) }),
    ];
    expect(rows.toSorted(byDue).map(({ id }) => id)).toEqual([
      'later-late',
      'late',
      'soon',
      'answered',
      'urgent',
      'later',
      'none',
      'offered',
    ]);
    expect(rows.filter((one) => isLate(one, now)).map(({ id }) => id)).toEqual(['late', 'later-late']);
  });

  it('has urgent words first among those that show the same minute', () => {
    const rows = [
      row('first', { due_at: '2026-11-23T20:28:05Z' }),
      row('urgent', { due_at: '2026-11-23T20:28:50Z', urgent_word: 'bloat' }),
      row('next', { due_at: '2026-11-23T20:29:00Z', urgent_word: 'blood' }),
    ];
    expect(rows.toSorted(byDue).map(({ id }) => id)).toEqual(['urgent', 'first', 'next']);
  });

  it('is one order, whatever order the rows came in', () => {
    const rows = fc.array(
      fc.record({
        id: fc.uuid(),
        place: fc.constantFrom('waits' as const, 'offered' as const, 'answered' as const),
        due_at: fc.option(fc.integer({ min: -5, max: 5 }).map(hoursOn)),
        asked_at: fc.integer({ min: -5, max: 5 }).map(hoursOn),
        urgent_word: fc.option(fc.constant('blood')),
        offered_until: fc.option(fc.integer({ min: -5, max: 5 }).map(hoursOn)),
      }),
    );
    fc.assert(
      fc.property(rows, (given) => {
        expect(given.toReversed().toSorted(byDue)).toEqual(given.toSorted(byDue));
      }),
      { numRuns: 100 },
    );
  });
});

describe('urgent words', () => {
  const action = (...keywords: string[]): KeywordAction => ({
    id: 'a',
    keywords,
    product_ids: [],
    all_products: true,
    action_type: 'info',
  });
  const found = (note: string, ...keywords: string[]) =>
    urgentPlaces([action(...keywords)], { note, productIds: [] }).map(({ from, to }) => note.slice(from, to));

  it('are found as they are written, whatever their case, signs and spaces', () => {
    expect(found('He has BLOAT, and  can’t   stand', 'bloat', "can't stand")).toEqual(['BLOAT', 'can’t   stand']);
    expect(found('Vómito y sangre', 'sangre')).toEqual(['sangre']);
    expect(found('Straße', 'strasse')).toEqual(['Straße']);
    expect(found('all is well', 'bloat')).toEqual([]);
    expect(urgentWord([action('seizure', 'blood')], { note: 'Blood after a seizure', productIds: [] })).toBe('Blood');
  });

  it('have places in the note, in order and apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1, maxLength: 4 }), (note, word) => {
        let last = -1;
        for (const { from, to } of urgentPlaces([action(word)], { note, productIds: [] })) {
          expect(from).toBeGreaterThan(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(note.length);
          last = to;
        }
      }),
    );
  });
});

describe('an offer of other times (D-425)', () => {
  it('ends after 24 hours, two hours before its first time at the latest, and cannot be made later', () => {
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
    expect(offerEnd([at(100), at(50)], now)).toEqual(at(24));
    expect(offerEnd([at(100), at(12)], now)).toEqual(at(10));
    expect(offerEnd([at(2)], now)).toBeNull();
    // Within minutes no owner picks.
    expect(offerEnd([at(2 + 14 / 60)], now)).toBeNull();
    expect(offerEnd([at(2.25)], now)).toEqual(at(0.25));
  });

  it('can be made of the times that are shown for it, of which half an hour is left, also a quarter of an hour later', () => {
    const earliest = offeredFrom(now).getTime();
    expect(offerEnd([new Date(earliest)], now)).toEqual(new Date(now.getTime() + HOUR / 2));
    fc.assert(
      fc.property(
        fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
        fc.integer({ min: 0, max: HOUR / 4 }),
        (apart, later) => {
          const end = offerEnd([new Date(earliest + apart)], new Date(now.getTime() + later));
          expect(end !== null).toBe(apart >= later - HOUR / 4);
          if (apart >= 0) expect(end).not.toBeNull();
        },
      ),
    );
  });
});

describe("the clinician's day around a request", () => {
  const working = [
    { from: 540, to: 720 },
    { from: 780, to: 1020 },
  ];
  const day = (given: Partial<Parameters<typeof dayFit>[0]> = {}) =>
    dayFit({
      working,
      taken: [{ from: 660, to: 690, kind: 'visit' }],
      asked: { from: 600, to: 630 },
      isHeld: true,
      clinician: 'Dr. Moreau',
      owner: 'Noor',
      lanes: 1,
      times: dayTimes('2026-11-23', 'America/Chicago'),
      ...given,
    });

  it('calls the end of an open night midnight', () =>
    expect(day({ working: [{ from: 0, to: 1440 }], taken: [] }).words).toBe(
      'It fits: held for Noor. Dr. Moreau is free until midnight.',
    ));

  it('says that the time fits, or what stands in the way', () => {
    expect(day()).toMatchObject({ fits: true, words: 'It fits: held for Noor. Dr. Moreau is free until 11:00am.' });
    expect(day({ asked: { from: 650, to: 680 } }).words).toBe('Dr. Moreau has another visit at 11:00am.');
    expect(day({ asked: { from: 500, to: 530 } }).words).toBe('Dr. Moreau starts at 9:00am.');
    expect(day({ asked: { from: 1010, to: 1040 } }).words).toBe('Dr. Moreau leaves at 5:00pm.');
    expect(day({ asked: { from: 710, to: 740 } }).words).toBe('Dr. Moreau is away at 12:00pm.');
    expect(day({ working: [] }).words).toBe('Dr. Moreau is away that day.');
    expect(day({ asked: { from: 650, to: 680 }, lanes: 2 }).fits).toBe(true);
  });

  it('fits exactly where the clinician works and nobody else has the time', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 15, max: 60 }))
      .map(([from, long]) => ({ from, to: from + long }));
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 5 }), (asked, others) => {
        const line = day({ asked, taken: others.map((one) => ({ ...one, kind: 'visit' as const })) });
        const works = working.some(({ from, to }) => from <= asked.from && asked.to <= to);
        const isFree = others.every(({ from, to }) => to <= asked.from || asked.to <= from);
        expect(line.fits).toBe(works && isFree);
        for (const { from, to } of line.spans) expect(from).toBeLessThan(to);
        expect(line.from).toBeLessThanOrEqual(asked.from);
        expect(line.to).toBeGreaterThanOrEqual(asked.to);
      }),
    );
  });
});

describe('words of the desk', () => {
  it('are short and plain', () => {
    const today = '2026-11-23';
    expect(nearWords(new Date('2026-11-23T16:30:00Z'), 'America/Chicago', today)).toBe('today 10:30am');
    expect(nearWords(new Date('2026-11-24T15:00:00Z'), 'America/Chicago', today)).toBe('tomorrow 9:00am');
    expect(nearWords(new Date('2026-12-01T15:00:00Z'), 'America/Chicago', today)).toBe('Tue Dec 1, 9:00am');
    expect(waysWords(['sms', 'email'], false)).toBe('Text and e-mail');
    expect(waysWords(['sms'], true)).toBe('Push, then text');
    expect(waysWords([], true)).toBe('');
    expect(petWords({ breed: 'Domestic shorthair', species: 'Cat', sex: 'Female', age: '9 years' })).toBe(
      'Domestic shorthair cat, female, 9 years',
    );
    expect(petWords({ breed: null, species: null, sex: null, age: null })).toBeNull();
  });
});
