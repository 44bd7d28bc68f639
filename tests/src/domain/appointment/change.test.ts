import { describe, expect, test } from 'vitest';
import { mayCancel, mayReschedule } from '../../../../src/domain/appointment/change';

const now = new Date('2026-11-21T15:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const cancellation = { client_online_cancellation_enabled: true };
const lead = (seconds: number, enabled = true) => ({
  ...cancellation,
  client_online_cancellation_settings: { enabled, min_allowed_lead_time: seconds },
});
const visit = (given: Partial<Parameters<typeof mayCancel>[0]> = {}) => ({
  status: 'ACCEPTED',
  startsAt: inSeconds(3600),
  clientId: 'jo',
  ...given,
});
const may = (
  given: Parameters<typeof visit>[0] = {},
  settings: Record<string, unknown> = cancellation,
  viewer: string | null = 'jo',
) => mayCancel(visit(given), viewer, settings, now);

describe('cancelling online', () => {
  test('CANCEL-01: needs the setting', () => {
    expect(may()).toBe(true);
    for (const value of [undefined, false, 'true', { enabled: false }])
      expect(may({}, { client_online_cancellation_enabled: value })).toBe(false);
    expect(may({}, { client_online_cancellation_enabled: { enabled: true } })).toBe(true);
  });

  test('CANCEL-02: needs the appointment’s own client', () => {
    expect(may({}, cancellation, 'sam')).toBe(false);
    expect(may({}, cancellation, null)).toBe(false);
  });

  test('CANCEL-03: needs at least that many seconds to the start', () => {
    expect(may({ startsAt: inSeconds(7200) }, lead(7200))).toBe(true);
    expect(may({ startsAt: inSeconds(7199.999) }, lead(7200))).toBe(false);
  });

  test('D-116: there is no limit where that setting is off or names none', () => {
    expect(may({ startsAt: inSeconds(1) }, lead(7200, false))).toBe(true);
    expect(
      may({ startsAt: inSeconds(1) }, { ...cancellation, client_online_cancellation_settings: { enabled: true } }),
    ).toBe(true);
  });

  test('D-114 D-116: a request goes like a booking, but nothing past or called off', () => {
    for (const status of ['REQUESTED', 'CONFIRMED', 'SOMETHING_NEW']) expect(may({ status })).toBe(true);
    for (const status of ['DECLINED', 'DELETED', 'DONE']) expect(may({ status })).toBe(false);
    expect(may({ startsAt: now })).toBe(true);
    expect(may({ startsAt: inSeconds(-0.001) })).toBe(false);
  });
});

test('D-42: moving online needs its own setting and everything that cancelling needs', () => {
  const both = { ...lead(7200), client_online_reschedule_enabled: true };
  const moves = (settings: Record<string, unknown>, given = {}) =>
    mayReschedule(visit({ startsAt: inSeconds(7200), ...given }), 'jo', settings, now);
  expect(moves(both)).toBe(true);
  expect(moves(lead(7200))).toBe(false);
  expect(moves({ client_online_reschedule_enabled: true })).toBe(false);
  expect(moves(both, { startsAt: inSeconds(7199) })).toBe(false);
  expect(moves(both, { status: 'DELETED' })).toBe(false);
});
