import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedText,
  depositText,
  isWorse,
  namedOutcome,
  onCancel,
  refunding,
  toldOnCancel,
} from '../../../../src/domain/payment/refund';

const start = new Date('2026-11-25T15:00:00Z');
const before = (hours: number) => new Date(start.getTime() - hours * 3_600_000);
const deposit = (state: string, card_last4: string | null = '4242') => ({ amount: 25, state, card_last4 });

describe('a deposit whose appointment its owner cancels (D-414)', () => {
  it('comes back until the clinic’s hours before the start, to the millisecond; without such a rule the clinic decides', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: -5_000_000, max: 2_000_000_000 }),
        (hours, ms) => {
          const now = new Date(start.getTime() - ms);
          expect(onCancel({ deposit_refund_hours: hours }, start, now)).toBe(
            ms >= hours * 3_600_000 ? 'refunded' : 'kept',
          );
          expect(onCancel({}, start, now)).toBe('asked');
        },
      ),
    );
  });

  it('is told beforehand, where one is paid', () => {
    const settings = { deposit_refund_hours: 48 };
    expect(toldOnCancel(deposit('paid'), settings, start, before(48))?.text).toBe(
      'Your deposit of $25.00 will be refunded to your card ending in 4242.',
    );
    // The clinic has said that it cannot be then.
    expect(toldOnCancel(deposit('paid'), settings, start, before(1), null, true)?.outcome).toBe('refunded');
    expect(toldOnCancel(deposit('paid', null), settings, start, before(48))?.text).toBe(
      'Your deposit of $25.00 will be refunded to the card you paid with.',
    );
    expect(toldOnCancel(deposit('paid'), settings, start, before(47.9))?.text).toBe(
      'Your deposit of $25.00 will not be refunded: your appointment is less than 48 hours away.',
    );
    expect(toldOnCancel(deposit('paid'), { deposit_refund_hours: 168 }, start, before(1))?.text).toContain(
      'less than 7 days away',
    );
    expect(toldOnCancel(deposit('paid'), { deposit_refund_hours: 1 }, start, before(0.5))?.text).toContain(
      'less than 1 hour away',
    );
    expect(toldOnCancel(deposit('paid'), {}, start, before(1))?.text).toBe(
      'The clinic decides whether your deposit of $25.00 is refunded.',
    );
    for (const none of [null, undefined, deposit('refunded')])
      expect(toldOnCancel(none, settings, start, before(48))).toBeNull();
  });

  it('is told as the server has named it, where that is worse than what the page knows', () => {
    const told = (hours: number | undefined, named: 'refunded' | 'asked' | 'kept' | null) => {
      const settings = hours === undefined ? {} : { deposit_refund_hours: hours };
      return toldOnCancel(deposit('paid'), settings, start, before(48), named);
    };
    // Why it is kept is not known before the clinic's rule is read anew.
    expect(told(48, 'kept')).toEqual({ outcome: 'kept', text: 'Your deposit of $25.00 will not be refunded.' });
    expect(told(undefined, 'kept')?.outcome).toBe('kept');
    expect(told(48, 'asked')).toEqual({ outcome: 'asked', text: askedText(25) });
    expect(told(240, 'kept')?.text).toContain('less than 10 days away');
    expect(told(240, 'refunded')?.outcome).toBe('kept');
    expect(told(48, null)?.outcome).toBe('refunded');
  });

  it('is better back than asked for, and better asked for than kept', () => {
    const order = ['refunded', 'asked', 'kept'] as const;
    for (const [told, one] of order.entries())
      for (const [now, other] of order.entries()) expect(isWorse(other, one)).toBe(now > told);
  });

  it('is named by a refusal of the server and by nothing else', () => {
    const failure = (code: 'conflict' | 'not_allowed', fields: Record<string, string>) =>
      ({ kind: 'http', status: 409, code, message: null, fields, result: undefined }) as const;
    expect(namedOutcome(failure('conflict', { deposit_on_cancel: 'kept' }))).toBe('kept');
    expect(namedOutcome(failure('conflict', { deposit_on_cancel: 'of a later version' }))).toBeNull();
    expect(namedOutcome(failure('conflict', {}))).toBeNull();
    expect(namedOutcome(failure('not_allowed', { deposit_on_cancel: 'kept' }))).toBeNull();
    for (const none of [null, { kind: 'network', timedOut: false } as const]) expect(namedOutcome(none)).toBeNull();
  });
});

describe('what became of a deposit', () => {
  it('is told for each state, and nothing for those that are not known or not over', () => {
    expect(depositText(deposit('refunding'))).toMatchObject({
      text: refunding(deposit('refunding')),
      isCallDue: false,
    });
    expect(depositText(deposit('refunded'))?.text).toBe(
      'Your deposit of $25.00 was refunded to your card ending in 4242.',
    );
    expect(depositText(deposit('kept'))?.text).toContain('is not refunded');
    expect(depositText(deposit('asked'))).toEqual({ text: askedText(25), detail: null, isCallDue: true });
    for (const none of [null, undefined, deposit('paid'), deposit('of a later version')])
      expect(depositText(none)).toBeNull();
  });
});
