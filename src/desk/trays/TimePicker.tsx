import { memo, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { addDays, dateInZone } from '../../domain/clinicTime';
import { clockWords } from '../../domain/desk/clockWords';
import { numberOf, OFFERED_MOST, runsInto, sendable, toggled, type Picked } from '../../domain/desk/halfWritten';
import { comingAt } from '../../domain/desk/whenAt';
import { announce } from '../../ui/behaviour/announce';
import { CloseIcon, NextIcon } from '../../ui/icons/booking';
import { BackIcon } from '../../ui/icons/frame';
import { DeskButton } from '../item/DeskButton';
import { afterPaint } from '../keys/turn';
import { DayTiles } from './DayTiles';
import type { Asking, Openings } from './trayProps';
import { useTold, type Telling } from './useTold';
import * as css from './TimePicker.module.css';

const DAYS = 7;

/** Which week and day are looked at, and for which clinicians. */
type Looked = { from: string | null; date: string | null; isAny: boolean };

export type OpeningsLook = Telling<Openings> & {
  looked: Looked;
  look: (change: Partial<Looked>) => void;
  /** The times of the chosen day; none while another day's are on their way: those of the day before would be picked. */
  times: readonly Picked[];
  /** The time at a place of the list, from 1. Null from the moment at which another day is chosen until it is shown. */
  timeAt: (place: number) => Picked | null;
};

/** The clinic's openings for an item, and which of them are looked at; asked for anew when `gone` changes. */
export function useOpenings(asking: Asking, gone = 0): OpeningsLook {
  const [looked, setLooked] = useState<Looked>({ from: null, date: null, isAny: false });
  const { from, date, isAny } = looked;
  const telling = useTold(JSON.stringify({ ...looked, gone }), () =>
    asking.openings({ ...(from && { from }), ...(date && { date }), ...(isAny && { any: '1' }) }),
  );
  const isTurning = useRef(false);
  useLayoutEffect(() => void (isTurning.current = false), [looked]);
  const look = (change: Partial<Looked>) => {
    isTurning.current = true;
    startTransition(() => setLooked((before) => ({ ...before, ...change })));
  };
  const { data, isAsking } = telling;
  const times = data && !isAsking && data.date === (date ?? data.date) ? data.times : [];
  const timeAt = (place: number) => (isTurning.current ? null : (times[place - 1] ?? null));
  return { ...telling, looked, look, times, timeAt };
}

const overlapWords = (time: Picked, other: Picked, zone: string): string =>
  `${clockWords(new Date(time.at), zone)} overlaps ${clockWords(new Date(other.at), zone)}, which is picked`;

/**
 * A function that puts a time among the picked ones or takes it away, once its press is painted; it is always the same.
 * Where `most` is 1 it takes the other's place; else one beyond `most` or that overlaps a picked one is refused.
 */
export function usePick(
  picked: readonly Picked[],
  most: number,
  onPick: (picked: Picked[]) => void,
  { apart, zone }: { apart: number | undefined; zone: string },
): (time: Picked) => void {
  const latest = useRef({ picked, onPick, apart, zone });
  useLayoutEffect(() => {
    latest.current = { picked, onPick, apart, zone };
  });
  return useCallback(
    (time) =>
      afterPaint(() => {
        const { picked: now, onPick: pick, ...by } = latest.current;
        const other = most > 1 ? runsInto(now, time, by.apart) : null;
        if (other) announce(overlapWords(time, other, by.zone));
        else if (most > 1 && sendable(now).length >= most && numberOf(now, time) === 0)
          announce(`${most} times are picked already`);
        else pick(toggled(now, time, most));
      }),
    [most],
  );
}

export interface TimePickerProps {
  openings: OpeningsLook;
  picked: readonly Picked[];
  /** Whether several can be picked, which then carry their number. */
  areSeveral: boolean;
  onToggle: (time: Picked) => void;
  zone: string;
}

/** Shows seven days and the free times of one of them; picked times carry their number. */
export function TimePicker({ openings, picked, areSeveral, onToggle, zone }: TimePickerProps) {
  const { data, says, isAsking, looked, look, again, times } = openings;
  if (!data)
    return says ? (
      <p className={css.says}>
        {says}{' '}
        <DeskButton kind="plain" small onClick={again}>
          Try again
        </DeskButton>
      </p>
    ) : (
      <Waiting />
    );
  const date = looked.date ?? data.date;
  const first = data.days[0]?.date ?? date;
  return (
    <>
      <DayTiles
        days={data.days}
        date={date}
        pickedOn={(day) => picked.filter(({ at }) => dateInZone(new Date(at), zone) === day).length}
        onChange={(day) => look({ from: first, date: day })}
      />
      {says && (
        <p className={css.says}>
          {says}{' '}
          <DeskButton kind="plain" small onClick={again}>
            Try again
          </DeskButton>
        </p>
      )}
      <div
        className={css.times}
        role="group"
        aria-label="Times"
        aria-busy={isAsking}
        data-any={looked.isAny || undefined}
        data-scrolls=""
      >
        {times.map((time) => (
          <TimeButton
            key={`${time.at} ${time.provider_id}`}
            time={time}
            number={numberOf(picked, time)}
            overlaps={areSeveral ? (runsInto(picked, time, data.apart)?.at ?? null) : null}
            hasNumber={areSeveral}
            hasClinician={looked.isAny}
            zone={zone}
            onToggle={onToggle}
          />
        ))}
        {!isAsking && times.length === 0 && !says && <p className={css.none}>Nothing is free on this day.</p>}
      </div>
    </>
  );
}

/** Drawn again only when it is picked or let go of itself. */
const TimeButton = memo(function TimeButton({
  time,
  number,
  overlaps,
  hasNumber,
  hasClinician,
  zone,
  onToggle,
}: {
  time: Picked;
  /** Its place among the picked ones, from 1; 0 where it is none. */
  number: number;
  /** The picked time that it overlaps, so that it cannot be picked too; null for none. */
  overlaps: string | null;
  hasNumber: boolean;
  hasClinician: boolean;
  zone: string;
  onToggle: (time: Picked) => void;
}) {
  const label = clockWords(new Date(time.at), zone);
  const clinician = hasClinician ? time.clinician : null;
  return (
    <button
      type="button"
      className={css.time}
      aria-pressed={number > 0}
      aria-disabled={overlaps !== null || undefined}
      aria-label={[
        label,
        ...(clinician ? [clinician] : []),
        ...(overlaps ? [`overlaps ${clockWords(new Date(overlaps), zone)}`] : []),
      ].join(', ')}
      onClick={() => onToggle(time)}
    >
      <span>
        {label}
        {clinician && <small>{clinician}</small>}
      </span>
      {number > 0 && hasNumber && <span className={css.nth}>{number}</span>}
    </button>
  );
});

/** Shows what is looked for and for whom, and turns to other clinicians and other dates. */
export function OpeningsAside({ openings: { data, looked, look } }: { openings: OpeningsLook }) {
  const first = data?.days[0]?.date;
  const turn = (days: number) => first && look({ from: addDays(first, days), date: null });
  return (
    <span className={css.aside}>
      <span>
        {data?.says}{' '}
        {(looked.isAny || data?.says.includes('any clinician') === false) && (
          <button
            type="button"
            className={css.any}
            aria-pressed={looked.isAny}
            onClick={() => look({ isAny: !looked.isAny })}
          >
            or any clinician
          </button>
        )}
      </span>
      <span className={css.turns}>
        <button
          type="button"
          className={css.turn}
          aria-label="Earlier dates"
          aria-disabled={looked.from === null || undefined}
          onClick={() => looked.from !== null && turn(-DAYS)}
        >
          <BackIcon size={18} />
        </button>
        <button type="button" className={css.turn} aria-label="Later dates" onClick={() => turn(DAYS)}>
          <NextIcon size={18} />
        </button>
      </span>
    </span>
  );
}

/** Shows the shapes of what is coming, after a while. */
const Waiting = () => (
  <div aria-busy="true" className={css.waiting}>
    {Array.from({ length: DAYS }, (_, place) => (
      <span key={place} />
    ))}
  </div>
);

/** Shows the picked times as plates 1, 2 and 3, each with a button that takes it away. */
export function Plates({
  picked,
  onToggle,
  zone,
  today,
}: {
  picked: readonly Picked[];
  onToggle: (time: Picked) => void;
  zone: string;
  today: string;
}) {
  return (
    <ol className={css.plates} aria-label="Picked times">
      {Array.from({ length: OFFERED_MOST }, (_, place) => {
        const time = picked[place];
        if (!time)
          return (
            <li key={place} className={css.plate} data-free="" aria-hidden="true">
              <span className={css.number}>{place + 1}</span>
              <span>Pick a time</span>
            </li>
          );
        const when = comingAt(new Date(time.at), zone, today);
        return (
          <li key={place} className={css.plate} data-gone={time.is_gone && ''}>
            <span className={css.number} aria-hidden="true">
              {numberOf(picked, time) || '!'}
            </span>
            <span>
              <b>{when}</b>
              {time.is_gone ? 'Not free any more' : time.clinician}
            </span>
            <button type="button" className={css.away} aria-label={`Take ${when} away`} onClick={() => onToggle(time)}>
              <CloseIcon size={18} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
