import { useId } from 'react';
import type { Item } from '../../contract/desk/inbox';
import { dayTimes, hourMarks, placeOf, type DayTimes } from '../../domain/desk/dayLine';
import { AlertIcon, CheckIcon } from '../../ui/icons/booking';
import * as css from './DayLine.module.css';

type Day = NonNullable<Item['day']>;

/**
 * Shows the clinician's day as a line with the asked time in it, and one sentence: it fits, or what stands in the way.
 * `now` is the minute of that day, null on another one.
 */
export function DayLine({ day, zone, now }: { day: Day; zone: string; now: number | null }) {
  const times = dayTimes(day.date, zone);
  const hatch = useId();
  const percent = (minute: number) => `${placeOf(minute, day)}%`;
  const wide = ({ from, to }: { from: number; to: number }) => `${placeOf(to, day) - placeOf(from, day)}%`;
  const isNowShown = now !== null && now >= day.from && now <= day.to;
  return (
    <div className={css.fit}>
      <svg className={css.line} role="img" aria-label={spoken(day, times)}>
        <defs>
          <pattern id={hatch} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path className={css.hatch} d="M0 0v8" />
          </pattern>
        </defs>
        <rect className={css.bed} x="0" y="14" width="100%" height="26" rx="8" />
        {day.spans.map((span) => (
          <rect
            key={`${span.kind} ${span.from} ${span.to}`}
            className={css.span}
            data-kind={span.kind}
            x={percent(span.from)}
            width={wide(span)}
            y="14"
            height="26"
            rx="7"
            fill={span.kind === 'closed' ? `url(#${hatch})` : undefined}
          />
        ))}
        {day.asked && (
          <rect className={css.asked} x={percent(day.asked.from)} width={wide(day.asked)} y="10" height="34" rx="8" />
        )}
        {hourMarks(day, times.hours()).map(({ at, word, isOdd }) => (
          <text
            key={at}
            className={css.hour}
            data-odd={isOdd || undefined}
            x={`${at}%`}
            y="56"
            textAnchor={at < 2 ? 'start' : 'middle'}
          >
            {word}
          </text>
        ))}
        {isNowShown && (
          <svg x={percent(now)} overflow="visible">
            <path className={css.now} d="M0 8v38" />
            <text
              className={css.nowTime}
              x={placeOf(now, day) > 90 ? -5 : 5}
              y="9"
              textAnchor={placeOf(now, day) > 90 ? 'end' : 'start'}
            >
              {times.timeOf(now).replace(/[ap]m\b.*$/, '')}
            </text>
          </svg>
        )}
      </svg>
      <p className={css.say} data-fits={day.fits}>
        {day.fits ? <CheckIcon size={18} /> : <AlertIcon size={18} />}
        <span>
          {day.fits && <b>It fits.</b>} {day.fits ? withoutFits(day.words) : day.words}
        </span>
      </p>
    </div>
  );
}

/** The line for those who do not see it: whose day it is, and what is asked for. */
const spoken = ({ clinician, asked, spans }: Day, { timeOf }: DayTimes): string => {
  const visits = spans.filter(({ kind }) => kind === 'visit').length;
  return [
    clinician ? `The day of ${clinician}` : 'The day',
    visits === 1 ? '1 visit' : `${visits} visits`,
    asked ? `asked for ${timeOf(asked.from)} to ${timeOf(asked.to)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** The sentence without its 'It fits', which stands before it in green. */
const withoutFits = (words: string): string =>
  words.replace(/^It fits[:.]\s*(.)/, (_, sign: string) => sign.toUpperCase());
