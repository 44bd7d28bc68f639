import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookedEvent } from '../../../../src/domain/appointment/bookedEvent';
import { calendarFile, type CalendarEvent } from '../../../../src/domain/appointment/calendarFile';
import { thankYouPage } from '../../../../src/domain/appointment/thankYou';
import { exampleShop } from '../../shop';

const event: CalendarEvent = {
  appointmentId: 'a1',
  clinicId: 'oakwood',
  start: new Date('2026-11-25T16:30:00Z'),
  end: new Date('2026-11-25T17:00:00Z'),
  timezone: 'America/Chicago',
  standing: 'scheduled',
  title: 'Biscuit: Exam at Oakwood',
  location: '1420 Oakwood Avenue, Austin',
  description: 'With Dr. Ada',
  url: 'https://book.example/oakwood/appointments/a1',
};
const now = new Date('2026-11-21T15:00:00Z');

/** A reader of its own, by RFC 5545: unfolded lines, the zone's periods from the file itself. */
function read(file: string) {
  const lines = file
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1);
  const value = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))?.replace(/^[^:]*:/, '');
  const minutes = (offset: string) =>
    (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));
  const wallMs = (text: string) =>
    Date.UTC(
      +text.slice(0, 4),
      +text.slice(4, 6) - 1,
      +text.slice(6, 8),
      +text.slice(9, 11),
      +text.slice(11, 13),
      +text.slice(13, 15),
    );
  const periods = lines.flatMap((line, at) => {
    if (line !== 'BEGIN:STANDARD' && line !== 'BEGIN:DAYLIGHT') return [];
    const [, start, from, to] = lines.slice(at, at + 4).map((each) => each.replace(/^[^:]*:/, ''));
    return [{ from: wallMs(start!) - minutes(from!) * 60_000, offset: minutes(to!) }];
  });
  const startLine = lines.slice(lines.indexOf('BEGIN:VEVENT')).find((line) => line.startsWith('DTSTART'))!;
  const text = startLine.replace(/^[^:]*:/, '');
  // Of a repeated wall time the first is meant (3.3.5).
  const earliest = periods
    .map(({ offset, from }, index) => ({
      at: wallMs(text) - offset * 60_000,
      from,
      until: periods[index + 1]?.from ?? Infinity,
    }))
    .filter(({ at, from, until }) => at >= from && at < until);
  const start = text.endsWith('Z') ? wallMs(text) : Math.min(...earliest.map(({ at }) => at));
  return { lines, value, startLine, start };
}

describe('the calendar file (D-302)', () => {
  it('says when in the clinic’s zone and brings the zone along', () => {
    const { startLine, value, lines, start } = read(calendarFile(event, now));
    expect(startLine).toBe('DTSTART;TZID=America/Chicago:20261125T103000');
    expect(value('DURATION')).toBe('PT30M');
    expect(lines.indexOf('TZID:America/Chicago')).toBe(lines.indexOf('BEGIN:VTIMEZONE') + 1);
    expect(start).toBe(event.start.getTime());
    expect(value('STATUS')).toBe('CONFIRMED');
    expect(value('METHOD')).toBe('PUBLISH');
    expect(value('DTSTAMP')).toBe('20261121T150000Z');
    expect(value('LOCATION')).toBe('1420 Oakwood Avenue\\, Austin');
  });

  it('keeps its UID and raises its SEQUENCE, so that a later file moves or cancels the appointment', () => {
    const first = read(calendarFile(event, now));
    const later = read(
      calendarFile(
        { ...event, start: new Date('2026-11-26T16:30:00Z'), standing: 'canceled' },
        new Date(now.getTime() + 1000),
      ),
    );
    expect(later.value('UID')).toBe(first.value('UID'));
    expect(Number(later.value('SEQUENCE'))).toBeGreaterThan(Number(first.value('SEQUENCE')));
    expect(Number(later.value('SEQUENCE'))).toBeLessThan(2 ** 31);
    expect([later.value('METHOD'), later.value('STATUS')]).toEqual(['CANCEL', 'CANCELLED']);
    expect(read(calendarFile({ ...event, standing: 'requested' }, now)).value('STATUS')).toBe('TENTATIVE');
  });

  it.each([
    ['the hour before the clocks go forward', '2027-03-14T07:30:00Z', 'DTSTART;TZID=America/Chicago:20270314T013000'],
    ['the hour after', '2027-03-14T08:30:00Z', 'DTSTART;TZID=America/Chicago:20270314T033000'],
    ['the first of a repeated hour', '2026-11-01T06:30:00Z', 'DTSTART;TZID=America/Chicago:20261101T013000'],
    ['the second, which no wall time names', '2026-11-01T07:30:00Z', 'DTSTART:20261101T073000Z'],
    ['the hour after that', '2026-11-01T08:30:00Z', 'DTSTART;TZID=America/Chicago:20261101T023000'],
  ])('is right in %s', (_, at, line) => {
    const start = new Date(at);
    const file = read(calendarFile({ ...event, start, end: new Date(start.getTime() + 90 * 60_000) }, now));
    expect(file.startLine).toBe(line);
    expect(file.start).toBe(start.getTime());
    expect(file.value('DURATION')).toBe('PT90M');
  });

  it('names the same instant whatever the zone and the night', () => {
    const zones = [
      'America/Chicago',
      'America/New_York',
      'America/Phoenix',
      'Pacific/Honolulu',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Africa/Casablanca',
      'UTC',
    ];
    const changes = [
      '2026-11-01T07:00:00Z',
      '2027-03-14T08:00:00Z',
      '2026-10-25T01:00:00Z',
      '2027-03-28T01:00:00Z',
      '2026-10-03T15:30:00Z',
      '2027-04-03T15:00:00Z',
    ].map(Date.parse);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.oneof(fc.constantFrom(...changes), fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) })),
        fc.integer({ min: -300, max: 300 }),
        (timezone, around, by) => {
          const at = Math.floor(around / 60_000) * 60_000 + by * 60_000;
          const { start } = read(
            calendarFile({ ...event, timezone, start: new Date(at), end: new Date(at + 60_000) }, now),
          );
          expect(new Date(start).toISOString()).toBe(new Date(at).toISOString());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('folds lines at 75 octets, ends each with CRLF, and gives its texts back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const file = calendarFile({ ...event, title }, now);
        for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        const given = read(file)
          .value('SUMMARY')!
          .replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
        expect(given).toBe(title.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' '));
      }),
    );
  });
});

