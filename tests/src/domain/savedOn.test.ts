import { describe, expect, it } from 'vitest';
import { savedOn } from '../../../src/domain/savedOn';

const zone = 'America/Chicago';
const now = new Date('2026-11-20T18:00:00Z');

describe('savedOn', () => {
  it('tells the date in the clinic’s zone, also that of today', () => {
    expect(savedOn('2026-11-20T03:00:00.000Z', zone, now)).toBe('Saved on Thu Nov 19, 2026');
    expect(savedOn('2026-11-20T23:00:00.000Z', zone, now)).toBe('Saved on Fri Nov 20, 2026');
  });

  it('tells no date that is still to come: a clock was wrong', () => {
    expect(savedOn('2026-11-21T18:00:00.000Z', zone, now)).toBe('Saved on an earlier date');
    expect(savedOn('2027-11-20T18:00:00.000Z', zone, now)).toBe('Saved on an earlier date');
  });

  it('is nothing for what comes fresh from the server', () => {
    expect(savedOn(null, zone, now)).toBeNull();
  });
});
