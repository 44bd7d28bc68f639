import { daysBetween } from '../clinicTime';
import { monthsBetween } from '../monthsBetween';

const units = [
  { name: 'year', days: 365.25, from: 24 * 30.44 },
  { name: 'month', days: 30.44, from: 63 },
  { name: 'week', days: 7, from: 14 },
  { name: 'day', days: 1, from: 0 },
] as const;

/**
 * How far a calendar date is from `today`, in the largest unit that is still precise enough: 'in 12 days', '7 weeks
 * ago', 'today'.
 */
export function fromToday(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days === 0) return 'today';
  const far = Math.abs(days);
  const unit = units.find(({ from }) => far >= from) ?? units[3];
  const words = counted(Math.max(1, Math.round(far / unit.days)), unit.name);
  return days > 0 ? `in ${words}` : `${words} ago`;
}

/**
 * The age on `today` of somebody born on `birthdate`: in years, and in months during the first two years; null for a
 * date in the future.
 */
export function ageWords(birthdate: string, today: string): string | null {
  if (birthdate > today) return null;
  const months = monthsBetween(birthdate, today);
  if (months < 1) return 'under a month';
  return months >= 24 ? counted(Math.floor(months / 12), 'year') : counted(months, 'month');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
