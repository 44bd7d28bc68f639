import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  declineReasons,
  itemKinds,
  type Action,
  type Answer,
  type InboxRow,
  type Item,
  type ItemKind,
} from '../../../../src/contract/desk/inbox';
import { apartLines, recordName } from '../../../../src/domain/desk/apart';
import { asGiven } from '../../../../src/domain/desk/asGiven';
import { dayTimes, hourMarks, placeOf } from '../../../../src/domain/desk/dayLine';
import {
  bodyOf,
  folded,
  halfOf,
  halfWords,
  isMissed,
  missing,
  numberOf,
  runsInto,
  sendWords,
  toggled,
  turnedTo,
  withGone,
  type HalfWritten,
  type Picked,
} from '../../../../src/domain/desk/halfWritten';
import { dueInItem, dueOf } from '../../../../src/domain/desk/dueWords';
import { timeKey } from '../../../../src/domain/desk/offer';
import { markedNote } from '../../../../src/domain/desk/markedNote';
import { lookOfMessage, lookOfState } from '../../../../src/domain/desk/stateLooks';
import { secondsLeft, undoables, undoWords } from '../../../../src/domain/desk/takeBack';
import { beside, rowAfter } from '../../../../src/domain/desk/walk';
import { declinedText, declineLabels, reasonsFor } from '../../../../src/domain/desk/decline';
import { sinceWord } from '../../../../src/domain/desk/words';
import { actionOfKey, calledName, declineWords, keyOf, leadOf, waysOf } from '../../../../src/domain/desk/ways';
import {
  comingAt,
  happenedAt,
  happenedInWords,
  happenedWords,
  recordDate,
  tileOf,
} from '../../../../src/domain/desk/whenAt';

const zone = 'America/Chicago';
const today = '2026-11-23';

const rowOf = (given: Partial<InboxRow>): InboxRow => ({
  id: 'request-1',
  kind: 'request',
  place: 'waits',
  pet: { id: null, name: 'Pepper', species: 'Cat' },
  owner: 'Noor Haddad',
  says: 'Request',
  what: '',
  asked_at: '2026-11-21T15:00:00Z',
  due_at: null,
  urgent_word: null,
  approved_by: null,
  needs_clinician: false,
  offered_until: null,
  presence: [],
  answer: null,
  version: '1',
  ...given,
});
const actionOf = (given: Partial<Action>): Action => ({
  name: 'accept',
  label: 'Accept',
  is_primary: false,
  tray: null,
  blocked: null,
  client_id: null,
  will_read: null,
  ...given,
});
const recordOf = (given: Partial<Item['records'][number]>): Item['records'][number] => ({
  client_id: 'r1',
  since: '2017-01-01T00:00:00Z',
  name: 'Samantha Lee',
  phone: '512-555-0107',
  email: null,
  address: null,
  pets: [],
  last_visit: null,
  visits: 0,
  agrees: [],
  is_likely: false,
  ...given,
});
const answerOf = (given: Partial<Answer>): Answer => ({
  id: 'a',
  name: 'accept',
  words: 'accepted',
  by: 'Marcus',
  is_mine: true,
  at: '2026-11-23T14:42:00Z',
  leaves_at: '2026-11-23T14:42:20Z',
  left_at: null,
  voided: null,
  ...given,
});

