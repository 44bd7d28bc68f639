import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freeLane,
  openStarts,
  type BookingRule,
  type Busy,
  type BusyByResource,
  type Resource,
  type RuleProvider,
  type RuleRoom,
  type Start,
} from '../../../../src/domain/booking/openTimes';
import { addDays, dateInZone, formatTime, instantOf, weekday } from '../../../../src/domain/clinicTime';
import { slowStarts } from './slowStarts';

const zone = 'America/Chicago';
const MINUTE = 60_000;
const everyDay = (start: number, end: number, locationId: string | null = null) =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, start, end, locationId }));
const visit = (key: string, lanes = 1): Resource => ({ key, lanes, takes: 'visit' });
const provider = (id: string, given: Partial<RuleProvider> = {}): RuleProvider => ({
  id,
  resource: visit(`provider:${id}`),
  hours: everyDay(540, 660),
  timeOff: [],
  ...given,
});
const room = (id: string, locationId: string | null = null): RuleRoom => ({
  id,
  resource: visit(`room:${id}`),
  locationId,
});
const rule = (
  given: Partial<BookingRule> & { providers?: RuleProvider[]; rooms?: RuleRoom[] | null; minutes?: number } = {},
): BookingRule => ({
  zone,
  interval: 15,
  locationId: null,
  lastDate: '2030-01-01',
  segments: [
    { minutes: given.minutes ?? 30, providers: given.providers ?? [provider('ann')], rooms: given.rooms ?? null },
  ],
  ...given,
});
const at = (date: string, hour: number, minute = 0) => instantOf(date, hour * 60 + minute, zone)!.getTime();
const busy = (entries: Record<string, Busy[]>): BusyByResource => new Map(Object.entries(entries));
const free: BusyByResource = new Map();
const clock = (starts: Start[], inZone = zone) => starts.map((start) => formatTime(new Date(start.at), inZone));
const day = '2026-11-25';

describe('a day of one clinician', () => {
  it('offers every grid time whose visit fits into the hours', () => {
    expect(clock(openStarts(day, rule(), free, 0))).toEqual([
      '9:00am',
      '9:15am',
      '9:30am',
      '9:45am',
      '10:00am',
      '10:15am',
      '10:30am',
    ]);
  });

  it('keeps the grid of local midnight when hours begin off it', () => {
    const early = provider('ann', { hours: everyDay(545, 600) });
    expect(clock(openStarts(day, rule({ providers: [early], interval: 20, minutes: 20 }), free, 0))).toEqual([
      '9:20am',
      '9:40am',
    ]);
  });

  it('joins hours that touch, and closes days without hours', () => {
    const split = provider('ann', {
      hours: [
        { day: 3, start: 540, end: 570, locationId: null },
        { day: 3, start: 570, end: 600, locationId: null },
      ],
    });
    expect(clock(openStarts(day, rule({ providers: [split], minutes: 45 }), free, 0))).toEqual(['9:00am', '9:15am']);
    expect(openStarts(addDays(day, 1), rule({ providers: [split] }), free, 0)).toEqual([]);
  });

  it('leaves out time off, claims and the past', () => {
    const ann = provider('ann', { timeOff: [{ from: at(day, 9, 50), to: at(day, 10, 10) }] });
    const taken = busy({ 'provider:ann': [{ lane: 1, from: at(day, 10, 30), to: at(day, 10, 35) }] });
    expect(clock(openStarts(day, rule({ providers: [ann], minutes: 15 }), taken, at(day, 9, 15) + 1))).toEqual([
      '9:30am',
      '10:15am',
      '10:45am',
    ]);
  });

  it('ends with the last bookable day', () => {
    const capped = rule({ lastDate: day });
    expect(openStarts(day, capped, free, 0)).not.toEqual([]);
    expect(openStarts(addDays(day, 1), capped, free, 0)).toEqual([]);
  });
});

describe('any clinician', () => {
  it('offers a start once, with the first that is free', () => {
    const two = rule({ providers: [provider('ann'), provider('bo')], minutes: 60 });
    const taken = busy({ 'provider:ann': [{ lane: 1, from: at(day, 9), to: at(day, 9, 30) }] });
    expect(openStarts(day, two, taken, 0).map((start) => start.picks[0]!.providerId)).toEqual([
      'bo',
      'bo',
      'ann',
      'ann',
      'ann',
    ]);
  });
});

