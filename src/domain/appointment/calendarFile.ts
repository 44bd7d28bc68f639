import { instantOf, offsetAt, offsetChanges } from '../clinicTime';
import { DAY, MINUTE } from '../../limits';
import { minuteOfDay } from '../minuteOfDay';

/**
 * Writes an appointment as a calendar file (RFC 5545, D-302). A later file moves or cancels the event that an earlier
 * one for the same appointment made.
 */

export type CalendarEvent = {
  /**
   * The appointment's id and the clinic's, which is also its address in the portal. They identify the event and stay
   * the same for the appointment's whole life.
   */
  appointmentId: string;
  clinicId: string;
  /** Instants. */
  start: Date;
  end: Date;
  /** The clinic's time zone, an IANA name. */
  timezone: string;
  standing: 'requested' | 'scheduled' | 'canceled';
  title: string;
  /** Where it is; null for a virtual visit. */
  location: string | null;
  description: string;
  /** The appointment's own page. */
  url: string;
};

/** The file's name, for the download. */
export const CALENDAR_FILE_NAME = 'appointment.ics';
export const CALENDAR_FILE_TYPE = 'text/calendar;charset=utf-8';

/** Sequence numbers are seconds since this instant: they rise from file to file, and last until 2088. */
const sequenceStart = Date.UTC(2020, 0, 1);
/**
 * For how many days before and after an appointment the file lists the zone's clock changes. That is enough to include
 * the last change before the appointment.
 */
const around = 400;

const digits = (value: number): string => String(value).padStart(2, '0');
const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');
/** The wall clock at an instant with an offset in minutes, '20261125T103000'. */
const wall = (at: Date, offset: number): string => utc(new Date(at.getTime() + offset * MINUTE)).slice(0, -1);
const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}${digits(Math.floor(size % 60))}`;
};

/**
 * Text as a property's value: commas, semicolons and backslashes are escaped, lines are joined with `\n`, and control
 * characters become spaces (3.3.11).
 */
const escaped = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').replace(/[\\;,]/g, '\\$&'))
    .join('\\n');

/**
 * Folds a line into lines of at most 75 octets, each further one beginning with a space (3.1). Characters stay whole.
 */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let size = 0;
  let text = '';
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (size + length > 75) {
      text += '\r\n ';
      size = 1;
    }
    text += character;
    size += length;
  }
  return text;
}

/** Describes the zone's clock around an instant (3.6.5), for calendars that do not know the zone's name. */
function zoneLines(zone: string, at: Date): string[] {
  const [from, to] = [-around, around].map((days) => new Date(at.getTime() + days * DAY)) as [Date, Date];
  const first = offsetAt(from, zone);
  const changes = offsetChanges(from, to, zone);
  const standard = Math.min(first, ...changes.map(({ after }) => after));
  const period = (start: string, before: number, after: number): string[] => {
    const kind = after > standard ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${kind}`,
    ];
  };
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...period(wall(from, first), first, first),
    ...changes.flatMap(({ at: change, before, after }) => period(wall(change, before), before, after)),
    'END:VTIMEZONE',
  ];
}

/**
 * Whether the wall time of an instant names that instant. In a repeated hour it names the first pass; an instant of the
 * second pass has to be written in UTC.
 */
function isNamedByWall(at: Date, zone: string): boolean {
  const text = wall(at, offsetAt(at, zone));
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  const minute = minuteOfDay(Number(text.slice(9, 11)), Number(text.slice(11, 13)));
  return instantOf(date, minute, zone)?.getTime() === Math.floor(at.getTime() / MINUTE) * MINUTE;
}

const statuses = { requested: 'TENTATIVE', scheduled: 'CONFIRMED', canceled: 'CANCELLED' } as const;

/**
 * The file's text. A later file (`now`) has a higher SEQUENCE, so that it replaces what an earlier one put into the
 * calendar.
 */
export function calendarFile(event: CalendarEvent, now: Date): string {
  const { start, end, timezone } = event;
  const isWall = isNamedByWall(start, timezone);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Clinic portal//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${event.standing === 'canceled' ? 'CANCEL' : 'PUBLISH'}`,
    ...(isWall ? zoneLines(timezone, start) : []),
    'BEGIN:VEVENT',
    `UID:${escaped(event.appointmentId)}@${event.clinicId}`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${Math.floor((now.getTime() - sequenceStart) / 1000)}`,
    isWall ? `DTSTART;TZID=${timezone}:${wall(start, offsetAt(start, timezone))}` : `DTSTART:${utc(start)}`,
    // A duration is elapsed time, so that a night with a clock change cannot stretch it.
    `DURATION:PT${Math.max(Math.round((end.getTime() - start.getTime()) / MINUTE), 1)}M`,
    `STATUS:${statuses[event.standing]}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