describe('when', () => {
  it.each([
    ['2026-11-23T14:03:00Z', 'Today 8:03am'],
    ['2026-11-21T15:00:00Z', 'Sat 9:00am'],
    ['2026-11-16T15:00:00Z', 'Nov 16 9:00am'],
    ['2025-03-04T15:00:00Z', 'Mar 4, 2025 9:00am'],
  ])('%s happened %s', (at, words) => expect(happenedAt(new Date(at), zone, today)).toBe(words));

  it.each([
    ['2026-11-23T17:30:00Z', 'Today, 11:30am'],
    ['2026-11-24T14:00:00Z', 'Tomorrow, 8:00am'],
    ['2026-12-01T15:00:00Z', 'Tue Dec 1, 9:00am'],
    ['2027-01-05T15:00:00Z', 'Tue Jan 5, 2027, 9:00am'],
  ])('%s comes %s', (at, words) => expect(comingAt(new Date(at), zone, today)).toBe(words));

  it.each([
    ['waits', '2026-11-23T17:30:00Z', '11:30am', 'by 11:30am'],
    ['waits', '2026-11-24T14:00:00Z', 'Tomorrow', 'by tomorrow 8:00am'],
    ['waits', '2026-12-01T15:00:00Z', 'Tue Dec 1', 'by Tue Dec 1, 9:00am'],
    ['waits', '2026-11-23T15:15:00Z', 'in 15 min', 'in 15 min'],
    ['waits', '2026-11-23T14:15:00Z', '45 min late', '45 min late'],
    ['offered', '2026-11-24T14:00:00Z', 'Tomorrow', 'until tomorrow 8:00am'],
  ] as const)('%s at %s: the list says "%s", the item "%s"', (place, at, listed, opened) => {
    const row = rowOf({ place, ...(place === 'waits' ? { due_at: at } : { offered_until: at }) });
    const now = Date.parse('2026-11-23T15:00:00Z');
    expect([dueOf(row, now, zone).words, dueInItem(row, now, zone).words]).toEqual([listed, opened]);
  });

  it('past midnight in the same night: the list says the hour, of what is due and of what was answered', () => {
    const row = rowOf({ due_at: '2026-11-24T06:54:00Z' });
    const before = Date.parse('2026-11-24T05:25:00Z');
    expect([dueOf(row, before, zone).words, dueInItem(row, before, zone).words]).toEqual([
      '12:54am',
      'by tomorrow 12:54am',
    ]);
    const answered = rowOf({ place: 'answered', answer: answerOf({ at: '2026-11-24T05:25:00Z' }) });
    expect(dueOf(answered, Date.parse('2026-11-24T06:54:00Z'), zone).words).toBe('11:25pm');
  });

  it('says today inside a sentence without a capital', () =>
    expect(happenedInWords(new Date('2026-11-23T14:03:00Z'), zone, today)).toBe('today 8:03am'));

  it('says who did what', () =>
    expect([
      happenedWords('Ana Ruiz', 'Accepted'),
      happenedWords('', 'E-mail'),
      happenedWords('Oak', '3 times offered'),
    ]).toEqual(['Ana Ruiz: accepted', 'E-mail', 'Oak: 3 times offered']));

  it('names dates of records and tiles', () => {
    expect(recordDate('2026-03-04')).toBe('Mar 4, 2026');
    expect(tileOf('2026-11-24')).toEqual({ weekday: 'Tue', day: '24', name: 'Tue Nov 24' });
  });
});

describe('the note', () => {
  it('marks urgent words', () =>
    expect(markedNote('She is not eating.', [{ from: 7, to: 17 }])).toEqual([
      { text: 'She is ', isUrgent: false },
      { text: 'not eating', isUrgent: true },
      { text: '.', isUrgent: false },
    ]));

  it('loses no letter, whatever the places are', () =>
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.record({ from: fc.integer({ min: -3, max: 40 }), to: fc.integer({ min: -3, max: 40 }) })),
        (text, urgent) => {
          const stretches = markedNote(text, urgent);
          expect(stretches.map((each) => each.text).join('')).toBe(text);
          expect(stretches.every((each) => each.text.length > 0)).toBe(true);
        },
      ),
    ));
});

describe('ways on', () => {
  const accept = actionOf({ is_primary: true });
  const offer = actionOf({ name: 'offer', label: 'Offer other times', tray: 'offer' });
  const decline = actionOf({ name: 'decline', label: 'Decline', tray: 'decline' });
  const item = { actions: [accept, decline, offer], records: [] };

  it('put one first and what ends it at the far end', () => {
    const ways = waysOf(item);
    expect(ways).toEqual({ primary: accept, others: [offer], last: decline, ofRecords: [] });
    expect([accept, offer, decline].map((action) => keyOf(action, ways))).toEqual(['a', 'o', 'd']);
    expect(actionOfKey('O', ways)).toBe(offer);
    expect(actionOfKey('1', ways)).toBeNull();
  });

  it('stand below the records that they are about', () => {
    const ties = ['r1', 'r2'].map((client_id) => actionOf({ name: 'tie', label: 'This one', client_id }));
    const ways = waysOf({
      actions: [...ties, actionOf({ name: 'new_client' })],
      records: [recordOf({}), recordOf({ client_id: 'r2' })],
    });
    expect(ways.ofRecords).toEqual(ties);
    expect(ways.primary).toBeNull();
    expect(actionOfKey('2', ways)).toBe(ties[1]);
  });

  it('keep a refund that is the one thing to do out of the far end', () => {
    const refund = actionOf({ name: 'refund', is_primary: true });
    expect(waysOf({ actions: [refund], records: [] })).toMatchObject({ primary: refund, last: null });
  });

  it('call owners by their first name', () => {
    expect(['Noor Haddad', '512-555-0119', ' '].map(calledName)).toEqual(['Noor', '512-555-0119', 'The owner']);
    expect(declineWords({ row: rowOf({}) }, 'Decline')).toBe('Decline Pepper’s visit');
    expect(declineWords({ row: rowOf({ kind: 'waitlist' }) }, 'Take off the list')).toBe('Take off the list');
  });
});