describe('rooms and locations', () => {
  it('assigns the first free room and offers nothing when all are taken', () => {
    const taken = busy({
      'room:one': [{ lane: 1, from: at(day, 9), to: at(day, 11) }],
      'room:two': [{ lane: 1, from: at(day, 10), to: at(day, 11) }],
    });
    const starts = openStarts(day, rule({ rooms: [room('one'), room('two')], minutes: 30 }), taken, 0);
    expect(clock(starts)).toEqual(['9:00am', '9:15am', '9:30am']);
    expect(starts.every((start) => start.picks[0]!.roomId === 'two')).toBe(true);
  });

  it('takes hours and rooms of the chosen location only', () => {
    const ann = provider('ann', {
      hours: [
        { day: 3, start: 540, end: 600, locationId: 'north' },
        { day: 3, start: 780, end: 840, locationId: 'south' },
      ],
    });
    const rooms = [room('n', 'north'), room('s', 'south')];
    const starts = (locationId: string | null) =>
      openStarts(day, rule({ providers: [ann], rooms, locationId, minutes: 60 }), free, 0);
    expect(clock(starts('south'))).toEqual(['1:00pm']);
    expect(starts(null).map((start) => start.picks[0]!.roomId)).toEqual(['n', 's']);
  });
});

describe('more at a time', () => {
  it('admits as many as there are lanes', () => {
    const ann = provider('ann', { resource: visit('provider:ann', 2) });
    const claim = (lane: number): Busy => ({ lane, from: at(day, 9), to: at(day, 9, 30) });
    expect(clock(openStarts(day, rule({ providers: [ann] }), busy({ 'provider:ann': [claim(1)] }), 0))[0]).toBe(
      '9:00am',
    );
    expect(
      clock(openStarts(day, rule({ providers: [ann] }), busy({ 'provider:ann': [claim(1), claim(2)] }), 0))[0],
    ).toBe('9:30am');
  });

  it('counts lanes that a lowered limit no longer has', () => {
    expect(freeLane(visit('x', 1), [{ lane: 3, from: 0, to: 10 }], { from: 5, to: 15 })).toBeNull();
    expect(freeLane(visit('x', 2), [{ lane: 1, from: 0, to: 10 }], { from: 5, to: 15 })).toBe(2);
  });

  it('takes one place of the day for a drop-off', () => {
    const place: Resource = { key: 'dropoff:ann', lanes: 2, takes: 'day' };
    const ann = provider('ann', { resource: place });
    const claim = (lane: number): Busy => ({ lane, from: at(day, 0), to: at(addDays(day, 1), 0) });
    expect(openStarts(day, rule({ providers: [ann] }), busy({ 'dropoff:ann': [claim(1)] }), 0)).toHaveLength(7);
    expect(openStarts(day, rule({ providers: [ann] }), busy({ 'dropoff:ann': [claim(1), claim(2)] }), 0)).toEqual([]);
    expect(
      openStarts(day, rule({ providers: [provider('ann', { resource: { ...place, lanes: 0 } })] }), free, 0),
    ).toEqual([]);
  });
});

describe('compound visits', () => {
  it('places the segments one after the other', () => {
    const compound = rule({
      segments: [
        { minutes: 20, providers: [provider('ann')], rooms: null },
        { minutes: 40, providers: [provider('bo', { hours: everyDay(600, 660) })], rooms: [room('one')] },
      ],
    });
    const starts = openStarts(day, compound, free, 0);
    expect(clock(starts)).toEqual(['9:45am', '10:00am']);
    expect(starts[1]!.picks).toEqual([
      { providerId: 'ann', roomId: null, at: at(day, 10) },
      { providerId: 'bo', roomId: 'one', at: at(day, 10, 20) },
    ]);
  });
});

describe('both nights of the clock', () => {
  const night = (date: string) =>
    openStarts(
      date,
      rule({ interval: 30, minutes: 30, providers: [provider('ann', { hours: everyDay(0, 240) })] }),
      free,
      0,
    );

  it('offers no time that does not exist', () => {
    expect(clock(night('2026-03-08'))).toEqual(['12:00am', '12:30am', '1:00am', '1:30am', '3:00am', '3:30am']);
  });

  it('offers a repeated time once', () => {
    expect(clock(night('2026-11-01'))).toEqual([
      '12:00am',
      '12:30am',
      '1:00am',
      '1:30am',
      '2:00am',
      '2:30am',
      '3:00am',
      '3:30am',
    ]);
  });
});

