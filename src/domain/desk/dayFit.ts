import { overlap, subtract, union, type Span } from '../booking/spans';
import type { DayTimes } from './dayLine';

/** The clinician's day around an asked time, and its sentence (D-425). All times are minutes of the day (dayLine.ts). */

export type DayPart = Span & { kind: 'visit' | 'closed' | 'held' | 'offered' };

export type DayFit = {
  from: number;
  to: number;
  asked: Span | null;
  spans: DayPart[];
  fits: boolean;
  words: string;
};

type Day = {
  /** When the clinician works that day, without time off. */
  working: readonly Span[];
  /** What others have of the day. */
  taken: readonly (Span & { kind: 'visit' | 'held' | 'offered' })[];
  asked: Span;
  /** Whether the asked time is claimed for its owner. */
  isHeld: boolean;
  times: Pick<DayTimes, 'length' | 'timeOf'>;
  /** The names of clinician and owner. */
  clinician: string;
  owner: string;
  /** How many visits the clinician may have at once. */
  lanes: number;
};

const hour = 60;
/** A minute in a sentence: '4:30pm'; the day's end, which would read as its beginning, is 'midnight'. */
const clock = (minute: number, { length, timeOf }: Day['times']): string =>
  minute >= length ? 'midnight' : timeOf(minute);
const names = {
  visit: 'another visit',
  held: 'a time that another owner is booking',
  offered: 'an offered time',
} as const;

/** What stands in the way of the asked time, or null. */
function hindrance({ working, taken, asked, clinician, lanes, times }: Day): string | null {
  if (working.length === 0) return `${clinician} is away that day.`;
  const [missing] = subtract([asked], union(working));
  if (missing) {
    const first = Math.min(...working.map(({ from }) => from));
    const last = Math.max(...working.map(({ to }) => to));
    if (asked.from < first) return `${clinician} starts at ${times.timeOf(first)}.`;
    if (asked.to > last) return `${clinician} leaves at ${clock(last, times)}.`;
    return `${clinician} is away at ${times.timeOf(missing.from)}.`;
  }
  const meanwhile = taken.filter((one) => overlap(one, asked));
  if (meanwhile.length < lanes) return null;
  const [first] = meanwhile;
  return first ? `${clinician} has ${names[first.kind]} at ${times.timeOf(first.from)}.` : null;
}

/** Until when the clinician is free after the asked time: the next thing that is taken, or the end of the working span. */
function freeUntil({ working, taken, asked }: Day): number {
  const end = working.find((span) => span.from <= asked.from && asked.to <= span.to)?.to ?? asked.to;
  return Math.min(end, ...taken.filter(({ from }) => from >= asked.to).map(({ from }) => from));
}

/** Draws the day: from an hour before work or the asked time, whole hours, with what is closed between. */
export function dayFit(day: Day): DayFit {
  const { working, taken, asked, isHeld, clinician, owner } = day;
  const edges = [...working, ...taken, asked];
  const from = Math.max(0, Math.floor(Math.min(...edges.map((span) => span.from)) / hour) * hour);
  const to = Math.min(day.times.length, Math.ceil(Math.max(...edges.map((span) => span.to)) / hour) * hour);
  const closed = subtract([{ from, to }], union(working)).map((span) => ({ ...span, kind: 'closed' as const }));
  const spans = [...closed, ...taken.filter((span) => overlap(span, { from, to }))].sort(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  const inTheWay = hindrance(day);
  const until = freeUntil(day);
  const rest = until > asked.to ? ` ${clinician} is free until ${clock(until, day.times)}.` : '';
  return {
    from,
    to,
    asked,
    spans,
    fits: inTheWay === null,
    words: inTheWay ?? (isHeld ? `It fits: held for ${owner}.${rest}` : `It fits.${rest}`),
  };
}
