import { overlap, subtract, union, type Span } from '../booking/spans';
import { DAY_MINUTES, formatMinute } from '../minuteOfDay';

/** The clinician's day around an asked time, and its sentence (D-425). All times are minutes from local midnight. */

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
  /** The names of clinician and owner. */
  clinician: string;
  owner: string;
  /** How many visits the clinician may have at once. */
  lanes: number;
};

const hour = 60;
/** A minute in a sentence: '4:30pm'; the day's end, which would read as its beginning, is 'midnight'. */
const clock = (minute: number): string => (minute >= DAY_MINUTES ? 'midnight' : formatMinute(minute));
const names = {
  visit: 'another visit',
  held: 'a time that another owner is booking',
  offered: 'an offered time',
} as const;

/** What stands in the way of the asked time, or null. */
function hindrance({ working, taken, asked, clinician, lanes }: Day): string | null {
  if (working.length === 0) return `${clinician} is away that day.`;
  const [missing] = subtract([asked], union(working));
  if (missing) {
    const first = Math.min(...working.map(({ from }) => from));
    const last = Math.max(...working.map(({ to }) => to));
    if (asked.from < first) return `${clinician} starts at ${formatMinute(first)}.`;
    if (asked.to > last) return `${clinician} leaves at ${clock(last)}.`;
    return `${clinician} is away at ${formatMinute(missing.from)}.`;
  }
  const meanwhile = taken.filter((one) => overlap(one, asked));
  if (meanwhile.length < lanes) return null;
  const [first] = meanwhile;
  return first ? `${clinician} has ${names[first.kind]} at ${formatMinute(first.from)}.` : null;
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
  const to = Math.min(24 * hour, Math.ceil(Math.max(...edges.map((span) => span.to)) / hour) * hour);
  const closed = subtract([{ from, to }], union(working)).map((span) => ({ ...span, kind: 'closed' as const }));
  const spans = [...closed, ...taken.filter((span) => overlap(span, { from, to }))].sort(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  const inTheWay = hindrance(day);
  const until = freeUntil(day);
  const rest = until > asked.to ? ` ${clinician} is free until ${clock(until)}.` : '';
  return {
    from,
    to,
    asked,
    spans,
    fits: inTheWay === null,
    words: inTheWay ?? (isHeld ? `It fits: held for ${owner}.${rest}` : `It fits.${rest}`),
  };
}