describe('states', () => {
  it.each([
    ['Requested', 'waits', 'hourglass'],
    ['3 times offered', 'offered', 'arrow'],
    ['Offered until 9:30am', 'offered', 'arrow'],
    ['Approved', 'plain', 'check'],
    ['Declined', 'over', 'cross'],
    ['Bounced', 'red', 'bang'],
    ['Not delivered', 'red', 'bang'],
    ['Refund failed', 'red', 'bang'],
    ['Something else', 'plain', null],
    ['Not answered', 'red', 'bang'],
  ])('%s is drawn', (word, outline, sign) => expect(lookOfState(word)).toEqual({ outline, sign }));

  it('are those of an answer as long as it can be taken back', () => {
    const ask = { title: 'Exam', line: '', state: 'Requested', money: null };
    const day = { date: today } as Item['day'];
    const given = (kind: ItemKind, name: string, words: string) => asGiven({ ask, day }, kind, { name, words });
    expect(given('request', 'accept', 'accepted')).toEqual({ ask: { ...ask, state: 'Accepted' }, day: null });
    expect(given('request', 'offer', '2 times offered')).toEqual({ ask: { ...ask, state: '2 times offered' }, day });
    expect(given('undelivered', 'let_be', 'let be').ask.state).toBe('Let be');
    // No answer to the waitlist changes the visit that the owner has.
    expect(given('waitlist', 'remove', 'taken off the list')).toEqual({ ask, day: null });
  });

  it('began with what happened then', () =>
    expect((['request', 'undelivered', 'refund', 'deposit'] as const).map(sinceWord)).toEqual([
      'Asked',
      'Failed',
      'Failed',
      'Paid',
    ]));

  it('tell how a message fared', () =>
    expect(
      ['Delivered', 'Made', 'Sent', 'On its way', 'Undelivered', 'Taken back', 'Noor canceled first.'].map(
        lookOfMessage,
      ),
    ).toEqual(['check', 'check', 'ring', 'ring', 'bang', 'undo', 'bang']));

  it('tell how another refill stands', () =>
    expect(
      ['Approved today 7:56pm', 'Ready today 8:03pm', 'Picked up today 8:10pm', 'Waits too'].map(lookOfMessage),
    ).toEqual(['check', 'check', 'check', 'ring']));
});

describe('of what waits for its owner', () => {
  const accept = actionOf({ name: 'accept', label: 'Accept' });
  const ways = waysOf({
    actions: [accept, actionOf({ name: 'decline', label: 'Decline', tray: 'decline' })],
    records: [],
  });

  it('the acceptance has its key and its words, though it is not filled', () => {
    expect([ways.primary, leadOf(ways), keyOf(accept, ways), actionOfKey('a', ways)]).toEqual([
      null,
      accept,
      'a',
      accept,
    ]);
  });
});

describe('the reasons to decline', () => {
  it('of a refill are about medicine, of everything else about a visit', () => {
    expect(reasonsFor('refill').map((reason) => declineLabels[reason])).toEqual([
      'Needs a visit first',
      'Too early for more',
      'We have not prescribed it',
      'Please call us first',
      'Another reason',
    ]);
    for (const kind of itemKinds.filter((each) => each !== 'refill'))
      expect(reasonsFor(kind)).toEqual(['no_time', 'emergency', 'not_treated', 'call_us', 'other']);
  });

  it('have a sentence each that the owner reads; another reason has the clinic’s words alone', () => {
    for (const reason of declineReasons)
      expect(declinedText(reason, 'So.')).toMatch(reason === 'other' ? /^So\.$/ : /^[A-Z].{10,}\. So\.$/);
  });
});

describe('what a declined owner reads', () => {
  it.each([
    ['keep him in', 'keep him in.'],
    [' Really? ', 'Really?'],
    ['We said “no.”', 'We said “no.”'],
    ['see https://capital.example/er', 'see https://capital.example/er'],
    ['', ''],
  ])('has %j as a sentence, so that the next one begins anew', (words, read) =>
    expect(declinedText('no_time', words)).toBe(`We have no time left that day. ${read}`.trim()),
  );
});

