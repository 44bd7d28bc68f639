import { describe, expect, it } from 'vitest';
import type { BusinessHour } from '../../../../src/contract/settings';
import { businessWeek, clockText, openLine } from '../../../../src/domain/shop/hours';
import { formatCents, formatMoney } from '../../../../src/domain/shop/money';
import { shopPhone } from '../../../../src/domain/shop/phone';
import { isEnabled } from '../../../../src/domain/shop/settings';

const open = (
  day: number,
  startHour: number,
  startMinute: number,
  endHour: number,
  endMinute: number,
): BusinessHour => ({
  day,
  offline: false,
  startHour,
  startMinute,
  endHour,
  endMinute,
});
const week: BusinessHour[] = [
  ...[1, 2, 3, 4, 5].map((day) => open(day, 8, 0, 17, 30)),
  open(6, 9, 0, 13, 0),
  { ...open(7, 9, 0, 13, 0), offline: true },
];
const zone = 'America/Chicago';
/** Saturday 2026-11-21 in Chicago, six hours behind UTC. */
const saturday = (utc: string) => new Date(`2026-11-21T${utc}:00Z`);

describe('business hours', () => {
  it('has seven rows from Monday, today marked by the clinic clock (LAYOUT-09 to LAYOUT-12)', () => {
    // Sunday in UTC already, still Saturday at the clinic.
    const rows = businessWeek(week, new Date('2026-11-22T03:00:00Z'), zone);
    expect(rows.map((row) => row.name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(rows[0]?.text).toBe('8:00 AM - 5:30 PM');
    expect(rows[5]).toEqual({ day: 6, name: 'Sat', text: '9:00 AM - 1:00 PM', isToday: true });
    expect(rows[6]?.text).toBe('Closed');
    expect(rows.filter((row) => row.isToday)).toHaveLength(1);
    expect(businessWeek(undefined, saturday('15:00'), zone).every((row) => row.text === 'Closed')).toBe(true);
  });

  it.each([
    [0, 0, '12:00 AM'],
    [9, 5, '9:05 AM'],
    [12, 0, '12:00 PM'],
    [13, 30, '1:30 PM'],
    [24, 0, '12:00 AM'],
  ])('writes %i:%i as %s (D-109)', (hour, minute, text) => expect(clockText(hour, minute)).toBe(text));

  it.each([
    ['13:30', 'Opens today at 9:00 AM'],
    ['15:00', 'Open today until 1:00 PM'],
    ['18:59', 'Open today until 1:00 PM'],
    ['19:00', 'Closed until Mon, 8:00 AM'],
  ])('at %s UTC says %s', (utc, line) => expect(openLine(week, saturday(utc), zone)).toBe(line));

  it('says Closed where no day is open', () => expect(openLine([], saturday('15:00'), zone)).toBe('Closed'));
});

describe('money, phone, settings', () => {
  it('writes two decimals (CONST-02, D-101)', () => {
    expect([formatMoney(68), formatMoney(1068.5), formatCents(1999)]).toEqual(['$68.00', '$1,068.50', '$19.99']);
  });

  it('shows the phone 3-3-rest and dials it with its code, else the fallback (D-108)', () => {
    expect(shopPhone({ phone: '', phoneCode: '1', phoneNumber: '5125550100' })).toEqual({
      dial: '+15125550100',
      shown: '512-555-0100',
    });
    expect(shopPhone({ phone: '+15125550100', phoneCode: '', phoneNumber: '' })).toEqual({
      dial: '+15125550100',
      shown: '512-555-0100',
    });
    expect(shopPhone({ phone: '', phoneCode: '', phoneNumber: '' })).toBeNull();
  });

  it('is on for true and { enabled: true } alone (D-75)', () => {
    const isOn = (value: unknown) => isEnabled({ pet_portal_enabled: value }, 'pet_portal_enabled');
    expect([true, { enabled: true }].map(isOn)).toEqual([true, true]);
    expect([undefined, false, { enabled: false }, {}, 'true', 1, null].filter(isOn)).toEqual([]);
    expect(isEnabled({}, 'pet_portal_enabled')).toBe(false);
  });
});
