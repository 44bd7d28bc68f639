import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InboxRow } from '../../../../src/contract/desk/inbox';
import { dueOf } from '../../../../src/domain/desk/dueWords';
import {
  countsOf,
  groupsOf,
  isShownIn,
  neighbour,
  regrouped,
  settled,
  showingOf,
  tagOf,
  taken,
  type Held,
} from '../../../../src/domain/desk/inboxList';

const zone = 'America/Chicago';
/** 8:42am at the clinic. */
const now = Date.parse('2026-11-23T14:42:00Z');
const row = (id: string, given: Partial<InboxRow> = {}): InboxRow => ({
  id,
  kind: 'request',
  place: 'waits',
  pet: null,
  owner: 'Noor Haddad',
  says: 'Request',
  what: '',
  asked_at: '2026-11-23T13:00:00Z',
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
const due = (id: string, due_at: string, given: Partial<InboxRow> = {}) => row(id, { due_at, ...given });
const named = (groups: Held['groups']) => groups.map(({ name, ids }) => `${name}: ${ids.join(' ')}`);
const shown = (held: Held) => held.groups.flatMap(({ ids }) => ids);

describe('the groups of the list (D-427)', () => {
  const rows = [
    due('late', '2026-11-23T14:00:00Z'),
    due('on the minute', '2026-11-23T14:42:00Z'),
    due('at ten', '2026-11-23T16:00:00Z'),
    due('at two', '2026-11-23T20:00:00Z'),
    due('tomorrow morning', '2026-11-24T15:00:00Z'),
    row('offered', { place: 'offered' }),
  ];

  it('in the morning are late, this morning, later, and what waits for owners', () => {
    expect(named(groupsOf(rows, now, zone))).toEqual([
      'Late: late on the minute',
      'This morning: at ten',
      'Later: at two tomorrow morning',
      'Waits for owners: offered',
    ]);
  });

  it('in the afternoon have this afternoon, and never the next day’s', () => {
    const afternoon = Date.parse('2026-11-23T19:00:00Z');
    expect(named(groupsOf(rows.slice(3), afternoon, zone))).toEqual([
      'This afternoon: at two',
      'Later: tomorrow morning',
      'Waits for owners: offered',
    ]);
  });

  it('have tonight, which reaches past midnight: such a clinic is still open', () => {
    const night = Date.parse('2026-11-24T05:25:00Z');
    const open = [due('at midnight', '2026-11-24T06:00:00Z'), due('at 12:54am', '2026-11-24T06:54:00Z')];
    expect(named(groupsOf([...open, rows[4]!], night, zone))).toEqual([
      'Tonight: at midnight at 12:54am',
      'Later: tomorrow morning',
    ]);
  });

  it('never part what an evening has due within hours, and each of it says its hour', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(zone, 'Pacific/Auckland', 'America/St_Johns', 'Pacific/Apia'),
        fc.integer({ min: 0, max: 400 * 24 * 60 }),
        fc.integer({ min: 1, max: 6 * 60 - 1 }),
        (at, minute, ahead) => {
          const from = Date.parse('2026-01-01T00:00:00Z') + minute * 60_000;
          const one = due('soon', new Date(from + ahead * 60_000).toISOString());
          expect(dueOf(one, from, at).words).toMatch(/^\d+:\d\d[ap]m|^in \d+ min$/);
          const [group] = groupsOf([one], from, at);
          const isMorning = new Date(from).toLocaleString('en-US', { timeZone: at, hour: 'numeric' }).endsWith('AM');
          if (!isMorning) expect(group?.key).toBe('soon');
        },
      ),
    ));

  it('are one where the clinic states no time', () => {
    expect(named(groupsOf([row('a'), row('b')], now, zone))).toEqual(['Waits: a b']);
  });

  it('count what waits for the clinic, not for owners', () => {
    const { late, of } = countsOf(rows, now);
    expect([late, of.all, of.requests, of.refills]).toEqual([2, 5, 5, 0]);
  });
});