describe('the line of the day', () => {
  const line = { from: 480, to: 1050 };
  const hours = dayTimes(today, zone).hours();

  it('names its hours', () =>
    expect(hourMarks(line, hours).map(({ word }) => word)).toEqual([
      '8am',
      '9',
      '10',
      '11',
      '12pm',
      '1',
      '2',
      '3',
      '4',
      '5',
    ]));

  it('names every second hour of a long one, noon among them', () => {
    const marks = (from: number, to: number) => hourMarks({ from, to }, hours).map(({ word }) => word);
    const late = ['2', '4', '6', '8', '10'];
    expect(marks(0, 1440)).toEqual(['12am', '2', '4', '6', '8', '10', '12pm', ...late]);
    expect(marks(420, 1320)).toEqual(['8am', '10', '12pm', '2', '4', '6', '8']);
    expect(marks(480, 1200)).toHaveLength(12);
  });

  it('stays within its ends', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), (minute) => {
        const at = placeOf(minute, line);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(100);
      }),
    ));
});

describe('telling apart', () => {
  it('says where records differ', () => {
    const lines = apartLines({
      proved: { name: 'Sam Lee', phone: { value: '512-555-0107', is_confirmed: true }, email: null, asks: null },
      records: [recordOf({}), recordOf({ client_id: 'r2', name: 'Samuel Lee', email: 's@example.com' })],
    });
    expect(lines.map(({ name, differs }) => [name, differs])).toEqual([
      ['Name', true],
      ['Phone', false],
      ['E-mail', true],
      ['Address', false],
    ]);
    expect(lines[1]).toMatchObject({ proved: '512-555-0107', isConfirmed: true });
  });

  it('tells records of one year by letters', () => {
    const years = ['2017', '2024', '2017'];
    expect(years.map((_, place) => recordName(years, place))).toEqual([
      'Record of 2017, a',
      'Record of 2024',
      'Record of 2017, b',
    ]);
  });
});

describe('half written', () => {
  const decline = actionOf({ name: 'decline', label: 'Decline', tray: 'decline' });
  const offer = actionOf({ name: 'offer', tray: 'offer' });
  const time = (hour: number, provider_id: string | null = 'd1'): Picked => ({
    at: `2026-11-24T${hour}:00:00Z`,
    provider_id,
    clinician: null,
  });
  const begun = turnedTo(null, decline);

  it('is missed once something was written', () => {
    expect(isMissed(begun)).toBe(false);
    expect(folded(begun)).toBeNull();
    expect(folded({ ...begun, words: 'Please call' })).toMatchObject({ words: 'Please call', isOpen: 'no' });
  });

  it('keeps what was written when it turns to another answer, and sends only what that one asks for', () => {
    const half: HalfWritten = { ...begun, reason: 'emergency', words: ' Go to Capital. ' };
    const turned = { ...turnedTo(half, offer), times: [time(14)] };
    expect(bodyOf(turned, '7')).toEqual({
      name: 'offer',
      version: '7',
      words: 'Go to Capital.',
      times: [{ at: '2026-11-24T14:00:00Z', provider_id: 'd1' }],
    });
    expect(bodyOf(turnedTo(turned, decline), '7')).toEqual({
      name: 'decline',
      version: '7',
      reason: 'emergency',
      words: 'Go to Capital.',
    });
  });

  it('is there again as it was given, from what the clinic has of it', () => {
    const words = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
    const times = (...picked: Picked[]) => fc.constant(picked);
    const halves: fc.Arbitrary<Partial<HalfWritten> & Pick<HalfWritten, 'tray'>> = fc.oneof(
      fc.record({ tray: fc.constant('decline' as const), reason: fc.constantFrom(...declineReasons), words }),
      fc.record({ tray: fc.constant('offer' as const), words, times: times(time(14), time(15, 'd2')) }),
      fc.record({ tray: fc.constant('choose_time' as const), times: times(time(16)) }),
      fc.record({ tray: fc.constant('correct' as const), contact: words }),
      fc.record({ tray: fc.constant('merge' as const), client_id: fc.constant('c2') }),
    );
    const none = { reason: null, words: null, client_id: null, contact: null };
    fc.assert(
      fc.property(halves, (written) => {
        const half: HalfWritten = { name: written.tray as HalfWritten['name'], client_id: null, ...written };
        const { name, reason = null, words = null, client_id = null, contact = null, ...said } = bodyOf(half, '7');
        const named = (said.times ?? []).map((one) => ({ ...one, clinician: null }));
        const back = halfOf({ name, reason, words, client_id, contact, times: named });
        expect(back && bodyOf(back, '7')).toEqual(bodyOf(half, '7'));
      }),
    );
    expect(halfOf({ ...none, times: [], name: 'accept' })).toBeNull();
  });

  it('says what is missing', () => {
    expect(missing(begun)).toBe('Choose a reason');
    expect(missing({ ...begun, reason: 'other' })).toBe('Say the reason in your own words');
    expect(missing({ ...begun, reason: 'no_time' })).toBeNull();
    expect(missing(turnedTo(null, offer))).toBe('Choose up to three times');
    expect(missing({ name: 'merge', tray: 'merge', client_id: null })).toBe('Choose the record to keep');
  });

  it('holds at most three different times, in the order of picking', () => {
    const three = [14, 15, 16].reduce<Picked[]>((times, hour) => toggled(times, time(hour)), []);
    expect(toggled(three, time(17))).toEqual(three);
    expect(toggled(three, time(15))).toEqual([time(14), time(16)]);
    expect(numberOf(three, time(16))).toBe(3);
    expect(numberOf(three, time(16, 'd2'))).toBe(0);
    expect(toggled([time(14)], time(15), 1)).toEqual([time(15)]);
    expect([0, 1, 2].map(sendWords)).toEqual(['Send times', 'Send 1 time', 'Send 2 times']);
    expect(halfWords({ ...turnedTo(null, offer), times: three })).toBe('3 times to offer');
  });

  describe('a picked time that is gone', () => {
    const three = [14, 15, 16].map((hour) => time(hour));
    const half = withGone({ ...turnedTo(null, offer), times: three }, [timeKey(three[1]!.at, three[1]!.provider_id)]);
    const times = half.times!;

    it('is shown, not sent and not counted', () => {
      expect(times.map(({ is_gone }) => is_gone)).toEqual([undefined, true, undefined]);
      expect(bodyOf(half, '1').times?.map(({ at }) => at)).toEqual([three[0]!.at, three[2]!.at]);
      expect(three.map((one) => numberOf(times, one))).toEqual([1, 0, 2]);
      expect(halfWords(half)).toBe('2 times to offer');
      expect(missing({ ...half, times: [times[1]!] })).toBe('Choose up to three times');
      expect(runsInto(times, time(15, 'd1'), 30)).toBeNull();
    });

    it('makes room for another, is taken away, or picked again once it is free again', () => {
      expect(toggled(times, time(17))).toEqual([time(14), time(16), time(17)]);
      expect(toggled(times, times[1]!)).toEqual([time(14), time(16)]);
      expect(toggled(times, time(15))).toEqual([time(14), time(16), time(15)]);
    });
  });
});

