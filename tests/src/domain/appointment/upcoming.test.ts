import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostUpcoming } from '../../../../src/domain/appointment/upcoming';

it('lets a known owner have ten upcoming appointments and another four, where the clinic says nothing (D-404)', () => {
  expect([mostUpcoming({}, true), mostUpcoming({}, false)]).toEqual([10, 4]);
});

it('goes by what the clinic says, and lets nobody have more whom it does not know', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (known, unknown) => {
      const settings = { max_upcoming_appointments: known, max_upcoming_appointments_new: unknown };
      expect([mostUpcoming(settings, true), mostUpcoming(settings, false)]).toEqual([known, Math.min(known, unknown)]);
    }),
  );
});
