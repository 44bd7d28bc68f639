import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClinicFileFaults } from '../../../server/modules/clinicFile/parse/faults';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { parseClinicFile } from '../../../server/modules/clinicFile/parse/parse';
import { client, clinicFile, patient, product, provider } from '../../support/clinicFile';
import { freshDatabase, type FreshDatabase } from '../../support/database';

const now = new Date('2026-11-21T15:00:00Z');
const demo = { demoMode: true };

/** What an operator is told about a file; null when it is accepted. */
function linesOf(file: unknown, options = demo): string[] | null {
  try {
    parseClinicFile(file, options);
    return null;
  } catch (error) {
    return (error as ClinicFileFaults).message.split('\n');
  }
}

/** The file with `value` at `path`, whatever its form. */
function withAt(path: (string | number)[], value: unknown, file: unknown = clinicFile()): unknown {
  const copy = structuredClone(file) as Record<string | number, unknown>;
  let at = copy;
  for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as typeof at;
  at[path.at(-1) ?? ''] = value;
  return copy;
}

let database: FreshDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.close());

it('accepts the builder’s own file', () => {
  expect(linesOf(clinicFile())).toBeNull();
});

it('names ten different faults by their paths and writes nothing', async () => {
  const file = {
    ...clinicFile({ shop: { timezone: ' ', phone: '+15125550199' } }),
    providers: [
      provider({ id: 'ada' }),
      provider({ id: 'ada' }),
      provider({ id: 'ben', hours: [{ day: 8, start: '09:00', end: '17:00' }] }),
      provider({ id: 'cy', hours: [{ day: 1, start: '17:00', end: '09:00' }] }),
    ],
    products: [product({ id: 'exam', providerIds: ['ada', 'zoe'], metadata: { time: 30, cost: 68.005 } })],
    clients: [
      client({
        id: 'c1',
        email: 'not an address',
        patients: [patient({ id: 'p1', species_id: 'dragon', birthdate: '2026-02-30' })],
      }),
    ],
    appointments: [
      { id: 'a1', client_id: 'nobody', product_id: 'exam', fromDate: '2026-11-23T16:00:00Z', status: 'ACCEPTED' },
    ],
  };
  await expect(importClinicFile(database.db, file, { now, demoMode: true })).rejects.toThrow();
  expect(linesOf(file)?.sort()).toEqual([
    'appointments[0].client_id: there is no client "nobody"',
    'clients[0].email: must be an e-mail address',
    'clients[0].patients[0].birthdate: must be a calendar date, YYYY-MM-DD',
    'clients[0].patients[0].species_id: there is no species "dragon"',
    'products[0].metadata.cost: must be an amount in dollars with at most two decimals',
    'products[0].providerIds[1]: there is no provider "zoe"',
    'providers[1].id: is also the id of providers[0]',
    'providers[2].hours[0].day: must be a whole number from 1 to 7',
    'providers[3].hours[0].end: must be after start',
    'shop.phone: must be + followed by phoneCode and phoneNumber',
    'shop.timezone: must be an IANA time zone, like America/Chicago',
  ]);
  for (const table of ['clinics', 'catalogue', 'clients', 'patients', 'appointments'] as const) {
    expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

it.each<[path: (string | number)[], value: unknown, line: string]>([
  [['shop'], undefined, 'shop: is required'],
  [['shop'], [], 'shop: must be an object'],
  [['products'], {}, 'products: must be a list'],
  [['products', 1], 'x', 'products[1]: must be an object'],
  [['shop', 'id'], 'Oak Wood', 'shop.id: must be 2 to 63 of a-z, 0-9 and -, not beginning with -'],
  [['shop', 'id'], 'admin', 'shop.id: is a reserved word'],
  [['shop', 'name'], ' ', 'shop.name: must be a text of 1 to 255 characters without control characters'],
  [
    ['shop', 'address'],
    'a\u0000b',
    'shop.address: must be a text of at most 500 characters without control characters',
  ],
  [['shop', 'phone'], '512-555-0100', 'shop.phone: must be a phone number in E.164 form, like +15125550100'],
  [['shop', 'url'], 'http://testvets.example', 'shop.url: must be an https address'],
  [
    ['shop', 'avatar'],
    'javascript:alert(1)',
    'shop.avatar: must be a data:image address (SVG, PNG, JPEG or WebP) or an https address',
  ],
  [['shop', 'metadata', 'brandColor'], 'teal', 'shop.metadata.brandColor: must be a colour, #rrggbb'],
  [['shop', 'metadata', 'thankYouPage'], 'javascript:alert(1)', 'shop.metadata.thankYouPage: must be an https address'],
  [
    ['shop', 'metadata', 'bookingSlotInterval'],
    1,
    'shop.metadata.bookingSlotInterval: must be a whole number from 5 to 240',
  ],
  [
    ['shop', 'metadata', 'businessHours'],
    [{ day: 1, startHour: 9, endHour: 9 }],
    'shop.metadata.businessHours[0].endHour: must be after the start',
  ],
  [
    ['shop', 'metadata', 'businessHours'],
    [
      { day: 1, offline: true },
      { day: 1, offline: true },
    ],
    'shop.metadata.businessHours[1].day: is also the day of shop.metadata.businessHours[0]',
  ],
  [
    ['shop', 'feature_settings', 'hold_time_slots_enabled'],
    'yes',
    'shop.feature_settings.hold_time_slots_enabled: must be true, false or { "enabled": true or false }',
  ],
  [['providers', 0, 'hours', 2, 'start'], '9:00', 'providers[0].hours[2].start: must be a time of day, HH:MM'],
  [
    ['providers', 0, 'hours', 0, 'location_id'],
    'north',
    'providers[0].hours[0].location_id: there is no location "north"',
  ],
  [
    ['providers', 0, 'hours', 1],
    { day: 1, start: '16:00', end: '18:00' },
    'providers[0].hours[1]: overlaps providers[0].hours[0]',
  ],
  [
    ['providers', 0, 'time_off'],
    [{ from: '2026-12-24', to: '2026-12-25T00:00:00Z' }],
    'providers[0].time_off[0].from: must be an ISO 8601 instant with its offset, like 2026-12-24T00:00:00-06:00',
  ],
  [
    ['providers', 0, 'time_off'],
    [{ from: '2026-12-25T00:00:00Z', to: '2026-12-25T01:00:00+02:00' }],
    'providers[0].time_off[0].to: must be after from',
  ],
  [['products', 0, 'metadata', 'time'], 0, 'products[0].metadata.time: must be a whole number from 1 to 1440'],
  [
    ['products', 0, 'metadata', 'speciesIds'],
    ['dog', 'emu'],
    'products[0].metadata.speciesIds[1]: there is no species "emu"',
  ],
  [['products', 0, 'id'], 'a,b', 'products[0].id: must be 1 to 128 characters without blanks, commas or slashes'],
  [['products', 0, 'needs_room'], true, 'products[0].needs_room: there are no rooms'],
  [['products', 0, 'segments'], [{ minutes: 20, providerIds: [] }], 'products[0].segments: must be 2 or 3, or absent'],
  [['rooms'], [{ id: 'r', name: 'Room', location_id: 'x' }], 'rooms[0].location_id: there is no location "x"'],
  [
    ['locations'],
    [{ id: 'l', name: 'North', product_ids: ['nope'] }],
    'locations[0].product_ids[0]: there is no product "nope"',
  ],
  [['clients', 0, 'patients', 0, 'breed_id'], 'pug', 'clients[0].patients[0].breed_id: there is no breed "pug"'],
  [
    ['clients', 0, 'patients', 0, 'vaccinations'],
    [{ id: 'v', description: 'Rabies', issue_date: '2026-02-02', expiration_date: '2026-01-01' }],
    'clients[0].patients[0].vaccinations[0].expiration_date: must not be before issue_date',
  ],
  [
    ['clients', 0, 'metadata'],
    { dateOfBirth: 30, monthOfBirth: 2 },
    'clients[0].metadata.dateOfBirth: is not a day of monthOfBirth',
  ],
  [
    ['access_blocks'],
    [{ email: 'a@example.com', phone: '+15125550111' }],
    'access_blocks[0]: must have either an email or a phone',
  ],
  [
    ['payment_requests'],
    [{ id: 'short', client_id: 'client-jo', product_id: 'exam', amount: 5, status: 'complete' }],
    'payment_requests[0].id: must be at least 22 letters, digits, - or _',
  ],
])('refuses %j as %j', (path, value, line) => {
  expect(linesOf(withAt(path, value))).toEqual([line]);
});

it('refuses what is no object at all', () => {
  expect([null, [], 'x', 5].map((json) => linesOf(json))).toEqual(Array(4).fill(['must be an object']));
});

it('knows whose patient an appointment is for', () => {
  const file = clinicFile({
    clients: [client({ id: 'c1', patients: [patient({ id: 'p1' })] }), client({ id: 'c2' })],
    appointments: [
      {
        id: 'a1',
        client_id: 'c2',
        patient_id: 'p1',
        product_id: 'exam',
        fromDate: '2026-11-23T16:00:00Z',
        status: 'ACCEPTED',
      },
    ],
  });
  expect(linesOf(file)).toEqual(['appointments[0].patient_id: is not a patient of client "c2"']);
});

it('takes null as absent, and says what it left out', () => {
  const file = withAt(['products', 0, 'colour'], 'red', withAt(['shop', 'avatar'], null));
  expect(parseClinicFile(file, demo).ignored).toEqual(['products[0].colour']);
  expect(parseClinicFile(file, demo).file.products?.[0]).not.toHaveProperty('colour');
});

it('takes plain passwords and demo clinics in demo mode only', () => {
  const file = withAt(['shop', 'is_demo'], true, withAt(['clients', 0, 'password'], 'correct horse'));
  expect(linesOf(file)).toBeNull();
  expect(linesOf(file, { demoMode: false })).toEqual([
    'shop.is_demo: is taken only by a server for trying out, on this machine alone',
    'clients[0].password: is taken only by a server for trying out, on this machine alone',
  ]);
});

it('wants a contact of its own for every password', () => {
  const file = clinicFile({
    clients: [
      client({ id: 'c1', password: 'correct horse' }),
      client({ id: 'c2', password: 'correct horse', email: 'Same@example.com' }),
      client({ id: 'c3', password: 'correct horse', email: 'same@example.com' }),
      client({ id: 'c4', password: 'short', email: 'other@example.com' }),
    ],
  });
  expect(linesOf(file)).toEqual([
    'clients[0].password: needs an email or a phone to sign in with',
    'clients[2].email: is also how clients[1] signs in',
    'clients[3].password: must have at least 8 characters',
  ]);
});

it('says which settings are not known here, and keeps them', () => {
  const file = clinicFile({ shop: { feature_settings: { hold_time_slot_enabled: true } as never } });
  expect(parseClinicFile(file, demo)).toMatchObject({
    ignored: [],
    unread: ['shop.feature_settings.hold_time_slot_enabled'],
    file: { shop: { feature_settings: { hold_time_slot_enabled: true } } },
  });
  expect(parseClinicFile(clinicFile(), demo).unread).toEqual([]);
});