describe('taking back', () => {
  const now = Date.parse('2026-11-23T14:42:06Z');

  it('offers the own answers that have not left, the last one first', () => {
    const rows = [
      rowOf({ id: 'a', answer: answerOf({ at: '2026-11-23T14:41:58Z' }) }),
      rowOf({ id: 'b', answer: answerOf({}) }),
      rowOf({ id: 'c', answer: answerOf({ is_mine: false }) }),
      rowOf({ id: 'd', answer: answerOf({ left_at: '2026-11-23T14:42:05Z' }) }),
      rowOf({ id: 'e', answer: answerOf({ leaves_at: '2026-11-23T14:42:05Z' }) }),
      rowOf({ id: 'f' }),
    ].map((row) => ({ ...row, clinicId: row.id === 'b' ? 'oak' : 'elm' }));
    const found = undoables(rows, now, (id) => (id === 'elm' ? 'Elm Vets' : ''));
    expect(found.map(({ itemId, clinicId, about }) => [itemId, clinicId, about])).toEqual([
      ['b', 'oak', 'Pepper'],
      ['a', 'elm', 'Pepper at Elm Vets'],
    ]);
  });

  it('says how long', () => {
    expect(secondsLeft(answerOf({}), now)).toBe(14);
    expect(secondsLeft(answerOf({}), now + 60_000)).toBe(0);
    expect(undoWords(answerOf({ words: 'approved' }), 14)).toBe('approved, told in 14 s');
    expect(undoWords(answerOf({ name: 'answered', words: 'marked answered' }), 9)).toBe(
      'marked answered, undo for 9 s',
    );
  });
});

describe('the walk through the list', () => {
  const rows = [
    rowOf({ id: 'a' }),
    rowOf({ id: 'b', place: 'answered' }),
    rowOf({ id: 'c' }),
    rowOf({ id: 'd', place: 'offered' }),
  ];

  it('goes on at what waits next, else at what waits before', () => {
    expect(rowAfter(rows, 'a')?.id).toBe('c');
    expect(rowAfter(rows, 'c')?.id).toBe('a');
    expect(rowAfter([rowOf({ id: 'a' })], 'a')).toBeNull();
  });

  it('tells the place', () =>
    expect(beside(rows, 'c')).toMatchObject({ previous: { id: 'a' }, next: null, place: 2, of: 2 }));
});
