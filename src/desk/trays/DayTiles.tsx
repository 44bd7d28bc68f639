import { memo, useMemo, useRef, type KeyboardEvent } from 'react';
import { tileOf } from '../../domain/desk/whenAt';
import { moveFocus } from '../../ui/behaviour/roving';
import type { Openings } from './trayProps';
import * as css from './DayTiles.module.css';

type Day = Openings['days'][number];

const HEIGHT = 36;
const TOP = 2;

export interface DayTilesProps {
  days: readonly Day[];
  date: string;
  /** How many of the picked times are on a date. */
  pickedOn: (date: string) => number;
  onChange: (date: string) => void;
}

/** Shows seven days as tiles, each with a picture of its free time: the morning above. */
export function DayTiles({ days, date, pickedOn, onChange }: DayTilesProps) {
  const group = useRef<HTMLDivElement>(null);
  const span = useMemo(() => spanOf(days), [days]);
  const arrow = (event: KeyboardEvent<HTMLButtonElement>) => {
    const target = moveFocus(event, group.current);
    const day = target === null ? undefined : days[target];
    if (day) onChange(day.date);
    if (target !== null) event.stopPropagation();
  };
  const chosen = Math.max(
    0,
    days.findIndex((day) => day.date === date),
  );
  return (
    <div className={css.days} role="radiogroup" aria-label="Date" ref={group}>
      {days.map((day, place) => {
        const { weekday, day: number, name } = tileOf(day.date);
        const picked = pickedOn(day.date);
        return (
          <button
            key={day.date}
            type="button"
            role="radio"
            className={css.day}
            aria-checked={day.date === date}
            aria-label={`${name}, ${day.count === 1 ? '1 opening' : `${day.count} openings`}${picked ? `, ${picked} picked` : ''}`}
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => onChange(day.date)}
            onKeyDown={arrow}
          >
            <span className={css.weekday}>{weekday}</span>
            <span className={css.number}>{number}</span>
            <Picture day={day} from={span.from} to={span.to} />
            <span className={css.count}>{day.count}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Drawn once for a day: what is picked or chosen changes nothing in it. `from` and `to` are minutes of the day. */
const Picture = memo(function Picture({ day, from: first, to: last }: { day: Day; from: number; to: number }) {
  const y = (minute: number) => TOP + ((minute - first) / (last - first)) * HEIGHT;
  const hours = Array.from({ length: Math.floor((last - first) / 60) + 1 }, (_, hour) => first + hour * 60);
  const isOpen = (minute: number) =>
    day.opens !== null && day.closes !== null && minute >= day.opens && minute <= day.closes;
  return (
    <svg className={css.picture} viewBox="0 0 34 40" aria-hidden="true">
      <path
        className={css.hours}
        d={hours
          .filter(isOpen)
          .map((minute) => `M6 ${round(y(minute))}h22`)
          .join('')}
      />
      {day.free.map(({ from, to }) => (
        <rect
          key={from}
          className={css.free}
          x="5"
          width="24"
          y={round(y(from))}
          height={round(Math.max(2, y(to) - y(from) - 0.6))}
          rx="1"
        />
      ))}
    </svg>
  );
});

/** The hours that all tiles show, so that their pictures can be compared. */
function spanOf(days: readonly Day[]): { from: number; to: number } {
  const opens = days.flatMap((day) => [
    ...(day.opens === null ? [] : [day.opens]),
    ...day.free.map(({ from }) => from),
  ]);
  const closes = days.flatMap((day) => [...(day.closes === null ? [] : [day.closes]), ...day.free.map(({ to }) => to)]);
  const from = Math.floor(Math.min(480, ...opens) / 60) * 60;
  return { from, to: Math.max(from + 240, Math.ceil(Math.max(1020, ...closes) / 60) * 60) };
}

const round = (value: number) => Math.round(value * 10) / 10;
