import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refillStates, type Refill } from '../../../../src/contract/pets';
import {
  isNews,
  isUnlisted,
  onlyReceived,
  refillAnswersBy,
  refillLook,
  refillsKnown,
  takenOver,
} from '../../../../src/domain/pets/refillsShown';

const start = Date.parse('2026-11-21T15:00:00Z');
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
const refill = (more: Partial<Refill> = {}): Refill => ({
  id: 'r1',
  patient_id: 'maple',
  medication_id: 'apoquel',
  medication: 'Apoquel 16 mg',
  note: null,
  state: 'received',
  state_at: at(0),
  reason: null,
  created_at: at(0),
  ...more,
});

/** A clinic's history: each refill is asked for at some minute, and goes through some of the states at later ones. */
const history = fc
  .array(
    fc.record({
      asked: fc.integer({ min: 0, max: 50 }),
      steps: fc.subarray(['approved', 'ready', 'done']),
      declined: fc.boolean(),
      waits: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 4, maxLength: 4 }),
      gone: fc.option(fc.integer({ min: 0, max: 120 })),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all.map(({ asked, steps, declined, waits, gone }, index) => {
      const states = ['received', ...steps, ...(declined && !steps.includes('done') ? ['declined'] : [])];
      let minute = asked;
      return {
        id: `r${index}`,
        asked,
        gone: gone ?? Infinity,
        steps: states.map((state, step) => ({ state, minute: (minute += step === 0 ? 0 : waits[step - 1]!) })),
      };
    }),
  );

/** What the clinic replies at a minute. */
const replyAt = (all: ReturnType<typeof history.generate>['value'], minute: number): Refill[] =>
  all
    .filter(({ asked, gone }) => asked <= minute && minute < gone)
    .map(({ id, asked, steps }) => {
      const { state, minute: since } = steps.filter((step) => step.minute <= minute).at(-1)!;
      return refill({ id, state, state_at: at(since), created_at: at(asked) });
    });

const far = ({ state }: Refill) => (refillStates as readonly string[]).indexOf(state);

describe('what is known of refills only moves forward (D-424)', () => {
  it('whatever order the replies of a clinic arrive in', () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.integer({ min: 0, max: 130 }), { minLength: 1, maxLength: 8 }),
        (all, minutes) => {
          let known: Refill[] = [];
          for (const minute of minutes) {
            const reply = replyAt(all, minute);
            const next = refillsKnown(known, reply);
            for (const before of known) {
              const after = next.find(({ id }) => id === before.id);
              if (after) expect(far(after)).toBeGreaterThanOrEqual(far(before));
            }
            for (const said of reply)
              expect(far(next.find(({ id }) => id === said.id)!)).toBeGreaterThanOrEqual(far(said));
            expect(refillsKnown(next, reply)).toEqual(next);
            expect(next.map(({ created_at }) => created_at)).toEqual(
              next
                .map(({ created_at }) => created_at)
                .sort()
                .reverse(),
            );
            known = next;
          }
          // The latest reply that arrived says the latest state of all that the clinic still has.
          const last = Math.max(...minutes);
          for (const said of replyAt(all, last))
            expect(known.find(({ id }) => id === said.id)).toMatchObject({
              state: said.state,
              state_at: said.state_at,
            });
        },
      ),
    );
  });

  it('and one that the clinic has no more goes, unless the reply is older than what is known of it', () => {
    const other = refill({ id: 'r2', created_at: at(5), state_at: at(30), state: 'approved' });
    expect(refillsKnown([refill({ state_at: at(20) })], [other])).toEqual([other]);
    expect(refillsKnown([other], [refill()])).toEqual([other, refill()]);
    expect(refillsKnown([refill()], [])).toEqual([refill()]);
  });

  it('and a state of a newer server stays', () => {
    const newer = refill({ state: 'in the post', state_at: at(1) });
    expect(refillsKnown([newer], [refill({ state: 'approved', state_at: at(2) })])).toEqual([newer]);
    expect(refillLook(newer, new Date(at(1)))).toMatchObject({ says: 'Answered', age: 'just now' });
  });
});

describe('how a refill reads', () => {
  it.each([
    ['received', 'Received', '2 hours ago', null],
    ['approved', 'Approved', '2 hours ago', null],
    ['ready', 'Ready for pick-up', '2 hours ago', null],
    ['done', 'Picked up', '2 hours ago', null],
    ['declined', 'Declined', '2 hours ago', 'Maple needs a visit first.'],
  ])('%s: %s', (state, says, age, reason) => {
    const given = refill({ state, reason: 'Maple needs a visit first.' });
    expect(refillLook(given, new Date(at(125)))).toMatchObject({ says, age, reason });
  });

  it('tells by when the clinic answers one that it has received, or wanted to', () => {
    const clock = { zone: 'America/Chicago', today: '2026-11-20', now: new Date('2026-11-20T16:00:00Z') };
    const by = (state: string, answer_by?: string | null) => refillAnswersBy({ state, answer_by }, clock);
    expect(by('received', '2026-11-20T20:30:00Z')).toBe('The clinic answers by today, 2:30pm');
    expect(by('received', '2026-11-20T15:30:00Z')).toBe('The clinic wanted to answer by today, 9:30am');
    expect([by('received', null), by('received'), by('approved', '2026-11-20T20:30:00Z')]).toEqual([null, null, null]);
    expect(refillAnswersBy(undefined, clock)).toBeNull();
  });

  it('is read anew where a request has arrived of which nothing is known yet', () => {
    expect(isUnlisted([refill()], [{ receipt: { id: 'r1' } }, { receipt: null }])).toBe(false);
    expect(isUnlisted([refill()], [{ receipt: { id: 'r2' } }])).toBe(true);
  });

  it('stays while it is under way, and two weeks once it is settled', () => {
    const [soon, late] = [new Date(at(13 * 1440)), new Date(at(14 * 1440))];
    for (const state of ['approved', 'ready']) expect(isNews(refill({ state }), late)).toBe(true);
    for (const state of ['done', 'declined'])
      expect([isNews(refill({ state }), soon), isNews(refill({ state }), late)]).toEqual([true, false]);
    expect(isNews(refill(), soon)).toBe(false);
  });

  it('stands in place of its own request once it is answered, and below it before', () => {
    const sent = { state: 'sent', receipt: { id: 'r1' }, payload: { medication_id: 'apoquel' } };
    const lost = { state: 'waiting', receipt: null, payload: { medication_id: 'apoquel' } };
    const other = { state: 'waiting', receipt: null, payload: { medication_id: null } };
    expect(onlyReceived([refill()], [])).toEqual([refill()]);
    expect(onlyReceived([refill()], [other])).toEqual([refill()]);
    for (const entry of [sent, lost]) expect(onlyReceived([refill()], [entry])).toEqual([]);
    expect(takenOver([refill()], sent.receipt)).toBe(false);
    expect(takenOver([refill({ state: 'approved' })], sent.receipt)).toBe(true);
    expect(takenOver([refill({ state: 'approved' })], null)).toBe(false);
  });
});