describe('an appointment in a calendar', () => {
  const appointment = {
    id: 'a 1',
    status: 'ACCEPTED',
    fromDate: '2026-11-25T16:30:00.000Z',
    toDate: '2026-11-25T17:00:00.000Z',
    items: [
      {
        clientId: 'c',
        providerId: 'ada',
        metadata: {
          providerName: 'Dr. Ada',
          providerAvatar: null,
          productId: 'exam',
          productName: 'Exam',
          patientName: 'Biscuit',
          productTime: 30,
        },
      },
    ],
    providers: [],
  };
  const given = { appointment, shop: exampleShop(), isVirtual: false, origin: 'https://book.example' };

  it('says what, where, with whom and how it stands', () => {
    expect(bookedEvent(given)).toMatchObject({
      title: 'Biscuit: Exam at Oakwood Animal Hospital',
      location: '1420 Oakwood Avenue, Austin',
      standing: 'scheduled',
      url: 'https://book.example/oakwood/appointments/a%201',
    });
    expect(bookedEvent({ ...given, appointment: { ...appointment, status: 'REQUESTED' } })).toMatchObject({
      standing: 'requested',
    });
    expect(bookedEvent({ ...given, appointment: { ...appointment, status: 'DELETED' } })).toMatchObject({
      standing: 'canceled',
    });
  });

  it('says that the pet is left with the clinic', () => {
    const said = 'Drop your pet off for this appointment and pick them up afterward.';
    expect(bookedEvent(given).description).not.toContain(said);
    expect(bookedEvent({ ...given, appointment: { ...appointment, isDropoff: true } }).description).toContain(said);
  });

  it('has no place for a virtual visit, and says how the link comes', () => {
    const virtual = bookedEvent({ ...given, isVirtual: true });
    expect(virtual.location).toBeNull();
    expect(virtual.description).toContain("We'll text you a meeting link before your appointment.");
  });
});

describe('the thank-you page (DONE-05, D-106)', () => {
  it.each([
    [true, 'https://oakwood.example/thanks', 'https://oakwood.example/thanks'],
    [false, 'https://oakwood.example/thanks', null],
    [undefined, 'https://oakwood.example/thanks', null],
    [true, undefined, null],
    [true, '', null],
    [true, 'javascript:alert(1)', null],
    [true, 'oakwood.example/thanks', null],
  ])('shown %s, address %s: %s', (isBookingShowThankYouPage, address, expected) => {
    expect(
      thankYouPage({
        ...(isBookingShowThankYouPage === undefined ? {} : { isBookingShowThankYouPage }),
        thankYouPage: address,
      }),
    ).toBe(expected);
  });
});