describe('random clinics', () => {
  const nights = [
    ['America/Chicago', '2026-03-08'],
    ['America/Chicago', '2026-11-01'],
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Asia/Beirut', '2026-03-29'],
    ['Asia/Kolkata', '2026-05-05'],
  ] as const;
  const place = fc.constantFrom(null, null, 'north', 'south');
  const spanOn = (zoneOf: string, date: string) =>
    fc.tuple(fc.integer({ min: -20, max: 300 }), fc.integer({ min: 1, max: 30 })).map(([start, length]) => {
      const midnight = (instantOf(date, 60, zoneOf) ?? instantOf(date, 180, zoneOf))!.getTime() - 60 * MINUTE;
      return { from: midnight + start * 5 * MINUTE, to: midnight + (start + length) * 5 * MINUTE };
    });
  const clinic = fc.constantFrom(...nights).chain(([zoneOf, date]) => {
    const hours = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 286 }), fc.integer({ min: 1, max: 120 }), place)
        .map(([start, length, locationId]) => ({
          day: weekday(date),
          start: start * 5,
          end: Math.min((start + length) * 5, 1440),
          locationId,
        })),
      { maxLength: 3 },
    );
    const lanes = fc.constantFrom(1, 1, 2, 3, Infinity);
    const providers = (from: number) =>
      fc
        .array(
          fc.record({
            hours,
            timeOff: fc.array(spanOn(zoneOf, date), { maxLength: 2 }),
            lanes,
            takes: fc.constantFrom('visit' as const, 'visit' as const, 'day' as const),
          }),
          { minLength: 1, maxLength: 3 },
        )
        .map((list) =>
          list.map(({ lanes: count, takes, ...one }, index): RuleProvider => ({
            ...one,
            id: `p${from + index}`,
            resource: { key: `provider:p${from + index}`, lanes: count, takes },
          })),
        );
    const rooms = fc.option(
      fc
        .array(place, { maxLength: 2 })
        .map((places) => places.map((locationId, index) => room(`r${index}`, locationId))),
    );
    const segment = (from: number) =>
      fc.record({ minutes: fc.integer({ min: 1, max: 18 }).map((n) => n * 5), providers: providers(from), rooms });
    const claims = fc.array(
      fc.tuple(
        spanOn(zoneOf, date),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('provider:p0', 'provider:p1', 'provider:p2', 'provider:p3', 'room:r0', 'room:r1'),
      ),
      { maxLength: 8 },
    );
    return fc.record({
      date: fc.constant(date),
      given: fc.record<BookingRule>({
        zone: fc.constant(zoneOf),
        interval: fc.constantFrom(5, 15, 20, 30, 60),
        locationId: place,
        segments: fc.oneof(
          fc.tuple(segment(0)),
          fc.tuple(segment(0)),
          fc.tuple(segment(0), segment(3)),
          fc.tuple(segment(0), segment(3), segment(1)),
        ),
        lastDate: fc.constantFrom(addDays(date, -1), date, date, date, addDays(date, 1)),
      }),
      taken: claims.map((list) => {
        const by = new Map<string, Busy[]>();
        for (const [span, lane, key] of list) by.set(key, [...(by.get(key) ?? []), { ...span, lane }]);
        return by;
      }),
      now: fc.oneof(
        fc.constant(0),
        spanOn(zoneOf, date).map((span) => span.from + 12_345),
      ),
    });
  });

  it('gives exactly what the slow, obvious way gives', () => {
    fc.assert(
      fc.property(clinic, ({ date, given, taken, now }) => {
        expect(openStarts(date, given, taken, now)).toEqual(slowStarts(date, given, taken, now));
      }),
      { numRuns: 1500 },
    );
    // The slow way takes most of the usual limit on a busy machine.
  }, 60_000);

  it('never past, never beyond the last day, never in a gap, never twice, never over a claim', () => {
    let offered = 0;
    fc.assert(
      fc.property(clinic, ({ date, given, taken, now }) => {
        const starts = openStarts(date, given, taken, now);
        offered += starts.length;
        expect(new Set(starts.map((start) => start.minute)).size).toBe(starts.length);
        for (const start of starts) {
          expect(start.at).toBeGreaterThanOrEqual(now);
          expect(dateInZone(new Date(start.at), given.zone)).toBe(date);
          expect(date <= given.lastDate).toBe(true);
          expect(instantOf(date, start.minute, given.zone)!.getTime()).toBe(start.at);
          start.picks.forEach((pick, index) => {
            const segment = given.segments[index]!;
            const { resource } = segment.providers.find((one) => one.id === pick.providerId)!;
            const end = pick.at + segment.minutes * MINUTE;
            const claims = (taken.get(resource.key) ?? []).filter((claim) => claim.from < end && claim.to > pick.at);
            if (resource.lanes === 1 && resource.takes === 'visit') expect(claims).toEqual([]);
            if (pick.roomId)
              expect(
                (taken.get(`room:${pick.roomId}`) ?? []).filter((claim) => claim.from < end && claim.to > pick.at),
              ).toEqual([]);
          });
        }
      }),
      { numRuns: 1000 },
    );
    expect(offered).toBeGreaterThan(1000);
  });
});
