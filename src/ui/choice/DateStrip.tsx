import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { NextIcon } from '../icons/booking';
import { useAnnounced, useAnnouncedWait } from '../behaviour/announce';
import { moveFocus } from '../behaviour/roving';
import * as tap from '../actions/Tap.module.css';
import * as css from './DateStrip.module.css';

export interface DateTile {
  value: string;
  /** "Wed" */
  weekday: string;
  /** "25" */
  day: string;
  /** The heading above the strip while this tile is chosen, or is the first visible one: "November". */
  heading: string;
  /** Accessible name: "Wed Nov 25, 2026, 9 openings". */
  label: string;
  count: number;
  /** The word under the count: "openings". */
  unit: string;
  /** The start of each opening, in minutes after midnight. */
  minutes: readonly number[];
}

export interface DateStripProps {
  /** Accessible name of the group: "Date". */
  label: string;
  dates: readonly DateTile[];
  /** The chosen date; '' or null for none. */
  value: string | null;
  onChange: (value: string) => void;
  moreText: string;
  onMore: () => void;
  /** 'none': there are no more dates; the button says so and does nothing. */
  more: 'ready' | 'busy' | 'none';
  /** The button's text for 'none': "no more dates". */
  noMoreText: string;
}

/** How many tiles are visible at once, unless text is enlarged. */
const IN_VIEW = 5;
const TOP = 2;
const HEIGHT = 40;

/**
 * Shows days as tiles, each with a picture of its openings: morning on top, noon as a line. "Load more" adds tiles and
 * scrolls to them.
 */
export function DateStrip({ label, dates, value, onChange, moreText, onMore, more, noMoreText }: DateStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  /** The number of dates when more were requested; the strip then scrolls to the first new one. */
  const asked = useRef<number | null>(null);
  const chosen = dates.findIndex((date) => date.value === value);
  const { from, to } = span(dates);
  const place = (minute: number) => TOP + ((minute - from) / (to - from)) * HEIGHT;

  useEffect(() => {
    const row = strip.current;
    if (asked.current === null || !row || dates.length <= asked.current) return;
    const first = row.children[asked.current];
    if (first instanceof HTMLElement)
      row.scrollTo?.({ left: first.offsetLeft - row.offsetLeft - 5, behavior: calm() ? 'auto' : 'smooth' });
    if (more !== 'busy') asked.current = null;
  }, [dates.length, more]);
  useAnnouncedWait(more === 'busy' ? 'Loading more dates' : '');
  useAnnounced(more === 'busy' ? '' : spoken(dates, more === 'none' ? noMoreText : ''));
  const ask = () => {
    if (more !== 'ready') return;
    asked.current = dates.length;
    onMore();
  };

  const [{ lead, inView }, setLead] = useState({ lead: 0, inView: IN_VIEW });
  const look = () => {
    const tile = strip.current?.firstElementChild;
    if (!strip.current || !(tile instanceof HTMLElement) || tile.offsetWidth === 0) return;
    const tilesIn = (width: number) => Math.round(width / tile.offsetWidth);
    setLead({ lead: tilesIn(strip.current.scrollLeft), inView: tilesIn(strip.current.clientWidth) });
  };
  const isChosenInView = chosen >= lead && chosen < lead + inView;

  const arrow = (event: KeyboardEvent<HTMLButtonElement>) => {
    const target = moveFocus(event, strip.current);
    const date = target === null ? undefined : dates[target];
    if (date) onChange(date.value);
  };

  return (
    <section aria-label={label}>
      <div className={css.head}>
        <h2>{dates[isChosenInView ? chosen : Math.min(lead, dates.length - 1)]?.heading}</h2>
        <button
          type="button"
          className={`${tap.tap} ${tap.accent}`}
          aria-disabled={more !== 'ready' || undefined}
          aria-busy={more === 'busy' || undefined}
          onClick={ask}
        >
          <span>{more === 'none' ? noMoreText : moreText}</span>
          {more !== 'none' && <NextIcon size={18} />}
        </button>
      </div>
      <div className={css.datestrip}>
        <Axis from={from} to={to} place={place} />
        <div className={css.dates} role="radiogroup" aria-label={label} ref={strip} onScroll={look}>
          {dates.map((date, index) => (
            <button
              key={date.value}
              type="button"
              role="radio"
              className={css.date}
              aria-checked={index === chosen}
              aria-label={date.label}
              tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
              onClick={() => onChange(date.value)}
              onKeyDown={arrow}
            >
              <span className={css.dateWeekday}>{date.weekday}</span>
              <span className={css.dateDay}>{date.day}</span>
              <svg className={css.datePicture} viewBox="0 0 30 44" aria-hidden="true">
                {from < 720 && to > 720 && <path className={css.dateNoon} d={`M2 ${round(place(720))}h26`} />}
                <path d={date.minutes.map((minute) => `M5 ${round(place(minute))}h20`).join('')} />
              </svg>
              <span className={css.dateCount}>
                <b>{date.count}</b>
                {date.unit}
              </span>
            </button>
          ))}
        </div>
        {/* The times below belong to the chosen day, so its name is shown while its tile is scrolled out of view. */}
        {chosen >= 0 && !isChosenInView && (
          <p className={css.away} aria-hidden="true">
            {dates[chosen]?.label}
          </p>
        )}
      </div>
    </section>
  );
}

/** Returns how many dates there are, the first and the last of them, and that there are no more. */
const spoken = (dates: readonly DateTile[], noMore: string): string =>
  [
    `${dates.length} ${dates.length === 1 ? 'date' : 'dates'}`,
    ...(dates.length > 1 ? [`${dates[0]?.label} to ${dates.at(-1)?.label}`] : dates.map(({ label }) => label)),
    noMore,
  ]
    .filter(Boolean)
    .join(', ');

function Axis({ from, to, place }: { from: number; to: number; place: (minute: number) => number }) {
  const hours = [Math.ceil(from / 60), 12, Math.floor(to / 60)].filter(
    (hour, index, all) => all.indexOf(hour) === index && hour * 60 >= from && hour * 60 <= to,
  );
  return (
    <div className={css.axis} aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour} style={{ top: `calc(${15 + place(hour * 60)}px + 2.5rem)` }}>
          {hour % 12 || 12}
        </span>
      ))}
    </div>
  );
}

/** Returns the hours that all tiles show: whole hours around every opening, at least four. */
function span(dates: readonly DateTile[]): { from: number; to: number } {
  const minutes = dates.flatMap((date) => date.minutes);
  const from = Math.floor(Math.min(480, ...minutes) / 60) * 60;
  const to = Math.ceil(Math.max(1020, ...minutes) / 60) * 60;
  return { from, to };
}

const round = (value: number) => Math.round(value * 10) / 10;
const calm = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
