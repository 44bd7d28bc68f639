import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedText, cancelText, depositText, onCancel, refunding } from '../../../../src/domain/payment/refund';

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
    expect(cancelText(deposit('paid'), settings, start, before(48))).toBe(
      'Your deposit of $25.00 will be refunded to your card ending in 4242.',
    );
    expect(cancelText(deposit('paid', null), settings, start, before(48))).toBe(
      'Your deposit of $25.00 will be refunded to the card you paid with.',
    );
    expect(cancelText(deposit('paid'), settings, start, before(47.9))).toBe(
      'Your deposit of $25.00 will not be refunded: your appointment is less than 48 hours away.',
    );
    expect(cancelText(deposit('paid'), { deposit_refund_hours: 168 }, start, before(1))).toContain(
      'less than 7 days away',
    );
    expect(cancelText(deposit('paid'), { deposit_refund_hours: 1 }, start, before(0.5))).toContain(
      'less than 1 hour away',
    );
    expect(cancelText(deposit('paid'), {}, start, before(1))).toBe(
      'The clinic decides whether your deposit of $25.00 is refunded.',
    );
    for (const none of [null, undefined, deposit('refunded')])
      expect(cancelText(none, settings, start, before(48))).toBeNull();
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
