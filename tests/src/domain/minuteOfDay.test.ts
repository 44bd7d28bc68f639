import { property, assert, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MINUTES, formatMinute, minuteOfClock, minuteOfDay, minuteOfLabel } from '../../../src/domain/minuteOfDay';

const anyMinute = integer({ min: 0, max: DAY_MINUTES - 1 });

it('reads a label back as the minute that it was made of', () => {
  assert(property(anyMinute, (minute) => minuteOfLabel(formatMinute(minute)) === minute));
});

it('reads what a clinic file says, the end of the day included', () => {
  expect(['00:00', '09:30', '23:59', '24:00'].map(minuteOfClock)).toEqual([0, 570, 1439, DAY_MINUTES]);
});

it('calls the end of the day by the midnight that it is', () => {
  expect(formatMinute(DAY_MINUTES)).toBe('12:00am');
});

it('takes a full hour without its minutes', () => {
  expect([minuteOfDay(0), minuteOfDay(9), minuteOfDay(9, 30), minuteOfDay(24)]).toEqual([0, 540, 570, DAY_MINUTES]);
});

it('takes a text that is no label for midnight', () => {
  expect(minuteOfLabel('soon')).toBe(0);
});