describe('the list under the hand', () => {
  const before = settled([row('a'), row('b'), row('c')], now, zone);

  it('holds a new row back and changes a known one in place, in whatever order the server has them', () => {
    const held = taken(before, [row('new'), row('c'), row('b', { version: '2' }), row('a')], new Set());
    expect([shown(held), held.fresh]).toEqual([['a', 'b', 'c'], ['new']]);
    expect(held.rows.get('b')?.version).toBe('2');
  });

  it('keeps what somebody else answered where it was, and lets go what the person answered', () => {
    const held = taken(before, [row('c')], new Set(['b']));
    expect([shown(held), [...held.gone]]).toEqual([['a', 'c'], ['a']]);
  });

  it('says the same again when it is told the same', () => {
    const rows = [row('c'), row('d'), row('a')];
    const once = taken(before, rows, new Set());
    expect(taken(once, rows, new Set())).toEqual(once);
  });

  it('is in the groups of the right time once that is known, with nothing else changed (D-125)', () => {
    const rows = [due('a', '2026-11-23T14:00:00Z'), due('b', '2026-11-23T16:00:00Z'), row('c', { place: 'offered' })];
    const ahead = taken(settled(rows, now + 8 * 3_600_000, zone), [row('new'), ...rows.slice(1)], new Set());
    expect(named(ahead.groups)).toEqual(['Late: a b', 'Waits for owners: c']);
    const right = regrouped(ahead, now, zone);
    expect(right).toEqual({ ...ahead, groups: right.groups });
    expect(named(right.groups)).toEqual(['Late: a', 'This morning: b', 'Waits for owners: c']);
    expect(regrouped(right, now + 60_000, zone)).toBe(right);
  });

  it('is in the server’s order once it is settled, with nothing held back', () => {
    const held = settled([row('d'), row('a')], now, zone);
    expect([shown(held), held.fresh, held.gone.size]).toEqual([['d', 'a'], [], 0]);
  });

  it('is walked through without leaving it', () => {
    const { groups } = before;
    expect(['a', 'b', 'c', null, 'x'].map((id) => neighbour(groups, id, 1))).toEqual(['b', 'c', 'c', 'a', 'a']);
    expect(['a', 'b', 'c'].map((id) => neighbour(groups, id, -1))).toEqual(['a', 'a', 'b']);
    expect(neighbour([], 'a', 1)).toBeNull();
  });
});

describe('a row', () => {
  const at = (person_id: string, name: string) => ({
    person_id,
    name,
    is_answering: true,
    since: '2026-11-23T14:00:00Z',
  });

  it('has one tag at most: urgent word, person at it, not sent, approved by', () => {
    const all = row('a', { urgent_word: 'not eating', presence: [at('ana', 'Ana Ruiz')], approved_by: 'Dr. Lind' });
    const tags = [
      all,
      { ...all, urgent_word: null },
      { ...all, urgent_word: null, presence: [at('me', 'Marcus Bell')] },
    ].map((one) => tagOf(one, 'me', true)?.words);
    expect(tags).toEqual(['Not eating', 'Ana is on it', 'Not sent']);
    expect(tagOf({ ...all, urgent_word: null, presence: [] }, 'me', false)?.words).toBe('Dr. Lind');
    // Who has not said a name is called as elsewhere.
    expect(tagOf({ ...all, urgent_word: null, presence: [], approved_by: 'pat@oak.example' }, 'me', false)?.words).toBe(
      'Pat',
    );
    const promised = { ...all, urgent_word: null, presence: [], is_promised: true };
    expect(tagOf(promised, 'me', false)?.words).toBe('To offer');
    expect(tagOf(promised, 'me', true)?.words).toBe('Not sent');
    expect(tagOf({ ...promised, place: 'offered' }, 'me', false)?.words).toBe('Dr. Lind');
    expect(tagOf({ ...all, place: 'answered' }, 'me', true)).toBeNull();
  });

  it('belongs to its kind’s filter; payments are deposits without a time and refunds', () => {
    expect(isShownIn(row('a', { kind: 'refund' }), 'payments')).toBe(true);
    expect(isShownIn(row('a', { kind: 'deposit' }), 'payments')).toBe(true);
    expect(isShownIn(row('a'), 'payments')).toBe(false);
    expect(isShownIn(row('a', { needs_clinician: true }), 'me')).toBe(true);
    expect([showingOf('refills'), showingOf('elsewhere'), showingOf(null)]).toEqual(['refills', 'all', 'all']);
  });
});
