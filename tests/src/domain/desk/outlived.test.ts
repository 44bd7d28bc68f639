import { describe, expect, it } from 'vitest';
import { outlivedBy, type Told } from '../../../../src/domain/desk/outlived';

const writtenAt = new Date('2026-11-23T15:00:00Z');
const [before, after] = [new Date('2026-11-23T14:59:59.999Z'), new Date('2026-11-23T15:00:00.001Z')];
const told = (given: Partial<Told>): string | null =>
  outlivedBy({ kind: 'booking_confirmation', writtenAt, visit: null, refill: null, ...given });
const visit = (given: Partial<NonNullable<Told['visit']>> = {}) => ({
  status: 'ACCEPTED',
  movedAt: null,
  answeredAt: null,
  ...given,
});

describe('what a message says is true no more', () => {
  it('of a visit, once it was called off, moved or answered since', () => {
    for (const kind of ['request_confirmation', 'booking_confirmation', 'reschedule_confirmation']) {
      expect(told({ kind, visit: visit() })).toBeNull();
      expect(told({ kind, visit: visit({ movedAt: before, answeredAt: before }) })).toBeNull();
      expect(told({ kind, visit: visit({ movedAt: writtenAt, answeredAt: writtenAt }) })).toBeNull();
      expect(told({ kind, visit: visit({ status: 'DELETED' }) })).toBe('The visit was canceled since.');
      expect(told({ kind, visit: visit({ status: 'DECLINED' }) })).toBe('The visit was declined since.');
      expect(told({ kind, visit: visit({ movedAt: after }) })).toBe('The visit has another time since.');
    }
    expect(told({ kind: 'request_confirmation', visit: visit({ answeredAt: after }) })).toBe(
      'The request was accepted since.',
    );
    expect(told({ visit: visit({ answeredAt: after }) })).toBe('The visit has another time since.');
  });

  it('of a refill, once it has another state', () => {
    const refill = (state: string, stateAt: Date) => told({ kind: 'refill', refill: { state, stateAt } });
    expect(refill('approved', before)).toBeNull();
    expect(refill('ready', after)).toBe('The refill is ready for pick-up by now.');
    expect(refill('declined', after)).toBe('The refill is declined by now.');
  });

  it('but never of what is no state: a cancellation, a refund, a notice', () => {
    for (const kind of ['cancellation', 'decline', 'refund', 'sign_in_notice'])
      expect(
        told({ kind, visit: visit({ status: 'DELETED', movedAt: after }), refill: { state: 'ready', stateAt: after } }),
      ).toBeNull();
  });
});
