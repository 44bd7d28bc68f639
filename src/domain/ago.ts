import { DAY, HOUR, MINUTE } from '../limits';

/** From how long on, and of which length, each unit is counted, milliseconds. */
const units = [
  { name: 'week', is: 7 * DAY, from: 14 * DAY },
  { name: 'day', is: DAY, from: DAY },
  { name: 'hour', is: HOUR, from: HOUR },
  { name: 'minute', is: MINUTE, from: MINUTE },
] as const;

/**
 * How long ago an instant was, in the largest whole unit: 'just now', '5 minutes ago', '2 hours ago', '3 days ago'. An
 * instant ahead of `now` is 'just now', since clocks differ a little.
 */
export function ago(at: Date, now: Date): string {
  const far = now.getTime() - at.getTime();
  const unit = units.find(({ from }) => far >= from);
  if (!unit) return 'just now';
  const count = Math.floor(far / unit.is);
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`;
}
